import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../../local/cloud/meter/row-size.ts';
import { sizeOfRow } from '../../../../../local/cloud/meter/row-size.ts';
import {
  type IndexShape,
  indexWriteUnits,
  readUnits,
  tableWriteUnits,
} from '../../../../../local/cloud/meter/row-units.ts';

const KEYS = ['pk', 'sk'];
const todo: IndexShape = { name: 'todo', keys: ['todo', 'todoAt'], projected: [] };
const all: IndexShape = { name: 'all', keys: ['todo'], projected: 'all' };

const row = (more: Record<string, string> = {}): Row =>
  Object.fromEntries(Object.entries({ pk: 'a', sk: 'b', ...more }).map(([name, S]) => [name, { S }]));
const long = (bytes: number): string => 'x'.repeat(bytes);

describe('the size of a row', () => {
  it('is that of its names and its values', () => {
    expect(sizeOfRow({ pk: { S: 'käse' } })).toBe(2 + 5);
    expect(sizeOfRow({ n: { N: '1234' }, b: { BOOL: true }, z: { NULL: true } })).toBe(1 + 3 + 1 + 1 + 1 + 1);
    expect(sizeOfRow({ l: { L: [{ S: 'ab' }, { S: 'c' }] } })).toBe(1 + 3 + 2 + 3);
    expect(sizeOfRow({ m: { M: { k: { S: 'v' } } } })).toBe(1 + 3 + 1 + 2);
    expect(sizeOfRow({ s: { SS: ['ab', 'c'] }, d: { B: 'AAAA' } })).toBe(1 + 3 + 1 + 3);
  });

  it('is not guessed for what is not known', () => {
    expect(() => sizeOfRow({ x: { XX: 1 } })).toThrow('XX');
  });
});

describe('the units of a write', () => {
  it('are those of the larger of the row before and after, and one at least', () => {
    expect(tableWriteUnits(null, row())).toBe(1);
    expect(tableWriteUnits(row({ text: long(2_000) }), row())).toBe(2);
    expect(tableWriteUnits(row(), row({ text: long(1_010) }))).toBe(1);
    expect(tableWriteUnits(row(), row({ text: long(1_020) }))).toBe(2);
  });

  it('are none in an index that the row is not in', () => {
    expect(indexWriteUnits(todo, { keys: KEYS }, null, row())).toBe(0);
    expect(indexWriteUnits(todo, { keys: KEYS }, row({ todo: 'list' }), row())).toBe(0);
  });

  it('are one to come into an index and one to leave it, by what it holds', () => {
    const listed = row({ todo: 'list', todoAt: '1', text: long(3_000) });
    expect(indexWriteUnits(todo, { keys: KEYS }, null, listed)).toBe(1);
    expect(indexWriteUnits(todo, { keys: KEYS }, listed, row())).toBe(1);
    expect(indexWriteUnits(all, { keys: KEYS }, null, listed)).toBe(3);
  });

  it('are two where the key in an index changes', () => {
    const [before, after] = [row({ todo: 'list', todoAt: '1' }), row({ todo: 'list', todoAt: '2' })];
    expect(indexWriteUnits(todo, { keys: KEYS }, before, after)).toBe(2);
  });

  it('are none where nothing changes that the index holds', () => {
    const [before, after] = [
      row({ todo: 'list', todoAt: '1' }),
      row({ todo: 'list', todoAt: '1', text: 'new' }),
    ];
    expect(indexWriteUnits(todo, { keys: KEYS }, before, after)).toBe(0);
    expect(indexWriteUnits(all, { keys: KEYS }, before, after)).toBe(1);
  });
});

describe('the units of a read', () => {
  it('are one for each 4 KB, and half of that where an older answer will do', () => {
    expect(readUnits(0, true)).toBe(1);
    expect(readUnits(4_097, true)).toBe(2);
    expect(readUnits(4_097, false)).toBe(1);
  });
});
