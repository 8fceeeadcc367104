import { createHash } from 'node:crypto';
import type { BridgeConfig } from '../define-bridge.ts';

/** Identifies the configuration of a deployment without revealing anything about it. */
export const configDigest = (config: BridgeConfig): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(config)))
    .digest('hex')
    .slice(0, 16);

/** The order of entries means nothing, except in lists. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]),
  );
}
