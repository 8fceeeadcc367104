import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseJson } from '../../base/http/parse-json.ts';
import { toMessageText } from '../../base/queues/message-text.ts';
import type { Seal } from '../../base/seal.ts';
import { identifier } from '../../posture/schemas/tolerant-fields.ts';
import { OUTCOMES, VERDICT_LIMITS } from '../../posture/schemas/verdict-schema.ts';
import { isProven } from '../../verdict/click-proof.ts';
import type { BulkDecision } from '../../verdict/decision-types.ts';
import { Found, Person, Reply, VERDICT_MESSAGE_VERSION } from '../../verdict/verdict-message.ts';

const name = z.string().check(z.minLength(1), z.maxLength(500));

/** Cases that an analyst decides in bulk. One message: either all of them are in the queue, or none is. */
export const BulkMessage = z.object({
  v: z.literal(VERDICT_MESSAGE_VERSION),
  kind: z.literal('bulk'),
  /** The id of the click: a repeated delivery carries the same id. */
  clickId: name,
  by: Person,
  atMs: z.number(),
  channelId: z.nullable(name),
  reply: z.nullable(Reply),
  outcome: z.enum(OUTCOMES),
  comment: z.nullable(z.string().check(z.maxLength(VERDICT_LIMITS.comment))),
  /** Each with what the chat said about the analyst when it was judged: the right to decide differs by case. */
  cases: z.readonly(
    z
      .array(
        z.object({
          domain: name,
          caseId: identifier,
          createdAtMs: z.nullable(z.number()),
          place: name,
          found: Found,
          /** What the analyst saw: a case that has changed since is left out. */
          episode: z.number(),
          updatedAtMs: z.number(),
          /** The id of another person's claim. */
          claim: z.nullable(name),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  ),
});
export type BulkMessage = z.infer<typeof BulkMessage>;

export const writeBulkMessage = (message: BulkMessage): string => toMessageText(message);

/** The decision that the same click would be for each case alone. The ids are equal each time. */
export const decisionsIn = (message: BulkMessage): readonly BulkDecision[] => {
  const { clickId, by, atMs, channelId, outcome, comment, cases } = message;
  return cases.map(({ domain, caseId, createdAtMs, place, found, episode, updatedAtMs, claim }) => ({
    v: VERDICT_MESSAGE_VERSION,
    kind: 'decide',
    domain,
    caseId,
    createdAtMs,
    // The analyst clicked on none of them individually.
    reply: null,
    request: {
      id: decisionIdOf(clickId, domain, caseId),
      outcome,
      comment,
      eventIds: [],
      by,
      place,
      clickedAtMs: atMs,
      overrides: null,
    },
    channelId,
    found,
    episode,
    together: { count: cases.length, updatedAtMs, claim },
  }));
};

export const decisionIdOf = (clickId: string, domain: string, caseId: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['bulk', clickId, domain, caseId]))
    .digest('hex')
    .slice(0, 32);

type ReadBulk =
  | { readonly ok: true; readonly message: BulkMessage }
  | { readonly ok: false; readonly reason: string; readonly mayBecomeReadable: boolean };

const Kind = z.looseObject({ kind: z.literal('bulk') });

/** Null for other messages. One without a proof came from somebody else: it is quarantined, where an operator sees it. */
export function readBulkMessage(body: string, seal: Pick<Seal, 'isGenuine'>): ReadBulk | null {
  const input = parseJson(body);
  if (!Kind.safeParse(input).success) return null;
  const { data } = BulkMessage.safeParse(input);
  if (!data)
    return { ok: false, reason: 'the click on several cases cannot be read', mayBecomeReadable: true };
  if (isProven(body, seal)) return { ok: true, message: data };
  const reason = 'the message has no valid proof that the action function accepted it';
  return { ok: false, reason, mayBecomeReadable: true };
}
