import { beforeEach, describe, expect, it } from 'vitest';
import type { RowKey, VersionedRows } from '../../lib/platform/versioned-rows.ts';

const LATER = Date.parse('2027-01-01T00:00:00Z');
let counter = 0;

/** What every keeper of versioned rows must do. */
export function describeVersionedRows(name: string, create: () => VersionedRows) {
  describe(`${name} as versioned rows`, () => {
    let rows: VersionedRows;
    let key: RowKey;
    const write = (value: unknown, version: number, at = key) =>
      rows.write(at, value, { version, expiresAtMs: LATER });
    beforeEach(() => {
      rows = create();
      key = { pk: `item-${++counter}`, sk: 'a' };
    });

    it('knows nothing of a row that nobody wrote', async () => {
      expect(await rows.read(key)).toBeNull();
      expect(await rows.list(key.pk, '')).toEqual([]);
    });

    it('gives back what was written, with its version', async () => {
      const value = { text: 'Zürich \u{1f600} \ud800', list: [1, null, { deep: true }] };
      expect(await write(value, 0)).toBe(1);
      expect(await rows.read(key)).toEqual({ version: 1, value });
      expect(await write('next', 1)).toBe(2);
      expect(await rows.read(key)).toEqual({ version: 2, value: 'next' });
    });

    it('refuses who does not know the row as it is, and leaves it alone', async () => {
      await write('mine', 0);
      expect(await write('again', 0)).toBeNull();
      expect(await write('ahead', 2)).toBeNull();
      expect(await rows.read(key)).toEqual({ version: 1, value: 'mine' });
    });

    it('lets one of many win', async () => {
      const written = await Promise.all([1, 2, 3, 4, 5].map((n) => write(n, 0)));
      expect(written.filter((version) => version === 1)).toHaveLength(1);
      expect(written.filter((version) => version === null)).toHaveLength(4);
    });

    it('lists the rows of a partition that begin alike, in order', async () => {
      for (const sk of ['delivery#b', 'seen', 'delivery#a', 'deliverz']) await write(sk, 0, { ...key, sk });
      const listed = await rows.list(key.pk, 'delivery#');
      expect(listed.map((row) => [row.key.sk, row.version, row.value])).toEqual([
        ['delivery#a', 1, 'delivery#a'],
        ['delivery#b', 1, 'delivery#b'],
      ]);
    });

    it('puts many rows at once, and again', async () => {
      const some = Array.from({ length: 60 }, (_, n) => ({ key: { ...key, sk: `e${n}` }, value: n }));
      await rows.putAll(some, LATER);
      await rows.putAll(some, LATER);
      expect(await rows.list(key.pk, 'e')).toHaveLength(60);
      expect(await rows.read({ ...key, sk: 'e7' })).toEqual({ version: 1, value: 7 });
    });

    it('finds unfinished rows, oldest first, until they are finished', async () => {
      const under = `under-${counter}`;
      const options = (sinceMs: number) => ({ expiresAtMs: LATER, unfinished: { under, sinceMs } });
      for (const n of [3, 1, 2]) {
        await rows.write({ ...key, sk: `d${n}` }, n, { version: 0, ...options(n * 1000) });
      }
      expect((await rows.unfinished(under, 10, 9_000)).map(({ value }) => value)).toEqual([1, 2, 3]);
      expect((await rows.unfinished(under, 10, 3_000)).map(({ value }) => value)).toEqual([1, 2]);
      expect((await rows.unfinished(under, 1, 9_000)).map(({ value }) => value)).toEqual([1]);
      await write('done', 1, { ...key, sk: 'd1' });
      expect((await rows.unfinished(under, 10, 9_000)).map(({ value }) => value)).toEqual([2, 3]);
      expect(await rows.unfinished('elsewhere', 10, 9_000)).toEqual([]);
    });
  });
}
