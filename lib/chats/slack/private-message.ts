import * as z from 'zod/mini';
import { parseJson } from '../../base/http/parse-json.ts';
import type { Seal } from '../../base/seal.ts';
import { isProven, withProof } from '../../verdict/click-proof.ts';
import type { SlackMessage } from './message.ts';

const text = z.string().check(z.minLength(1), z.maxLength(1_000));

/** What only the analyst who pressed sees, on its way to the notifier: Slack's answer must not wait for it. */
const PrivateMessage = z.object({
  v: z.literal(1),
  kind: z.literal('private-message'),
  responseUrl: text,
  threadTs: z.nullable(text),
  /** When the analyst pressed. */
  atMs: z.number(),
  /** Told only if the verdict function has not dealt with this click by then. */
  unless: z.optional(z.object({ domain: text, caseId: text, clickId: text })),
  text: z.string(),
  blocks: z.array(z.looseObject({ type: text })),
});
export type PrivateMessage = Omit<z.infer<typeof PrivateMessage>, 'v' | 'kind' | 'blocks'> & SlackMessage;
export interface QueuedPrivateMessage extends PrivateMessage {
  readonly kind: 'private-message';
}

/** With a proof: somebody who can only send to the queue must not speak as the bot. */
export const writePrivateMessage = (message: PrivateMessage, seal: Pick<Seal, 'of'>): string =>
  withProof(JSON.stringify({ v: 1, kind: 'private-message', ...message }), seal);

export type ReadPrivateMessage =
  | { readonly ok: true; readonly message: QueuedPrivateMessage }
  | { readonly ok: false; readonly reason: string; readonly mayBecomeReadable: boolean };

const Kind = z.looseObject({ kind: z.literal('private-message') });

/** Null for any other message. */
export function readPrivateMessage(body: string, seal: Pick<Seal, 'isGenuine'>): ReadPrivateMessage | null {
  const input = parseJson(body);
  if (!Kind.safeParse(input).success) return null;
  const { data } = PrivateMessage.safeParse(input);
  if (!data) return { ok: false, reason: 'a private message cannot be read', mayBecomeReadable: true };
  if (isProven(body, seal)) return { ok: true, message: data };
  const reason = 'a private message has no valid proof that the bridge wrote it';
  return { ok: false, reason, mayBecomeReadable: false };
}
