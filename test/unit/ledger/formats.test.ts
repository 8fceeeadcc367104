import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UnreadableError } from '../../../lib/base/read-versioned.ts';
import { ROWS, type RowName, rowNameOf } from '../../../lib/ledger/catalogue.ts';
import { CAPTURED, type Captured, MESSAGES, READERS, type Reader, readRow } from './readers.ts';

/** Whether a reader leaves a value to a version that understands it: it says so, or throws it. */
function isUnreadable(read: Reader, value: { readonly v?: number }): boolean {
  try {
    const answer = read(value);
    return typeof answer === 'object' && answer !== null && 'unreadable' in answer;
  } catch (error) {
    if (error instanceof UnreadableError) return true;
    throw error;
  }
}

const readers = Object.entries(READERS).flatMap(([name, read]) =>
  typeof read === 'string' ? [] : [[name, read] as const],
);

describe.each(readers)('%s', (_name, read) => {
  it('is unreadable in a format that only a newer version knows, and without one', () => {
    expect(isUnreadable(read, { v: 2 })).toBe(true);
    expect(isUnreadable(read, {})).toBe(true);
  });
});

describe('what 0.1.0 wrote', () => {
  const { rows, messages } = JSON.parse(readFileSync(CAPTURED, 'utf8')) as Captured;

  it.each(Object.keys(ROWS) as RowName[])('is read as it was: %s', (name) => {
    const { row, says } = rows[name] ?? expect.fail('no such row was captured');
    expect(rowNameOf({ pk: row.pk?.S ?? '', sk: row.sk?.S ?? '' })).toBe(name);
    expect(readRow(name, row)).toEqual(says);
  });

  it.each(Object.entries(MESSAGES))('is read as it was: a message %s', (kind, read) => {
    const { body, says } = messages[kind] ?? expect.fail('no such message was captured');
    expect(says).toMatchObject({ ok: true });
    expect(JSON.parse(JSON.stringify(read(body)))).toEqual(says);
  });
});
