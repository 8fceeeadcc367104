import { randomBytes } from 'node:crypto';
import { bridgeKeyRow } from '../ledger/bridge-rows.ts';
import { BRIDGE_KEY_BYTES, type BridgeKeys } from '../platform/bridge-keys.ts';
import type { Clock } from '../platform/clock.ts';
import { createKeyUpdate, readBridgeKey, rememberKeys } from './bridge-key-row.ts';
import { type DynamoParts, getRow, updateRow } from './dynamo-calls.ts';
import { rowKey } from './row-values.ts';

export interface DynamoBridgeKeysParts
  extends Pick<DynamoParts, 'client' | 'tableName' | 'timeoutMs' | 'abortAfter'> {
  readonly clock: Pick<Clock, 'now'>;
  readonly randomBytes?: ((count: number) => Buffer) | undefined;
}

/** The keys of the bridge as rows of the ledger. Of two functions that make one at the same time, one wins for both. */
export function createDynamoBridgeKeys(parts: DynamoBridgeKeysParts): BridgeKeys {
  const draw = parts.randomBytes ?? randomBytes;
  return rememberKeys(async (name) => {
    const row = await getRow(parts, rowKey(bridgeKeyRow.key(name)));
    if (row) return readBridgeKey(row, name);
    const key = {
      name,
      id: draw(8).toString('hex'),
      secret: draw(BRIDGE_KEY_BYTES),
      nowMs: parts.clock.now(),
    };
    const refused = await updateRow(parts, createKeyUpdate(key), key.id);
    if (!refused) return { secret: key.secret, createdAtMs: key.nowMs };
    if (refused.inTheWay) return readBridgeKey(refused.inTheWay, name);
    throw new Error(`the key "${name}" was taken away while it was made: try again`);
  });
}
