import type { Seal } from '../platform/seal.ts';
import type { ReadVerdictMessage } from './verdict-message.ts';

/**
 * The action function proves that it accepted a click, so that whoever can only send to the verdict queue decides
 * nothing. The proof stands at the end of the message, and is of the very text before it.
 */
const PROOF = /,"proof":"([\w-]{1,100})"\}$/;

export const withProof = (text: string, seal: Pick<Seal, 'of'>): string =>
  `${text.slice(0, -1)},"proof":"${seal.of(sealedText(text))}"}`;

/** The kind first: what was sealed as something else is no click. */
const sealedText = (text: string): string => `click ${text}`;

export function isProven(body: string, seal: Pick<Seal, 'isGenuine'>): boolean {
  const [ending, proof = ''] = PROOF.exec(body) ?? [];
  if (ending === undefined) return false;
  return seal.isGenuine(sealedText(`${body.slice(0, -ending.length)}}`), proof);
}

/** Reads what came to the verdict queue. Without a proof it rests, where a person sees it: somebody else sent it. */
export function readProven(
  read: ReadVerdictMessage,
  body: string,
  seal: Pick<Seal, 'isGenuine'>,
): ReadVerdictMessage {
  if (!read.ok || isProven(body, seal)) return read;
  const { message } = read;
  // The word to move on what was accepted decides nothing; but nobody else may say where that is shown.
  if (message.kind === 'post' || message.kind === 'unanswered')
    return { ...read, message: { ...message, reply: null } };
  const reason = 'the message has no valid proof that the action function accepted it';
  return { ok: false, reason, mayBecomeReadable: true };
}
