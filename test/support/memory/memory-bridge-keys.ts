import { createHash } from 'node:crypto';
import type { BridgeKeys } from '../../../lib/platform/bridge-keys.ts';

/** Keys without a table: those of one seed are the same in every process. */
export const createMemoryBridgeKeys = (seed = String(Math.random())): BridgeKeys => ({
  keyOf: async (name) => ({
    secret: createHash('sha256').update(`${seed}\n${name}`).digest(),
    createdAtMs: 0,
  }),
});
