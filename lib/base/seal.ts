import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BridgeKey, BridgeKeys } from './bridge-keys.ts';

/** Proves that the bridge wrote a text, because people who press buttons could send any text. */
export type SealOf = (text: string) => string;

/** Proves that a text comes from the bridge itself. */
export interface Seal {
  of(text: string): string;
  isGenuine(text: string, proof: string): boolean;
}

/** 128 bits: too many to guess, and short enough for a button. */
const PROOF_BYTES = 16;

/** Made with the key, and accepted if made with one that it replaced. */
export function createSeal({ secret, others = [] }: Pick<BridgeKey, 'secret'> & Partial<BridgeKey>): Seal {
  const proofOf = (text: string, key: Buffer): Buffer =>
    createHmac('sha256', key).update(text).digest().subarray(0, PROOF_BYTES);
  return {
    of: (text) => proofOf(text, secret).toString('base64url'),
    isGenuine(text, proof) {
      const given = Buffer.from(proof, 'base64url');
      // Only our own spelling counts: one text has one proof.
      const isOurs = given.length === PROOF_BYTES && given.toString('base64url') === proof;
      return isOurs && [secret, ...others].some((key) => timingSafeEqual(given, proofOf(text, key)));
    },
  };
}

/** Throws while the key is not made. */
export async function openSeal(keys: Pick<BridgeKeys, 'keyOf'>, name: string): Promise<Seal> {
  const key = await keys.keyOf(name);
  if (!key) throw new Error(`the key "${name}" is not made yet`);
  return createSeal(key);
}

/** A seal for synchronous code: usable once `ready` has resolved, and up to date when that is awaited before each use. */
export function createReadySeal(keys: BridgeKeys, name: string) {
  let seal: Seal | null = null;
  const opened = (): Seal => {
    if (!seal) throw new Error(`the key "${name}" was not read yet`);
    return seal;
  };
  return {
    async ready(): Promise<void> {
      seal = await openSeal(keys, name);
    },
    seal: {
      of: (text) => opened().of(text),
      isGenuine: (text, proof) => opened().isGenuine(text, proof),
    } satisfies Seal,
  };
}
