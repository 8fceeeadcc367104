import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { PARTS, type PartName, type Used } from './usage.ts';

const Price = z.strictObject({ usd: z.number(), per: z.number(), unit: z.string(), source: z.string() });
const Prices = z.strictObject({
  date: z.iso.date(),
  region: z.string(),
  currency: z.literal('USD'),
  prices: z.record(z.string(), Price),
  freeTiers: z.record(z.string(), z.strictObject({ amount: z.number(), source: z.string() })),
});
export type Prices = z.infer<typeof Prices>;

export const PRICES_FILE = new URL('../../docs/prices.json', import.meta.url);

/** The price of everything that is counted. Throws if one is missing. */
export function readPrices(file: URL = PRICES_FILE): Prices {
  const prices = Prices.parse(JSON.parse(readFileSync(file, 'utf8')));
  const missing = PARTS.filter((part) => !prices.prices[part]);
  if (missing.length > 0) throw new Error(`docs/prices.json has no price of ${missing.join(', ')}`);
  return prices;
}

export const priceOf = ({ prices }: Prices, part: PartName): number => {
  const { usd, per } = prices[part] ?? { usd: Number.NaN, per: 1 };
  return usd / per;
};

export const costOf = (prices: Prices, used: readonly Used[]): number =>
  used.reduce((sum, { part, amount }) => sum + amount * priceOf(prices, part), 0);

/** What an account that uses nothing else would not pay. */
export function freeOf(prices: Prices, used: readonly Used[]): number {
  const amountOf = (part: string) =>
    used.filter((line) => line.part === part).reduce((sum, { amount }) => sum + amount, 0);
  return Object.entries(prices.freeTiers).reduce((sum, [name, { amount: free }]) => {
    const parts = name === 'queueRequests' ? QUEUES : ([name] as PartName[]);
    let left = free;
    return (
      sum +
      parts.reduce((cents, part) => {
        const taken = Math.min(left, amountOf(part));
        left -= taken;
        return cents + taken * priceOf(prices, part);
      }, 0)
    );
  }, 0);
}

/** Both kinds share one free tier. */
const QUEUES: readonly PartName[] = ['queueRequestsFifo', 'queueRequestsStandard'];
