import * as z from 'zod/mini';
import { describeIssue } from '../platform/describe-issues.ts';
import { identifier } from '../posture/schemas/fields.ts';
import { OUTCOMES, VERDICT_LIMITS } from '../posture/schemas/verdict.ts';
import { toMessageText } from '../queues/message-text.ts';

export const VERDICT_MESSAGE_VERSION = 1;

/** A row of the ledger has to hold it, with all that came before. */
const short = z.string().check(z.maxLength(500));
const id = z.string().check(z.minLength(1), z.maxLength(500));

const chatName = z.string().check(z.minLength(1), z.maxLength(32));

export const Person = z.object({ surface: chatName, id, name: short });

/** Where the analyst who clicked can be answered. Its fields are texts that only their chat understands. */
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
  /** That of the case, as the analyst saw it. */
  episode: z.optional(z.number()),
};

/** The channel of the click, as reported by the chat. */
const channelId = z.optional(z.nullable(short));

/** What the chat said about somebody, as far as it was asked. */
export const Found = z.object({
  groups: z.readonly(z.array(id).check(z.maxLength(500))),
  outsider: z.nullable(z.boolean()),
});
/** Absent where nobody had to be asked about. */
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

/** All that the verdict queue carries. */
export const VerdictMessage = z.discriminatedUnion('kind', [
  z.object({ ...about, kind: z.literal('decide'), createdAtMs, request: Request, channelId, found }),
  z.object({ ...click, kind: z.literal('approve') }),
  z.object({ ...click, kind: z.literal('decline') }),
  z.object({ ...click, kind: z.literal('undo') }),
  z.object({ ...click, kind: z.literal('retry') }),
  /** About who is on a case. `decisionId`: whose claim the analyst saw; `none` for nobody's. */
  z.object({ ...click, kind: z.literal('claim') }),
  z.object({ ...click, kind: z.literal('hand-back') }),
  /** From the bridge to itself: move this decision on, as far as it is time to. */
  z.object({ ...about, kind: z.literal('post'), decisionId: id }),
  /** From the bridge to itself: take the step that is due because nobody answered, if it still is. */
  z.object({ ...about, kind: z.literal('unanswered') }),
  /** A person tried who may not. `what` (they pressed) and `why` are words for the audit trail. */
  z.object({
    ...about,
    kind: z.literal('denied'),
    by: Person,
    place: short,
    clickId: id,
    atMs: z.number(),
    what: short,
    /** Which one they pressed. None for other buttons. */
    outcome: z.optional(z.enum(OUTCOMES)),
    why: short,
  }),
]);
export type VerdictMessage = z.infer<typeof VerdictMessage>;
export type MessageOf<Kind extends VerdictMessage['kind']> = Extract<VerdictMessage, { kind: Kind }>;
export type ClickMessage = MessageOf<'approve' | 'decline' | 'undo' | 'retry'>;

/** About who is on a case. */
export type ClaimMessage = MessageOf<'claim' | 'hand-back'>;
export const isClaimMessage = (message: Pick<VerdictMessage, 'kind'>): message is ClaimMessage =>
  message.kind === 'claim' || message.kind === 'hand-back';

/** What an analyst clicked, and the action function accepted. */
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

/** Never throws. Strict where an envelope is tolerant: half a decision is none. What has a version may be of a newer one. */
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
