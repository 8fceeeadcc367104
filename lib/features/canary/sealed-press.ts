import * as z from 'zod/mini';
import { parseJson } from '../../base/http/parse-json.ts';
import type { Seal } from '../../base/seal.ts';
import type { Canary } from './hand-over-canary.ts';

export const PROOF_HEADER = 'x-canary-proof';
/** A press that is older, or from the future, does not count. A repeat within this time is harmless. */
export const PRESS_VALID_MS = 5 * 60_000;
/** Keeps a proof of this key from counting for anything else. */
const SEALED_AS = 'canary-press.v1.';

/** No domain and no outcome: with the key in hand, an attacker can only name a canary. */
const Press = z.strictObject({
  v: z.literal(1),
  canary: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
  destination: z.string().check(z.minLength(1), z.maxLength(64)),
  atMs: z.number(),
});

export interface SealedPress {
  readonly body: string;
  readonly proof: string;
}

export function writePress({ id, destination }: Canary, seal: Pick<Seal, 'of'>, nowMs: number): SealedPress {
  const body = JSON.stringify({ v: 1, canary: id, destination, atMs: nowMs });
  return { body, proof: seal.of(SEALED_AS + body) };
}

/** Null for anything but a genuine, recent press. The body is read only after its proof is checked. */
export function readPress(
  { body, proof }: SealedPress,
  seal: Pick<Seal, 'isGenuine'>,
  nowMs: number,
): (Canary & { readonly atMs: number }) | null {
  if (!seal.isGenuine(SEALED_AS + body, proof)) return null;
  const read = Press.safeParse(parseJson(body));
  if (!read.success || Math.abs(nowMs - read.data.atMs) > PRESS_VALID_MS) return null;
  const { canary: id, destination, atMs } = read.data;
  return { id, destination, atMs };
}
