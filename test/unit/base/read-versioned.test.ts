import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createVersionedReader, UnreadableError, understood } from '../../../lib/base/read-versioned.ts';

const read = createVersionedReader<{ name: string }>('the row', 2, z.object({ name: z.string() }));

describe('what some version wrote', () => {
  it('is read when its version is known', () => {
    for (const input of [
      { v: 1, name: 'a' },
      { v: 2, name: 'a' },
    ]) {
      expect(read(input)).toEqual({ ok: { name: 'a' } });
    }
  });

  it('keeps what a newer version added', () => {
    const written = { name: 'a', added: { deep: [1] } };
    expect(understood(read({ v: 2, ...written }))).toEqual(written);
  });

  it('is unreadable when its version is newer, whatever else it holds', () => {
    const unreadable = 'the row is in format 3, and this version of the bridge reads up to 2';
    expect(read({ v: 3, name: 'a' })).toEqual({ unreadable });
    expect(() => understood(read({ v: 3 }))).toThrow(UnreadableError);
  });

  it.each([[null], ['text'], [[]], [{}], [{ name: 'a' }], [{ v: 1, name: 7 }], [{ v: 'two' }]])(
    'is unreadable when it is not what it should be: %j, and no value is quoted',
    (input) => {
      const answer = read(input);
      expect(answer).toHaveProperty('unreadable');
      expect(JSON.stringify(answer)).not.toContain('7');
    },
  );
});
