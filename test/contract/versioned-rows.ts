import { beforeEach, describe, expect, it } from 'vitest';
import type { TodoRange } from '../../lib/base/todo-list.ts';
import type { RowKey, VersionedRows } from '../../lib/base/versioned-rows.ts';

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

    it('changes a row for everybody who wants to, and says what each decided', async () => {
      const add = (n: number) =>
        rows.change(key, (row) => {
          const before = (row?.value ?? []) as readonly number[];
          return { before, next: { value: [...before, n], expiresAtMs: LATER } };
        });
      const decided = await Promise.all([1, 2, 3, 4].map(add));
      expect((await rows.read(key))?.value).toHaveLength(4);
      expect(decided.map(({ before }) => before.length).toSorted()).toEqual([0, 1, 2, 3]);
    });

    it('writes nothing where nothing changes, and gives up where others are quicker each time', async () => {
      await write('mine', 0);
      expect(await rows.change(key, (row) => ({ said: row?.value, next: undefined }))).toMatchObject({
        said: 'mine',
      });
      const meanwhile = async (row: { readonly version: number } | null) => {
        await write('theirs', row?.version ?? 0);
        return { next: { value: 'ours', expiresAtMs: LATER } };
      };
      await expect(rows.change(key, meanwhile)).rejects.toThrow('others were quicker each time');
      expect(await rows.read(key)).toMatchObject({ value: 'theirs', version: 9 });
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

    describe('what is to be done', () => {
      const under = () => `under-${counter}`;
      const add = (n: number) =>
        rows.write({ ...key, sk: `d${n}` }, n, {
          version: 0,
          expiresAtMs: LATER,
          todo: { under: under(), at: `${n}` },
        });
      const listed = async (range: Partial<TodoRange> = {}) =>
        (await rows.todo.list(under(), { limit: 10, ...range })).map(({ key: { sk }, at }) => [sk, at]);

      it('is listed in order, until a write that says no more of it', async () => {
        for (const n of [3, 1, 2]) await add(n);
        expect(await listed()).toEqual([
          ['d1', '1'],
          ['d2', '2'],
          ['d3', '3'],
        ]);
        await write('done', 1, { ...key, sk: 'd1' });
        expect(await listed()).toEqual([
          ['d2', '2'],
          ['d3', '3'],
        ]);
        expect(await rows.todo.list('elsewhere', { limit: 10 })).toEqual([]);
      });

      it('is listed within bounds, both included, and no more than asked for', async () => {
        for (const n of [1, 2, 3, 4]) await add(n);
        expect(await listed({ from: '2', until: '3' })).toEqual([
          ['d2', '2'],
          ['d3', '3'],
        ]);
        expect(await listed({ limit: 1 })).toEqual([['d1', '1']]);
        expect(await listed({ limit: 2, backwards: true })).toEqual([
          ['d4', '4'],
          ['d3', '3'],
        ]);
      });

      it('gets another place without being written, if it is where it was', async () => {
        for (const n of [1, 2]) await add(n);
        const [first] = await rows.todo.list(under(), { limit: 1 });
        if (!first) throw new Error('nothing is listed');
        expect(await rows.todo.move(under(), first, '3')).toBe(true);
        expect(await rows.todo.move(under(), first, '4')).toBe(false);
        expect(await rows.todo.move('elsewhere', { ...first, at: '3' }, '4')).toBe(false);
        expect(await listed()).toEqual([
          ['d2', '2'],
          ['d1', '3'],
        ]);
        expect(await rows.read(first.key)).toEqual({ version: 1, value: 1, todo: '3' });
      });

      it('is listed behind a given one, in either direction', async () => {
        for (const n of [1, 2, 3]) await add(n);
        const after = { key: { ...key, sk: 'd2' }, at: '2' };
        expect(await listed({ after })).toEqual([['d3', '3']]);
        expect(await listed({ after, backwards: true })).toEqual([['d1', '1']]);
      });
    });
  });
}
