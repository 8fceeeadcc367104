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

/** Versions without proofs may send for so long after the first one that has them: while a deployment goes on. */
const GRACE_MS = 60 * 60_000;

/** And the queue holds what they sent for so long. */
const HELD_MS = 14 * 86_400_000;

export interface Sent {
  readonly body: string;
  /** When the queue got it, as the queue says. */
  readonly sentAtMs: number;
  readonly nowMs: number;
}

/**
 * Reads what came to the verdict queue. Without a proof it rests, where a person sees it: it was sent by somebody else, or
 * by a version that is about to be replaced.
 */
export function readProven(
  read: ReadVerdictMessage,
  { body, sentAtMs, nowMs }: Sent,
  seal: Pick<Seal, 'isGenuine' | 'sinceMs'>,
): ReadVerdictMessage {
  if (!read.ok || isProven(body, seal)) return read;
  const { message } = read;
  // The word to move on what was accepted decides nothing; but nobody else may say where that is shown.
  if (message.kind === 'post' || message.kind === 'unanswered')
    return { ...read, message: { ...message, reply: null } };
  const graceMs = seal.sinceMs + GRACE_MS;
  if (!PROOF.test(body) && sentAtMs < graceMs && nowMs < graceMs + HELD_MS) return read;
  const reason = 'the message has no valid proof that the action function accepted it';
  return { ok: false, reason, mayBecomeReadable: true };
}
