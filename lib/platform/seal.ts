import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BridgeKey, BridgeKeys } from './bridge-keys.ts';
import { remembered } from './remembered.ts';

/** Proves that the bridge wrote a text, because people who press buttons could send any text. */
export type SealOf = (text: string) => string;

/** Proves that a text comes from the bridge itself. */
export interface Seal {
  of(text: string): string;
  isGenuine(text: string, proof: string): boolean;
}

/** 128 bits: too many to guess, and short enough for a button. */
const PROOF_BYTES = 16;

export function createSeal({ secret }: Pick<BridgeKey, 'secret'>): Seal {
  const proofOf = (text: string): Buffer =>
    createHmac('sha256', secret).update(text).digest().subarray(0, PROOF_BYTES);
  return {
    of: (text) => proofOf(text).toString('base64url'),
    isGenuine(text, proof) {
      const given = Buffer.from(proof, 'base64url');
      // Only our own spelling counts: one text has one proof.
      const isOurs = given.length === PROOF_BYTES && given.toString('base64url') === proof;
      return isOurs && timingSafeEqual(given, proofOf(text));
    },
  };
}

/** A seal for synchronous code: usable once `ready` has resolved. */
export function createReadySeal(keys: BridgeKeys, name: string) {
  let seal: Seal | null = null;
  const opened = (): Seal => {
    if (!seal) throw new Error(`the key "${name}" was not read yet`);
    return seal;
  };
  const ready = remembered(async () => {
    seal = createSeal(await keys.keyOf(name));
  });
  return {
    ready: (): Promise<void> => ready(),
    seal: {
      of: (text) => opened().of(text),
      isGenuine: (text, proof) => opened().isGenuine(text, proof),
    } satisfies Seal,
  };
}
