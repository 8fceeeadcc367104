import '../support/aws/quiet-sdk.ts';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import example from '../../bridge.config.ts';
import { type Bill, computeBill, figuresOf } from '../../local/bill/compute-bill.ts';
import { TESTED } from '../../local/bill/extent.ts';
import { readPrices } from '../../local/bill/prices.ts';
import { figuresTable } from '../../local/bill/report.ts';
import { billIn, PAGE } from '../../local/bill/write-docs.ts';
import { tooDear } from '../support/bill-bars.ts';

/** The page is written from more minutes and items than are counted here. */
const ALIKE = 0.1;
/** Of cases, more are about people for whom the platform is asked for the first time. */
const ALIKE_CASES = 0.25;

describe('the whole bill', () => {
  let bill: Bill;
  beforeAll(async () => {
    bill = await computeBill(example, TESTED);
  });

  it('is not more than it was', () => {
    const { case: item, verdict, event, canary } = bill;
    expect(
      tooDear({
        millionCases: item.used,
        thousandVerdicts: verdict.used,
        millionEvents: event.used,
        hourlyCanaries: canary.used,
      }),
    ).toEqual([]);
  });

  it('is what the page says', async () => {
    const inDollars = (text: string) =>
      [...text.matchAll(/^\| ([^|]+) \| \$([\d.]+) \|$/gm)].map(([, what, dollars]) => ({
        dollars: Number(dollars),
        alike: what?.startsWith('a million cases') ? ALIKE_CASES : ALIKE,
      }));
    const said = inDollars(billIn(await readFile(PAGE, 'utf8')) ?? '');
    const counted = inDollars(figuresTable(figuresOf(bill, readPrices())));
    expect(said).toHaveLength(counted.length);
    const off = counted.filter(
      ({ dollars, alike }, at) => Math.abs(dollars - (said[at]?.dollars ?? 0)) > dollars * alike,
    );
    expect(off, 'npm run bill -- --write puts it right').toEqual([]);
  });

  it('names the rows of every path', () => {
    for (const { name, rows, used } of [
      ...[bill.threat, bill.case, bill.change],
      ...[bill.verdict, bill.event, bill.canary],
    ]) {
      expect(rows.length, name).toBeGreaterThan(0);
      expect(used.map(({ part }) => part)).toContain('lambdaGbSeconds');
    }
  });
});
