import { bridgeKeyRow } from '../ledger/bridge-rows.ts';
import type { CallAws } from '../platform/aws/signed-aws.ts';
import type { BridgeKey } from '../platform/bridge-keys.ts';
import { readBridgeKey } from './bridge-key-row.ts';
import type { Row } from './row-values.ts';
import { rowKey } from './row-values.ts';
import { GET_ITEM } from './signed-reads.ts';

/** For the action function, which makes none. */
export interface FindBridgeKeys {
  /** Null when no function has needed it so far. */
  find(name: string): Promise<BridgeKey | null>;
}

export function createSignedBridgeKeys(callAws: CallAws, TableName: string): FindBridgeKeys {
  const found = new Map<string, BridgeKey>();
  return {
    async find(name) {
      const known = found.get(name);
      if (known) return known;
      const { Item } = await callAws(GET_ITEM, {
        TableName,
        Key: rowKey(bridgeKeyRow.key(name)),
        ConsistentRead: true,
      });
      if (!Item) return null;
      const key = readBridgeKey(Item as Row, name);
      found.set(name, key);
      return key;
    },
  };
}
