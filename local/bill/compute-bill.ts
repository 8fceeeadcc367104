import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { ASSUMED } from './assumptions.ts';
import { intoOneChannel, intoOneWebhook, pollingEvery, withFurtherDomain } from './configs.ts';
import { type LoadOptions, measureBesides, measureIdle, measureLoad, type Path } from './measure.ts';
import { costOf, type Prices } from './prices.ts';
import { times, together, type Used } from './usage.ts';

const MINUTE_MS = 60_000;
export const MILLION = 1_000_000;
export const THOUSAND = 1_000;

export interface IdleBill {
  /** How many were counted. */
  readonly idleMinutes: number;
  readonly idle60: readonly Used[];
  readonly idle5: readonly Used[];
  /** Polled every 60 seconds, with full monitoring. */
  readonly idleFull: readonly Used[];
  readonly furtherDomain: readonly Used[];
}

/** Everything that is billed, in units of use. */
export interface Bill extends IdleBill {
  /** For one item each. */
  readonly threat: Path;
  readonly case: Path;
  readonly change: Path;
  readonly verdict: Path;
  /** For a webhook: of a threat that goes to no chat. */
  readonly event: Path;
  readonly canary: Path;
}

/** What `--json` prints, in dollars. */
export interface Figures {
  readonly idleMonth: { readonly '60s': number; readonly '5s': number; readonly full: number };
  readonly perFurtherDomain: number;
  readonly perMillion: { readonly threats: number; readonly cases: number; readonly events: number };
  readonly perThousandVerdicts: number;
  /** One canary an hour, for a month. */
  readonly hourlyCanaries: number;
}

export interface BillOptions extends LoadOptions {
  /** How many idle minutes to count. */
  readonly idleMinutes: number;
  readonly say?: (line: string) => void;
}

export async function computeBill(config: BridgeConfig, options: BillOptions): Promise<Bill> {
  const idle = await countIdle(config, options);
  options.say?.('threats, cases, changes and verdicts');
  const [threat, case_, change, verdict] = await countPaths(config, options);
  if (!threat || !case_ || !change || !verdict) throw new Error('a path was not counted');
  options.say?.('events for a webhook, and a canary');
  const [event, canary] = await countBesides(config, options);
  return { ...idle, threat, case: case_, change, verdict, event, canary };
}

/** Months in which nothing happens, and what each further domain adds. */
export async function countIdle(
  config: BridgeConfig,
  { idleMinutes, say = () => {} }: Pick<BillOptions, 'idleMinutes' | 'say'>,
): Promise<IdleBill> {
  say('an idle month, polled every 60 seconds');
  const idle60 = await measureIdle(pollingEvery(config, MINUTE_MS), idleMinutes);
  say('an idle month, polled every 5 seconds');
  const idle5 = await measureIdle(pollingEvery(config, 5_000), idleMinutes);
  say('an idle month with full monitoring');
  const idleFull = await measureIdle({ ...pollingEvery(config, MINUTE_MS), monitoring: 'full' }, idleMinutes);
  say('a further domain');
  const wider = await measureIdle(withFurtherDomain(pollingEvery(config, MINUTE_MS)), idleMinutes);
  return { idleMinutes, idle60, idle5, idleFull, furtherDomain: together(wider, times(idle60, -1)) };
}

/** A threat; and then, unless only that is wanted, a case, a change of one and a verdict. */
export const countPaths = (config: BridgeConfig, options: LoadOptions): Promise<Path[]> =>
  measureLoad(intoOneChannel(config, MINUTE_MS), options);

export const countBesides = (config: BridgeConfig, options: LoadOptions) =>
  measureBesides(intoOneWebhook(config, MINUTE_MS), options);

/** How many there are in a month at one per hour. */
export const CANARIES = ASSUMED.monthHours;

export const figuresOf = (bill: Bill, prices: Prices): Figures => {
  const dollars = (used: readonly Used[], factor = 1) => rounded(costOf(prices, used) * factor);
  return {
    idleMonth: { '60s': dollars(bill.idle60), '5s': dollars(bill.idle5), full: dollars(bill.idleFull) },
    perFurtherDomain: dollars(bill.furtherDomain),
    perMillion: {
      threats: dollars(bill.threat.used, MILLION),
      cases: dollars(bill.case.used, MILLION),
      events: dollars(bill.event.used, MILLION),
    },
    perThousandVerdicts: dollars(bill.verdict.used, THOUSAND),
    hourlyCanaries: dollars(bill.canary.used, CANARIES),
  };
};

const rounded = (dollars: number): number => Math.round(dollars * 10_000) / 10_000;
