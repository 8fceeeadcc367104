import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGlob, matchGlob } from '../../../lib/routing/glob.ts';
import { shareOf } from '../../support/extent.ts';

describe('a glob', () => {
  it.each([
    ['*', '', true],
    ['**', 'anything', true],
    ['', '', true],
    ['', 'a', false],
    ['?', '', false],
    ['?', 'a', true],
    ['?', '🦊', true],
    ['??', '🦊', false],
    ['*🦊?', 'x🦊🐼', true],
    ['*@acme.example', 'ann@acme.example', true],
    ['*@acme.example', 'ann@acme.example.evil', false],
    ['*@acme.example', 'ann@acmexexample', false],
    ['ann@*', 'joann@acme.example', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['*aab', 'aaab', true],
    ['[a-z]+', 'abc', false],
    ['.*', 'abc', false],
  ])('%j and %j: %j', (pattern, text, matches) => {
    expect(matchGlob(pattern, text)).toBe(matches);
  });

  it('is only what has a star or a question mark in it', () => {
    expect(isGlob('ann@acme.example')).toBe(false);
    expect(isGlob('*@acme.example')).toBe(true);
    expect(isGlob('a?')).toBe(true);
  });

  it('matches what a regular expression would', () => {
    const piece = fc.constantFrom('a', 'b', '🦊', '*', '?');
    const pattern = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));
    const text = fc
      .array(fc.constantFrom('a', 'b', '🦊', '\n'), { maxLength: 9 })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(pattern, text, (glob, value) => {
        const source = glob.replaceAll('*', '[^]*').replaceAll('?', '[^]');
        expect(matchGlob(glob, value)).toBe(new RegExp(`^${source}$`, 'u').test(value));
      }),
      { numRuns: shareOf(5_000, 5) },
    );
  });

  it.each([
    ['*a*a*a*a*b', 'a'.repeat(10_000)],
    [`${'*a'.repeat(150)}*b`, 'a'.repeat(10_000)],
    [`${'*'.repeat(300)}b`, 'a'.repeat(10_000)],
    [`${'*?'.repeat(150)}b`, 'a'.repeat(10_000)],
  ])(
    'that would send a regular expression on a long walk takes a few steps per character: %j',
    (pattern, text) => {
      const meter = { steps: 0 };
      expect(matchGlob(pattern, text, meter)).toBe(false);
      expect(meter.steps).toBeLessThanOrEqual(3 * (text.length + pattern.length));
    },
  );

  it('never takes more steps than the product of the lengths', () => {
    const letters = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'a', 'a', 'b'), maxLength });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'a', '*', '?', 'b'), maxLength: 30 });
    fc.assert(
      fc.property(pattern, letters(300), (glob, text) => {
        const meter = { steps: 0 };
        matchGlob(glob, text, meter);
        expect(meter.steps).toBeLessThanOrEqual((text.length + 1) * (glob.length + 1));
      }),
      { numRuns: shareOf(1_000, 5) },
    );
  });
});
