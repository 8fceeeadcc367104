import * as z from 'zod/mini';
import { parseJson } from '../../base/http/parse-json.ts';
import { toMessageText } from '../../base/queues/message-text.ts';
import type { Seal } from '../../base/seal.ts';
import { isProven } from '../../verdict/click-proof.ts';
import { Found, Person, Reply } from '../../verdict/verdict-message.ts';
import { LONGEST_COMMAND } from './parse-command.ts';

export const ASK_MESSAGE_VERSION = 1;

const name = z.string().check(z.minLength(1), z.maxLength(500));

/** A command on its way to the function that may ask the platform. */
export const AskMessage = z.object({
  v: z.literal(ASK_MESSAGE_VERSION),
  kind: z.literal('ask'),
  /** Equal for repeats of what the person sent. */
  askId: name,
  by: Person,
  text: z.string().check(z.maxLength(LONGEST_COMMAND)),
  /** Where a list goes on. */
  page: z.nullable(z.object({ domain: name, after: name })),
  /** As reported by the chat; null for what is in no channel. */
  channelId: z.nullable(name),
  found: Found,
  atMs: z.number(),
  reply: z.nullable(Reply),
});
export type AskMessage = z.infer<typeof AskMessage>;

export const writeAskMessage = (message: AskMessage): string => toMessageText(message);

type ReadAsk =
  | { readonly ok: true; readonly message: AskMessage }
  | { readonly ok: false; readonly reason: string; readonly mayBecomeReadable: boolean };

const Kind = z.looseObject({ kind: z.literal('ask') });

/** Null for other messages. A command needs a proof: the right to send to the queue is no right to ask. */
export function readAskMessage(body: string, seal: Pick<Seal, 'isGenuine'>): ReadAsk | null {
  const input = parseJson(body);
  if (!Kind.safeParse(input).success) return null;
  const { data } = AskMessage.safeParse(input);
  if (!data) return { ok: false, reason: 'the command cannot be read', mayBecomeReadable: true };
  if (isProven(body, seal)) return { ok: true, message: data };
  const reason = 'the command has no valid proof that the action function accepted it';
  return { ok: false, reason, mayBecomeReadable: false };
}
