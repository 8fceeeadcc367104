import * as z from 'zod/mini';
import { parseJson } from '../../platform/http/parse-json.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Canary } from './hand-over-canary.ts';

export const PROOF_HEADER = 'x-canary-proof';
/** A press that is older, or from the future, is none. Repeated before, it is the press that there was. */
export const PRESS_VALID_MS = 5 * 60_000;
/** So that a proof of this key proves this and nothing else. */
const SEALED_AS = 'canary-press.v1.';

/** No domain and no outcome: whoever has the key can say which canary it is, and nothing more. */
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

/** Null for whatever is no genuine press of now. Nothing of the body is read before its proof. */
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
