import { describe, expect, it } from 'vitest';
import type { BridgeKeys } from '../../lib/platform/bridge-keys.ts';

let counter = 0;
const newName = () => `name-${++counter}`;

/** What every keeper of the bridge's keys must do. `create` opens the same ledger again, as another process does. */
export function describeBridgeKeys(name: string, create: () => () => BridgeKeys) {
  describe(`${name} as the keeper of the bridge's keys`, () => {
    it('makes a key of 32 bytes when it is first asked for, and gives the same ever after', async () => {
      const keys = create()();
      const key = newName();
      const first = await keys.keyOf(key);
      expect(first.secret).toHaveLength(32);
      expect(new Set(first.secret).size).toBeGreaterThan(8);
      expect(await keys.keyOf(key)).toEqual(first);
    });

    it('gives every process the same key', async () => {
      const open = create();
      const key = newName();
      expect(await open().keyOf(key)).toEqual(await open().keyOf(key));
    });

    it('gives processes that ask at the same moment the same key', async () => {
      const open = create();
      const key = newName();
      const asked = await Promise.all(Array.from({ length: 8 }, () => open().keyOf(key)));
      expect(new Set(asked.map(({ secret }) => secret.toString('hex'))).size).toBe(1);
    });

    it('has another key for every name, also when names look alike', async () => {
      const keys = create()();
      const names = [newName(), 'a', 'a#key', 'a%23key', 'A', 'key#a'];
      const found = await Promise.all(names.map((one) => keys.keyOf(one)));
      expect(new Set(found.map(({ secret }) => secret.toString('hex'))).size).toBe(names.length);
    });
  });
}
