import { type Bill, figuresOf } from './compute-bill.ts';
import type { Prices } from './prices.ts';
import { besides, figuresTable } from './report.ts';

export const PAGE = 'docs/deploy.md';
const BEGIN = '<!-- bill: written by npm run bill -- --write -->';
const END = '<!-- bill: end -->';

/** The page with this bill in its place. Everything else stays. */
export function withBill(page: string, bill: Bill, prices: Prices): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the bill: ${BEGIN} ... ${END}`);
  return `${page.slice(0, from + BEGIN.length)}\n\n${section(bill, prices)}\n\n${page.slice(to)}`;
}

/** The text between the marks; null if they are missing. */
export function billIn(page: string): string | null {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  return from < 0 || to < from ? null : page.slice(from + BEGIN.length, to).trim();
}

const section = (bill: Bill, prices: Prices): string =>
  [
    `List prices of ${prices.region} on ${prices.date}, without free tiers:`,
    figuresTable(figuresOf(bill, prices)),
    besides(bill, prices).join('\n'),
    `Counted were ${bill.idleMinutes} idle minutes with each configuration, ${bill.threat.count} threats, ${bill.case.count} cases, ` +
      `${bill.change.count} changes, ${bill.verdict.count} verdicts, ${bill.event.count} events and a canary.`,
  ].join('\n\n');
