import { createHash } from 'node:crypto';
import type { BridgeKeys, KeyStore } from '../../../lib/base/bridge-keys.ts';

/** Keys that are always there: those of one seed are the same in every process. */
export const createMemoryBridgeKeys = (seed = String(Math.random())): BridgeKeys => ({
  keyOf: async (name) => ({
    secret: createHash('sha256').update(`${seed}\n${name}`).digest(),
    others: [],
  }),
  make: async () => undefined,
});

/** Keys that functions make and read, as in SSM. */
export function createMemoryKeyStore(
  stored: Pick<Map<string, string>, 'get' | 'has' | 'set'> = new Map(),
): Required<KeyStore> {
  return {
    read: async (name) => stored.get(name) ?? null,
    async create(name, value) {
      if (!stored.has(name)) stored.set(name, value);
    },
  };
}
