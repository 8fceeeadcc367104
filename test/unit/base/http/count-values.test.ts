import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countValues } from '../../../../lib/base/http/count-values.ts';

/** One character after the other. */
function counted(text: string): number {
  let count = 1;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const one = text[at] ?? '';
    if (quoted && one === '\\') at++;
    else if (one === '"') quoted = !quoted;
    else if (!quoted && ',[{'.includes(one)) count++;
  }
  return count;
}

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + valuesIn(one), 1)
    : 1;

describe('the number of values in a text', () => {
  it('is what stands outside of strings, whatever is inside of them and wherever the text is cut off', () => {
    const pieces = fc.constantFrom('"', '\\', '\\\\', ',', '[', '{', ']', '}', ':', 'a', 'é', '1');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (some) => {
        expect(countValues(some.join(''))).toBe(counted(some.join('')));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never less than what would be parsed', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(countValues(text)).toBeGreaterThanOrEqual(valuesIn(JSON.parse(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not take long for a text of nothing but escapes', () => {
    expect(countValues(`["${'\\"'.repeat(500_000)}"${',1'.repeat(3)}]`)).toBe(5);
    expect(countValues(`["${'\\'.repeat(1_000_000)}",1]`)).toBe(3);
  });
});
