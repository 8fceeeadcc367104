import * as z from 'zod/mini';
import { describeIssue } from '../base/describe-issues.ts';
import { toMessageText } from '../base/queues/message-text.ts';
import { identifier } from '../posture/schemas/tolerant-fields.ts';
import { OUTCOMES, VERDICT_LIMITS } from '../posture/schemas/verdict-schema.ts';

export const VERDICT_MESSAGE_VERSION = 1;

/** Short, because a row of the ledger has to hold it with all that came before. */
const short = z.string().check(z.maxLength(500));
const id = z.string().check(z.minLength(1), z.maxLength(500));

const chatName = z.string().check(z.minLength(1), z.maxLength(32));

export const Person = z.object({ surface: chatName, id, name: short, email: z.optional(short) });

/** Where to answer the analyst who clicked. Only the chat understands these fields. */
export const Reply = z.catchall(
  z.object({ surface: chatName }),
  z.nullish(z.string().check(z.maxLength(4_000))),
);
export type Reply = { readonly surface: string; readonly [field: string]: string | null | undefined };

const about = {
  v: z.literal(VERDICT_MESSAGE_VERSION),
  domain: z.string(),
  caseId: identifier,
  reply: z.nullable(Reply),
  /** The episode of the case that the analyst saw. */
  episode: z.optional(z.number()),
};

/** The channel of the click, as reported by the chat. */
const channelId = z.optional(z.nullable(short));

/** What the chat said about a person when it was asked. */
export const Found = z.object({
  groups: z.readonly(z.array(id).check(z.maxLength(500))),
  outsider: z.nullable(z.boolean()),
});
/** Absent if the chat did not have to be asked. */
const found = z.optional(Found);

/** `decisionId`: the decision that the analyst saw. */
const click = {
  ...about,
  decisionId: id,
  by: Person,
  place: short,
  clickId: id,
  atMs: z.number(),
  channelId,
  found,
};

const Request = z.object({
  id,
  outcome: z.enum(OUTCOMES),
  comment: z.nullable(z.string().check(z.maxLength(VERDICT_LIMITS.comment))),
  eventIds: z.readonly(z.array(id).check(z.maxLength(VERDICT_LIMITS.eventIds))),
  by: Person,
  place: short,
  clickedAtMs: z.number(),
  overrides: z.nullable(id),
});

const createdAtMs = z.nullable(z.number());

/** All messages of the verdict queue. */
export const VerdictMessage = z.discriminatedUnion('kind', [
  z.object({ ...about, kind: z.literal('decide'), createdAtMs, request: Request, channelId, found }),
  z.object({ ...click, kind: z.literal('approve') }),
  z.object({ ...click, kind: z.literal('decline') }),
  z.object({ ...click, kind: z.literal('undo') }),
  z.object({ ...click, kind: z.literal('retry') }),
  /** Claims of a case. `decisionId`: the claim that the analyst saw, or `none`. */
  z.object({ ...click, kind: z.literal('claim') }),
  z.object({ ...click, kind: z.literal('hand-back') }),
  /** From the bridge to itself: move this decision on, if it is time. */
  z.object({ ...about, kind: z.literal('post'), decisionId: id }),
  /** From the bridge to itself: take the escalation step that is due, if it still is. */
  z.object({ ...about, kind: z.literal('escalation') }),
  /** A person without the right tried to act. `what` they pressed and `why` not are text for the audit trail. */
  z.object({
    ...about,
    kind: z.literal('denied'),
    by: Person,
    place: short,
    clickId: id,
    atMs: z.number(),
    what: short,
    /** The outcome that they pressed. Absent for other buttons. */
    outcome: z.optional(z.enum(OUTCOMES)),
    why: short,
  }),
]);
export type VerdictMessage = z.infer<typeof VerdictMessage>;
export type MessageOf<Kind extends VerdictMessage['kind']> = Extract<VerdictMessage, { kind: Kind }>;
export type ClickMessage = MessageOf<'approve' | 'decline' | 'undo' | 'retry'>;

export type ClaimMessage = MessageOf<'claim' | 'hand-back'>;
export const isClaimMessage = (message: Pick<VerdictMessage, 'kind'>): message is ClaimMessage =>
  message.kind === 'claim' || message.kind === 'hand-back';

/** A click of an analyst that the action function accepted. */
export type ClickedMessage = MessageOf<'decide'> | ClickMessage | ClaimMessage;

export type ReadVerdictMessage =
  | { readonly ok: true; readonly message: VerdictMessage }
  | { readonly ok: false; readonly reason: string; readonly mayBecomeReadable: boolean };

const Versioned = z.looseObject({ v: z.number() });
const unreadable = (reason: string, mayBecomeReadable = true): ReadVerdictMessage => ({
  ok: false,
  reason,
  mayBecomeReadable,
});

/** Never throws. Strict where an envelope is tolerant: half a decision is none. An unknown version may be a newer one. */
export function readVerdictMessage(body: string): ReadVerdictMessage {
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    return unreadable('the message is not JSON', false);
  }
  const versioned = Versioned.safeParse(input);
  if (!versioned.success) return unreadable('the message has no version "v"', false);
  const { v } = versioned.data;
  if (v !== VERDICT_MESSAGE_VERSION) {
    return unreadable(`the message has version ${v}, this function reads ${VERDICT_MESSAGE_VERSION}`);
  }
  const read = VerdictMessage.safeParse(input);
  if (read.success) return { ok: true, message: read.data };
  return unreadable(read.error.issues.map((issue) => describeIssue(issue, input)).join('; '));
}

export const writeVerdictMessage = (message: VerdictMessage): string => toMessageText(message);
