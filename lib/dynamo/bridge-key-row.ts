import { bridgeKeyRow } from '../ledger/bridge-rows.ts';
import { BRIDGE_KEY_BYTES, type BridgeKey, type BridgeKeys } from '../platform/bridge-keys.ts';
import { UnreadableError } from '../platform/read-versioned.ts';
import { remembered } from '../platform/remembered.ts';
import { hasNoRow, type Update, updateIf } from './expressions.ts';
import { number, type Row, readNumber, readText, rowKey, text } from './row-values.ts';

const FORMAT = 1;

export interface NewBridgeKey {
  readonly name: string;
  /** Says which key it is without showing it. */
  readonly id: string;
  readonly secret: Buffer;
  readonly nowMs: number;
}

/** Without an expiry: what a key has signed or named outlives every other row. */
export const createKeyUpdate = ({ name, id, secret, nowMs }: NewBridgeKey): Update =>
  updateIf(
    {
      condition: hasNoRow,
      values: {
        ':id': text(id),
        ':secret': text(secret.toString('base64')),
        ':createdAtMs': number(nowMs),
        ':version': number(FORMAT),
        // The id is drawn with the key, so it also tells whose write it was.
        ':writeId': text(id),
      },
    },
    rowKey(bridgeKeyRow.key(name)),
    'SET #id = :id, #secret = :secret, #createdAtMs = :createdAtMs, #version = :version, #writeId = :writeId',
  );

/** Throws a UnreadableError for what this version does not understand. No message shows the key. */
export function readBridgeKey(row: Row, name: string): BridgeKey {
  const version = readNumber(row, 'version');
  if (version > FORMAT) {
    throw new UnreadableError(
      `the key "${name}" is in format ${version}, and this version of the bridge reads up to ${FORMAT}`,
    );
  }
  const secret = Buffer.from(readText(row, 'secret') ?? '', 'base64');
  if (secret.length !== BRIDGE_KEY_BYTES) {
    throw new UnreadableError(
      `the key "${name}" in the ledger has ${secret.length} bytes, not ${BRIDGE_KEY_BYTES}`,
    );
  }
  return { secret, createdAtMs: readNumber(row, 'createdAtMs') };
}

/** Each key is read once by a process. What failed is tried again. */
export function rememberKeys(get: (name: string) => Promise<BridgeKey>): BridgeKeys {
  const keys = new Map<string, () => Promise<BridgeKey>>();
  return {
    keyOf(name) {
      const key = keys.get(name) ?? remembered(() => get(name));
      keys.set(name, key);
      return key();
    },
  };
}
