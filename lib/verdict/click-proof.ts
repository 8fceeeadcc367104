import type { Seal } from '../base/seal.ts';
import type { ReadVerdictMessage } from './verdict-message.ts';

/**
 * The action function proves that it accepted a click, so that somebody who can only send to the verdict queue decides
 * nothing. The proof is at the end of the message and covers the exact text before it.
 */
const PROOF = /,"proof":"([\w-]{1,100})"\}$/;

export const withProof = (text: string, seal: Pick<Seal, 'of'>): string =>
  `${text.slice(0, -1)},"proof":"${seal.of(sealedText(text))}"}`;

/** The kind comes first: a seal made for something else does not prove a click. */
const sealedText = (text: string): string => `click ${text}`;

export function isProven(body: string, seal: Pick<Seal, 'isGenuine'>): boolean {
  const [ending, proof = ''] = PROOF.exec(body) ?? [];
  if (ending === undefined) return false;
  return seal.isGenuine(sealedText(`${body.slice(0, -ending.length)}}`), proof);
}

/** Checks the proof. A message without one was sent by somebody else: it is quarantined, where an operator sees it. */
export function readProven(
  read: ReadVerdictMessage,
  body: string,
  seal: Pick<Seal, 'isGenuine'>,
): ReadVerdictMessage {
  if (!read.ok || isProven(body, seal)) return read;
  const { message } = read;
  // These only move an accepted decision on and need no proof, but their sender must not choose where it is shown.
  if (message.kind === 'post' || message.kind === 'escalation')
    return { ...read, message: { ...message, reply: null } };
  const reason = 'the message has no valid proof that the action function accepted it';
  return { ok: false, reason, mayBecomeReadable: true };
}
