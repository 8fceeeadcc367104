import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonMistake } from '../../../lib/config/file/json-mistake.ts';
import { shareOf } from '../../support/extent.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** JSON as a person leaves it: some characters taken out or put in, or its end missing. */
const spoilt = fc
  .tuple(
    fc.json(),
    fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('', ',', '"', '{', '}', ']', ':', '\n', '0', '-', '\\', 'é', '\t')),
      { maxLength: 3 },
    ),
    fc.nat(3),
  )
  .map(([json, changes, indent]) => {
    let text = JSON.stringify(JSON.parse(json), null, indent);
    for (const [where, sign] of changes) {
      const at = where % (text.length + 1);
      text = text.slice(0, at) + sign + text.slice(at + (sign === '' ? 1 : 0));
    }
    return text;
  });

describe('a mistake in JSON', () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 3, 'a comma or }'],
    ['{\n  "a": 1,\n}', 3, 'a name in double quotes'],
    ['{\n  "a" 1\n}', 2, 'a colon'],
    ['{ "a": }', 1, 'a value'],
    ['{\n  // why\n  "a": 1 }', 2, 'a name in double quotes'],
    ['{\n  "a": "soc\n}', 2, 'a double quote at the end of this text'],
    ["{ 'a': 1 }", 1, 'a name in double quotes'],
    ['[1, 2', 1, 'a comma or ]'],
    ['[01]', 1, 'a value'],
    ['{}\n{}', 2, 'the end of the file'],
    ['', 1, 'a value'],
  ])('is found in %j', (text, line, expected) => {
    expect(findJsonMistake(text)).toMatchObject({ line, expected });
  });

  it('is found in what JSON.parse refuses, and in nothing else', () => {
    fc.assert(
      fc.property(spoilt, (text) => {
        expect(findJsonMistake(text) === null).toBe(isJson(text));
      }),
      { numRuns: shareOf(5_000) },
    );
  });

  it('has nothing wrong before it', () => {
    fc.assert(
      fc.property(spoilt, (text) => {
        const mistake = findJsonMistake(text);
        if (!mistake) return;
        const before = text.slice(0, mistake.at);
        // Where it only stops, it may be JSON already, or become it.
        expect(findJsonMistake(before)?.at ?? before.length).toBe(before.length);
      }),
      { numRuns: shareOf(5_000) },
    );
  });

  it('never shows what stands in the text', () => {
    const mistake = findJsonMistake('{ "apiKey": sk-live-4242 }');
    expect(JSON.stringify(mistake)).not.toContain('4242');
  });
});
