import { describe, expect, it } from 'vitest';
import type { KeyStore } from '../../lib/base/bridge-keys.ts';

/** What everything that keeps the keys of the bridge must do. */
export function describeKeyStore(name: string, create: () => Required<KeyStore>) {
  describe(`${name} as the store of the bridge's keys`, () => {
    it('has nothing until a key is created', async () => {
      const store = create();
      expect(await store.read('buttons')).toBeNull();
      await store.create('buttons', 'one');
      expect(await store.read('buttons')).toBe('one');
      expect(await store.read('links')).toBeNull();
    });

    it('never replaces a key, whoever was quicker', async () => {
      const store = create();
      await Promise.all(['one', 'two', 'three'].map((value) => store.create('buttons', value)));
      const kept = await store.read('buttons');
      await store.create('buttons', 'four');
      expect(await store.read('buttons')).toBe(kept);
    });
  });
}
