import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { intoOneChannel, pollingEvery, withFurtherDomain } from './configs.ts';
import { type LoadOptions, measureIdle, measureLoad, type Path } from './measure.ts';
import { costOf, type Prices } from './prices.ts';
import { times, together, type Used } from './usage.ts';

const MINUTE_MS = 60_000;
export const MILLION = 1_000_000;
export const THOUSAND = 1_000;

/** Everything that is billed, in what is used. */
export interface Bill {
  readonly idle60: readonly Used[];
  readonly idle5: readonly Used[];
  readonly furtherDomain: readonly Used[];
  /** For one of each. */
  readonly threat: Path;
  readonly case: Path;
  readonly change: Path;
  readonly verdict: Path;
}

/** What `--json` prints, in dollars. */
export interface Figures {
  readonly idleMonth: { readonly '60s': number; readonly '5s': number };
  readonly perFurtherDomain: number;
  readonly perMillion: { readonly threats: number; readonly cases: number };
  readonly perThousandVerdicts: number;
}

export interface BillOptions extends LoadOptions {
  /** So many idle minutes are counted. */
  readonly idleMinutes: number;
  readonly say?: (line: string) => void;
}

export async function computeBill(config: BridgeConfig, options: BillOptions): Promise<Bill> {
  const { idleMinutes, say = () => {} } = options;
  say('an idle month, polled every 60 seconds');
  const { used: idle60 } = await measureIdle(pollingEvery(config, MINUTE_MS), idleMinutes);
  say('an idle month, polled every 5 seconds');
  const { used: idle5 } = await measureIdle(pollingEvery(config, 5_000), idleMinutes);
  say('a further domain');
  const wider = await measureIdle(withFurtherDomain(pollingEvery(config, MINUTE_MS)), idleMinutes);
  const furtherDomain = together(wider.used, times(idle60, -1));
  say('threats, cases, changes and verdicts');
  const paths = await measureLoad(intoOneChannel(config, MINUTE_MS), options);
  const [threat, case_, change, verdict] = paths;
  if (!threat || !case_ || !change || !verdict) throw new Error('a path was not measured');
  return { idle60, idle5, furtherDomain, threat, case: case_, change, verdict };
}

export const figuresOf = (bill: Bill, prices: Prices): Figures => {
  const dollars = (used: readonly Used[], factor = 1) => rounded(costOf(prices, used) * factor);
  return {
    idleMonth: { '60s': dollars(bill.idle60), '5s': dollars(bill.idle5) },
    perFurtherDomain: dollars(bill.furtherDomain),
    perMillion: {
      threats: dollars(bill.threat.used, MILLION),
      cases: dollars(bill.case.used, MILLION),
    },
    perThousandVerdicts: dollars(bill.verdict.used, THOUSAND),
  };
};

const rounded = (dollars: number): number => Math.round(dollars * 10_000) / 10_000;
