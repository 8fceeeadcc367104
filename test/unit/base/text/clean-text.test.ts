import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, isolate } from '../../../../lib/base/text/clean-text.ts';
import { clip } from '../../../../lib/base/text/clip.ts';
import { nastyText } from '../../chats/document/hostile.ts';

const LONE = /\p{Surrogate}/u;

describe('clean text', () => {
  it.each([
    ['a line break', 'a\r\nb\u2028c\u0085d', 'a b c d'],
    ['a control character', 'a\u0000\u001b[31mb', 'a [31mb'],
    ['an override of the direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['isolates that are never closed', '\u2067a', 'a'],
    ['a zero-width space', 'a\u200bb\ufeffc', 'abc'],
    ['half an emoji', 'a\ud83db', 'a\ufffdb'],
    ['a tower of accents', `a${'\u0301'.repeat(50)}b`, 'a\u0301\u0301\u0301\u0301b'],
    ['blanks in other scripts', 'a\u3000\u3164\u2800b', 'a b'],
    ['nothing but joiners', '\u200d\u200c\ufe0f', ''],
  ])('has no %s', (_, text, cleaned) => {
    expect(clean(text)).toBe(cleaned);
  });

  it.each(['👩‍👩‍👧‍👦', '❤️', '👍🏽', 'می‌خواهم', 'naïve', '日本語', 'a_b*c`d'])('keeps %s', (text) => {
    expect(clean(text)).toBe(text);
  });

  it('keeps the direction of a text to itself', () => {
    expect(isolate('שלום')).toBe('\u2068שלום\u2069');
    expect(isolate('hello')).toBe('hello');
  });
});

describe('a clipped text', () => {
  it('is never longer than allowed and never holds half a pair', () => {
    fc.assert(
      fc.property(nastyText, fc.integer({ min: 0, max: 300 }), (text, length) => {
        const clipped = clip(clean(text), length);
        expect(clipped.length).toBeLessThanOrEqual(length);
        expect(LONE.test(clipped)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps characters of several code points whole', () => {
    const family = '👩‍👩‍👧‍👦';
    for (let length = 1; length < 40; length++) {
      expect(clip(family.repeat(5), length).replaceAll(family, '')).toBe('…');
    }
    expect(clip('cafe\u0301 au lait', 5)).toBe('caf…');
  });

  it('says that it goes on, only where it does', () => {
    expect(clip('abcdef', 6)).toBe('abcdef');
    expect(clip('abcdefg', 6)).toBe('abcde…');
  });
});
