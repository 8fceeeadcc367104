import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine, GUARD } from '../../../lib/base/csv.ts';
import { describeError, harmless, jsonLine } from '../../../lib/base/terminal.ts';
import { computedIn, HOSTILE_TEXTS, hostileText, obeyedIn } from '../../attack/hostile-text.ts';
import { readCsv } from '../../attack/read-csv.ts';
import { anyCharacter } from '../any-character.ts';

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.oneof(fc.constantFrom(...Object.values(HOSTILE_TEXTS)), anyCharacter), maxLength: 4 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const csvText = fc.oneof(anyText, fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;|\' a1é＝－') }));

describe('hostile text', () => {
  it.each(hostileText.map((attempt) => [attempt.name, attempt] as const))('%s', async (_, attempt) => {
    expect(await attempt.run()).toBeNull();
  });
});

describe('what a command prints', () => {
  it('is never obeyed, whatever the text', () => {
    fc.assert(fc.property(anyText, (text) => obeyedIn(harmless(text)) === null));
  });

  it('is the same when it is made harmless again', () => {
    fc.assert(fc.property(anyText, (text) => harmless(harmless(text)) === harmless(text)));
  });

  it('is the same value in JSON', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = jsonLine({ [`k${text}`]: [text] });
        expect(obeyedIn(line)).toBeNull();
        expect(JSON.parse(line)).toEqual({ [`k${text}`]: [text] });
      }),
    );
  });

  it.each([
    'Zürich – naïve café',
    '日本語　テキスト',
    '葛\u{e0100}城',
    '👩‍👩‍👧‍👦 👍🏽 ❤️ 1️⃣ 🏳️‍🌈',
    'می‌خواهم',
    'क्‍ष',
    'שלום עולם مرحبا',
    'Việt Nam, ภาษาไทย',
    '12\u00a0000\u202f€',
    'a_b*c`d \\ "quoted"',
  ])('keeps %j as it is', (text) => {
    expect(harmless(text)).toBe(text);
  });

  it('shows what it does not let through', () => {
    expect(harmless('a\u001b[2Jb\nc\u{e0001}')).toBe('a\\u001b[2Jb\\u000ac\\udb40\\udc01');
  });

  it('tells an error on one line, with where it comes from', () => {
    const [first, ...frames] = describeError(new Error('no\n    at forged (evil.ts:1:1)\u001b[2J'));
    expect(harmless(first ?? '')).toBe('Error: no\\u000a    at forged (evil.ts:1:1)\\u001b[2J');
    expect(frames.at(-1)).toMatch(/^ +at /);
  });
});

describe('CSV', () => {
  const back = (text: string): string => readCsv(`${csvCell(text)}\r\n`)[0]?.[0] ?? '';

  it('gives back every text, but for the guards', () => {
    fc.assert(
      fc.property(csvText, (text) => {
        const read = back(text);
        let at = 0;
        for (const unit of read.split(''))
          if (unit === text[at]) at++;
          else expect(unit).toBe(GUARD);
        expect(at).toBe(text.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is computed nowhere, whatever separates cells', () => {
    fc.assert(
      fc.property(csvText, (text) => computedIn(back(text)) === null),
      { numRuns: 1_000 },
    );
  });

  it('keeps cells and lines apart', () => {
    fc.assert(
      fc.property(fc.array(csvText, { minLength: 1, maxLength: 5 }), (texts) => {
        const rows = readCsv(csvLine(texts) + csvLine(['end']));
        expect(rows.map((row) => row.length)).toEqual([texts.length, 1]);
      }),
    );
  });

  it.each(['Ada - Winter', 'a-b', 'x@acme.example', '2026-11-15', '1 + 1 = 2', ''])(
    'leaves %j alone',
    (text) => {
      expect(back(text)).toBe(text);
    },
  );
});
