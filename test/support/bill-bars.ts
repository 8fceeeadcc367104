import { costOf, priceOf, readPrices } from '../../local/bill/prices.ts';
import type { Used } from '../../local/bill/usage.ts';

/** What it may cost in dollars, and what it is to cost. When it got cheaper, lower the bar to that. */
export const BARS = {
  idle60: { times: 1, bar: 1.8, goal: 3 },
  idle5: { times: 1, bar: 3.45, goal: 4.5 },
  // Mostly alarms, at ten cents for each metric that they watch.
  idleFull: { times: 1, bar: 15.3, goal: 15 },
  furtherDomain: { times: 1, bar: 0.24, goal: 0.3 },
  millionThreats: { times: 1_000_000, bar: 4.85, goal: 5 },
  // $1.10 of it for notifiers with 256 MB until the log says that they need less. The test counts fewer than the page, and so
  // more people who are asked for the first time: each is a note, which is a post more.
  millionCases: { times: 1_000_000, bar: 20.1, goal: 9 },
  thousandVerdicts: { times: 1_000, bar: 0.057, goal: 0.05 },
  millionEvents: { times: 1_000_000, bar: 7, goal: 5 },
  hourlyCanaries: { times: 730, bar: 0.032, goal: 0.03 },
} as const;

const NAMED = 8;

/** Each that costs more than its bar, with what is dearest in it. */
export function tooDear(counted: Partial<Record<keyof typeof BARS, readonly Used[]>>): string[] {
  const prices = readPrices();
  return Object.entries(counted).flatMap(([name, used]) => {
    const { times, bar } = BARS[name as keyof typeof BARS];
    const dollars = costOf(prices, used) * times;
    // Nothing was counted: that is no bargain.
    if (dollars > 0 && dollars <= bar) return [];
    const lines = used
      .map(({ part, of, amount }) => ({ part, of, cost: amount * times * priceOf(prices, part) }))
      .toSorted((a, b) => b.cost - a.cost)
      .slice(0, NAMED);
    const why = lines.map(({ part, of, cost }) => `$${cost.toFixed(2)} ${part} of ${of}`).join(', ');
    return [`${name} costs $${dollars.toFixed(3)} and may cost $${bar}: ${why}`];
  });
}
