import * as z from 'zod/mini';
import { parseJson } from '../../base/http/parse-json.ts';
import type { Seal } from '../../base/seal.ts';
import { isProven, withProof } from '../../verdict/click-proof.ts';
import { channelId } from './activity-location.ts';
import type { TeamsMessage } from './message.ts';

const text = z.string().check(z.minLength(1), z.maxLength(1_000));

/** What the bot says to one person, on its way to the notifier, which alone may post in Teams. */
const DirectMessage = z.object({
  v: z.literal(1),
  kind: z.literal('direct-message'),
  /** The chat of the person with the bot, or a channel; and where Teams said it is. */
  conversation: text,
  serviceUrl: text,
  /** Who alone sees it in a channel. */
  recipient: z.optional(text),
  /** Equal messages have equal marks. */
  mark: text,
  atMs: z.number(),
  summary: z.string(),
  card: z.looseObject({ type: z.literal('AdaptiveCard') }),
});
export type DirectMessage = Omit<z.infer<typeof DirectMessage>, 'card' | 'v' | 'kind'> & TeamsMessage;
export interface QueuedDirectMessage extends DirectMessage {
  readonly kind: 'direct-message';
}

/** Where a person can be told something alone; null where they cannot, because everybody in a channel would see it. */
export function privatePlace({
  conversation,
  serviceUrl,
  recipient,
}: PrivatePlace): Pick<DirectMessage, 'conversation' | 'serviceUrl' | 'recipient'> | null {
  if (!conversation || !serviceUrl) return null;
  if (channelId(conversation) === null) return { conversation, serviceUrl };
  return recipient ? { conversation, serviceUrl, recipient } : null;
}
type PrivatePlace = Readonly<Record<string, string | null | undefined>>;

/** With a proof: somebody who can only send to the queue must not speak as the bot. */
export const writeDirectMessage = (word: DirectMessage, seal: Pick<Seal, 'of'>): string =>
  withProof(JSON.stringify({ v: 1, kind: 'direct-message', ...word }), seal);

export type ReadDirectMessage =
  | { readonly ok: true; readonly message: QueuedDirectMessage }
  | { readonly ok: false; readonly reason: string; readonly mayBecomeReadable: boolean };

const Kind = z.looseObject({ kind: z.literal('direct-message') });

/** Null for any other message. */
export function readDirectMessage(body: string, seal: Pick<Seal, 'isGenuine'>): ReadDirectMessage | null {
  const input = parseJson(body);
  if (!Kind.safeParse(input).success) return null;
  const { data } = DirectMessage.safeParse(input);
  if (!data) return { ok: false, reason: 'a word to one person cannot be read', mayBecomeReadable: true };
  if (isProven(body, seal)) return { ok: true, message: data as unknown as QueuedDirectMessage };
  const reason = 'a word to one person has no valid proof that the bridge wrote it';
  return { ok: false, reason, mayBecomeReadable: false };
}
