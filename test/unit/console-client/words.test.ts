import { describe, expect, it } from 'vitest';
import { counted, readable } from '../../../console/client/words/amount.ts';
import { fullMoment, sayMoment, saySpan } from '../../../console/client/words/moment.ts';

const NOW = new Date(2026, 10, 15, 14, 30, 0).getTime();
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('saySpan', () => {
  it.each([
    [-5, '0 ms'],
    [850, '850 ms'],
    [4_230, '4.2 s'],
    [34_400, '34 s'],
    [59_700, '1 min'],
    [5 * MINUTE, '5 min'],
    [59.8 * MINUTE, '1 h'],
    [2 * HOUR, '2 h'],
    [130 * MINUTE, '2 h 10 min'],
    [24 * HOUR, '1 day'],
    [75 * HOUR, '3 days'],
  ])('says %d ms as %s', (ms, words) => {
    expect(saySpan(ms)).toBe(words);
  });
});

describe('sayMoment', () => {
  it.each([
    [NOW - 2 * SECOND, 'just now'],
    [NOW + 3 * SECOND, 'just now'],
    [NOW - 40 * SECOND, '40 s ago'],
    [NOW - 5 * MINUTE, '5 min ago'],
    [NOW - 3 * HOUR, 'today 11:30'],
    [NOW - 20 * HOUR, 'yesterday 18:30'],
    [NOW - 72 * HOUR, '12 Nov 14:30'],
    [NOW + 5 * MINUTE, 'in 5 min'],
  ])('says %d as %s', (atMs, words) => {
    expect(sayMoment(atMs, NOW)).toBe(words);
  });

  it('has the whole moment, to the second', () => {
    expect(fullMoment(NOW)).toBe('Sun 15 Nov 2026, 14:30:00');
  });
});

describe('amounts', () => {
  it('says one and many', () => {
    expect([counted(1, 'reply', 'replies'), counted(1_200, 'run')]).toEqual(['1 reply', '1,200 runs']);
  });

  it('reads codes as people do', () => {
    expect([readable('TRUE_POSITIVE'), readable('newest-first'), readable('')]).toEqual([
      'True positive',
      'Newest first',
      '',
    ]);
  });
});
