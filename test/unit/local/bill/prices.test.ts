import { describe, expect, it } from 'vitest';
import { costOf, freeOf, readPrices } from '../../../../local/bill/prices.ts';
import { together } from '../../../../local/bill/usage.ts';

const prices = readPrices();

describe('the prices', () => {
  it('each say where they are from', () => {
    for (const { source, usd, per } of Object.values(prices.prices)) {
      expect(source).not.toBe('');
      expect(usd / per).toBeGreaterThan(0);
    }
  });

  it('make a bill of what is used', () => {
    const used = [
      { part: 'tableWrites', of: 'poll', amount: 2_000_000 },
      { part: 'dashboards', of: 'the stack', amount: 1 },
    ] as const;
    expect(costOf(prices, used)).toBeCloseTo(4.25);
  });

  it('are not paid as far as a free tier goes', () => {
    const metrics = (amount: number) => [{ part: 'metrics', of: 'FeedLag', amount }] as const;
    expect(freeOf(prices, metrics(4))).toBeCloseTo(1.2);
    expect(freeOf(prices, metrics(22))).toBeCloseTo(3);
  });

  it('have one free tier for both kinds of queues', () => {
    const queues = [
      { part: 'queueRequestsFifo', of: 'a', amount: 800_000 },
      { part: 'queueRequestsStandard', of: 'b', amount: 800_000 },
    ] as const;
    expect(freeOf(prices, queues)).toBeCloseTo(0.4 + 0.08);
  });

  it('leave out of a difference what is the same on both sides', () => {
    const line = { part: 'metrics', of: 'FeedLag', amount: 2 } as const;
    expect(together([line], [{ ...line, amount: -2 }])).toEqual([]);
  });
});
