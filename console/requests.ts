import * as z from 'zod';

const text = z.string().max(4_000);
const name = text.min(1);

export const SlackClick = z.strictObject({
  person: name,
  /** A message by channel and ts, or a form. */
  channel: name.optional(),
  ts: name.optional(),
  viewId: name.optional(),
  actionId: name,
  blockId: name.optional(),
  value: text.optional(),
  /** For a menu: the value of the option. */
  option: text.optional(),
  /** The answer to the question in data-confirm. */
  confirm: z.boolean().optional(),
});
export type SlackClick = z.input<typeof SlackClick>;

export const SlackSubmit = z.strictObject({
  person: name,
  viewId: name,
  values: z.record(z.string(), z.union([text, z.array(text).readonly(), z.null()])),
});
export type SlackSubmit = z.input<typeof SlackSubmit>;

export const SlackClose = z.strictObject({ person: name, viewId: name });
export type SlackClose = z.input<typeof SlackClose>;

/** Everything given has to match one button of the card. */
export const TeamsClick = z.strictObject({
  person: name,
  channel: name,
  id: name,
  verb: name.optional(),
  actionId: name.optional(),
  title: name.optional(),
  inputs: z.record(z.string(), text).optional(),
});
export type TeamsClick = z.input<typeof TeamsClick>;

/** `/posture cases`, as typed. */
export const SlackCommand = z.strictObject({ person: name, channel: name, text: name });
export type SlackCommand = z.input<typeof SlackCommand>;

/** To the bot alone. */
export const TeamsWriting = z.strictObject({ person: name, text: name });
export type TeamsWriting = z.input<typeof TeamsWriting>;

const itemKey = { domain: name, feed: z.enum(['cases', 'threats']), id: name };

/** What a person presses on a case, from the list of cases: the same as in its message in a chat. */
export const CasePress = z.strictObject({
  person: name,
  domain: name,
  id: name,
  press: z.enum([
    ...(['decide', 'claim', 'take-over', 'hand-back', 'undo'] as const),
    ...(['approve', 'decline', 'retry'] as const),
  ]),
  /** To decide. */
  outcome: name.optional(),
  comment: text.optional(),
});
export type CasePress = z.input<typeof CasePress>;

/** What can happen in the world around the bridge. */
export const Scenario = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('open-cases'),
    count: z.int().min(1).max(500).default(1),
    /** `late`: listed only `lateByMs` after it was created. */
    kind: z.enum(['plain', 'severe', 'late']).default('plain'),
    lateByMs: z.int().min(1_000).max(600_000).default(20_000),
    events: z.int().min(0).max(20).default(2),
    domain: name.optional(),
  }),
  z.strictObject({ do: z.enum(['attach-event', 'delete-case']), domain: name, caseId: name }),
  z.strictObject({
    do: z.literal('move-case'),
    domain: name,
    caseId: name,
    state: z.enum(['investigating', 'enforced', 'closed']),
  }),
  z.strictObject({ do: z.literal('set-api'), state: z.enum(['well', 'not-ready', 'slow', 'failing']) }),
  z.strictObject({ do: z.literal('set-order'), order: name }),
  z.strictObject({ do: z.enum(['set-slack', 'set-teams']), up: z.boolean() }),
  /** Immediately if it runs, otherwise in the middle of its next run. */
  z.strictObject({ do: z.literal('kill'), function: name }),
]);
export type Scenario = z.input<typeof Scenario>;

/** `agreed`: the plan that the person was shown. Without it, nothing is done and the answer is the plan. */
export const Act = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('redrive'), queue: name, agreed: text.optional() }),
  z.strictObject({ do: z.literal('reopen'), destination: name, agreed: text.optional() }),
  z.strictObject({ do: z.literal('replay'), ...itemKey, agreed: text.optional() }),
]);
export type Act = z.input<typeof Act>;

/** Either a pasted item, or one that the bridge has seen. */
export const TryItem = z.union(
  [z.strictObject({ item: z.unknown(), domain: z.string().optional() }), z.strictObject(itemKey)],
  'either an item, or the domain, feed and id of one',
);
export type TryItem = z.input<typeof TryItem>;
