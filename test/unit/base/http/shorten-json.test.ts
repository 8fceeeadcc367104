import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonShortener } from '../../../../lib/base/http/shorten-json.ts';

const MOST_ELEMENTS = 500;
const MOST_TEXT_BYTES = 4_096;

/** Fed in parts of this size, since a network cuts anywhere. */
function shorten(text: string, partBytes = 7): string {
  const bytes = Buffer.from(text);
  const take = createJsonShortener();
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += partBytes) parts.push(take(bytes.subarray(at, at + partBytes)));
  return Buffer.concat(parts).toString('utf8');
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('JSON that is shortened as it comes in', () => {
  it('stays as it is when nothing in it is long, whatever it is and wherever it is cut', () => {
    const anything = fc.json({ depthSize: 'large' });
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 9 }), (text, size) => shorten(text, size) === text),
    );
  });

  it('keeps the first elements of a long list inside an item, and all that follows the list', () => {
    const events = numbers(5_000).map((n) => ({ n, deep: [[{ quoted: '],}"[{\\' }]] }));
    const page = { items: [{ id: 'a', events, after: 'kept' }], next_cursor: 'b' };
    expect(JSON.parse(shorten(JSON.stringify(page)))).toEqual({
      items: [{ id: 'a', events: events.slice(0, MOST_ELEMENTS), after: 'kept' }],
      next_cursor: 'b',
    });
  });

  it('leaves out no item of the list itself', () => {
    const page = { items: numbers(5_000), next_cursor: null };
    expect(JSON.parse(shorten(JSON.stringify(page)))).toEqual(page);
  });

  it.each([
    ['letters', 'a', 4_096],
    ['quotes that are escaped', '"', 2_048],
    ['letters of several bytes', 'ü', 2_048],
    ['pairs that JSON writes out', '\u0001', 683],
    ['signs of four bytes', '😀', 1_024],
  ])('cuts long texts between characters: %s', (_, letter, left) => {
    const page = { items: [{ text: letter.repeat(9_000), after: 1 }] };
    const read = JSON.parse(shorten(JSON.stringify(page))) as typeof page;
    expect(read).toEqual({ items: [{ text: letter.repeat(left), after: 1 }] });
    expect(Buffer.byteLength(JSON.stringify(read.items[0]?.text))).toBeLessThanOrEqual(MOST_TEXT_BYTES + 8);
  });

  it('does not remember how deep it is in what it leaves out', () => {
    const take = createJsonShortener();
    take(Buffer.from(`{"items":[{"events":[${'0,'.repeat(MOST_ELEMENTS)}`));
    const deeper = Buffer.from('['.repeat(1_000_000));
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 50; n++) expect(take(deeper)).toHaveLength(0);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50e6);
  });
});
