import * as z from 'zod/mini';

// Only what is used is named; what else Teams sends, now or later, is dropped.
const maybe = <T extends z.ZodMiniType>(type: T) => z.optional(z.nullable(type));
const text = maybe(z.string());
const identified = maybe(z.object({ id: text }));

const members = maybe(z.array(z.object({ id: text })));
const fields = maybe(z.record(z.string(), z.unknown()));

/** What every activity says about where it comes from. */
export const Activity = z.object({
  type: z.string(),
  id: text,
  timestamp: text,
  name: text,
  text,
  action: text,
  channelId: z.string(),
  serviceUrl: z.string().check(z.maxLength(1_000)),
  replyToId: text,
  from: maybe(z.object({ id: text, name: text, aadObjectId: text, tenantId: text })),
  /** `isTargeted`: nobody but the bot and the sender sees it, also in a channel. */
  recipient: maybe(z.object({ id: text, isTargeted: maybe(z.boolean()) })),
  conversation: maybe(z.object({ id: text, tenantId: text, conversationType: text })),
  membersAdded: members,
  membersRemoved: members,
  entities: maybe(z.array(z.unknown())),
  channelData: maybe(
    z.object({
      eventType: text,
      tenant: identified,
      team: maybe(z.object({ id: text, aadGroupId: text })),
      channel: identified,
      settings: maybe(z.object({ selectedChannel: identified })),
    }),
  ),
  value: z.optional(z.unknown()),
});
export type RawActivity = z.output<typeof Activity>;

/** `value` of an invoke `adaptiveCard/action`. */
export const CardAction = z.object({
  action: z.object({ verb: z.string().check(z.maxLength(200)), data: fields }),
});

/** `value` of a message that an Action.Submit sent: our data and the inputs, side by side. */
export const Submitted = z.looseObject({ verb: z.string().check(z.maxLength(200)), target: z.string() });

/** One of `entities`: somebody who is named in a message. */
export const Mention = z.looseObject({
  type: z.literal('mention'),
  mentioned: z.looseObject({ id: z.string() }),
});
