import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, readDuration } from '../../../lib/config/schema/duration.ts';

describe('a duration', () => {
  it.each([
    ['250ms', 250],
    ['5s', 5_000],
    ['1.5m', 90_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['2d', 172_800_000],
    [0, 0],
    [60_000, 60_000],
  ])('%j is %i milliseconds', (written, ms) => {
    expect(readDuration(written)).toBe(ms);
  });

  it.each([
    '',
    '5',
    's',
    '5 s',
    '-5s',
    '5S',
    '1h30m',
    '1e3s',
    `${'9'.repeat(15)}d`,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    {},
    ['5s'],
  ])('%j is none', (written) => {
    expect(readDuration(written)).toBeNull();
  });

  it.each([
    [0, '0s'],
    [90_000, '90s'],
    [900_000, '15m'],
    [86_400_000, '24h'],
    [172_800_000, '2d'],
    [1_234, '1234ms'],
  ])('of %i milliseconds is written %j', (ms, written) => {
    expect(formatDuration(ms)).toBe(written);
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.nat(), (ms) => {
        expect(readDuration(formatDuration(ms))).toBe(ms);
      }),
    );
  });
});
