import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { ASSUMED } from './assumptions.ts';
import { type BillWorld, startBillWorld } from './bill-world.ts';
import { ANALYST, CHANNEL } from './configs.ts';
import { standingUse } from './standing.ts';
import { sizeOfTable, type TableSize } from './table-size.ts';
import { times, together, type Used, type WrittenRows } from './usage.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;
/** Until every function is warm and the history is recorded. */
const WARM_MINUTES = 3;

/** A month in which nothing happens: counted minutes, an hour's sweep, a day's survey, and what the stack holds. */
export async function measureIdle(config: BridgeConfig, minutes: number): Promise<Used[]> {
  const world = await startBillWorld(config);
  try {
    await run(world, WARM_MINUTES);
    const usual = await world.count(() => run(world, minutes));
    const minute = times(usual.used, 1 / minutes);
    const hourly = await after(world, HOUR_MS);
    const daily = await after(world, DAY_HOURS * HOUR_MS);
    const hours = ASSUMED.monthHours;
    const counted = together(
      times(minute, hours * 60),
      times(together(hourly.used, times(minute, -1)), hours),
      times(together(daily.used, times(hourly.used, -1)), hours / DAY_HOURS),
    );
    const metrics = [...new Set([usual, hourly, daily].flatMap((one) => one.metrics))];
    const standing = standingUse(world.cloud.template, config);
    return together(standing, metrics.map(metricUse), counted, keptLogs(counted, world));
  } finally {
    await world.stop();
  }
}

async function run(world: BillWorld, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) await world.minute();
}

/** The first minute after this much time. */
async function after(world: BillWorld, ms: number) {
  world.skipTo(world.clock.now() + ms - MINUTE_MS);
  const counted = await world.count(() => world.minute());
  // The next minute is normal again.
  await world.minute();
  return counted;
}

/** `["PostureBridge","FeedLag",...]` counts as `FeedLag`. */
const metricUse = (key: string): Used => ({
  part: 'metrics',
  of: String((JSON.parse(key) as unknown[])[1]),
  amount: 1,
});

/** What remains of a month's logs, for the retention in the template. */
function keptLogs(used: readonly Used[], { cloud }: BillWorld): Used[] {
  const days = cloud.template.resources
    .filter(({ type }) => type === 'AWS::Logs::LogGroup')
    .map(({ properties }) => (properties as { RetentionInDays?: number }).RetentionInDays ?? 0);
  const months = Math.max(0, ...days) / (ASSUMED.monthHours / DAY_HOURS);
  const bytes = used.filter(({ part }) => part === 'logsTaken').reduce((sum, { amount }) => sum + amount, 0);
  return [{ part: 'logsKept', of: 'all functions', amount: (bytes / 1e9) * ASSUMED.logCompression * months }];
}

/** What one event costs in addition to the idle minutes, and which rows it writes. */
export interface Path {
  readonly name: string;
  readonly count: number;
  /** For one of them. */
  readonly used: readonly Used[];
  readonly rows: readonly WrittenRows[];
  /** Metrics that are emitted because something happens. */
  readonly metrics: readonly string[];
  /** By how much the table grows for each. */
  readonly kept: TableSize;
}

export interface LoadOptions {
  /** For how many minutes items arrive, and how many in each: fewer than a storm. */
  readonly rounds: number;
  readonly perRound: number;
  /** Whether to measure threats only. */
  readonly onlyThreats?: boolean;
}

/** Threats, cases, changes and verdicts in one channel of Slack, in the steady state. */
export async function measureLoad(
  config: BridgeConfig,
  { rounds, perRound, onlyThreats = false }: LoadOptions,
): Promise<Path[]> {
  const world = await startBillWorld(config);
  try {
    await run(world, WARM_MINUTES);
    const { path, quietMinutes } = await countPathsOf(world, rounds);
    const threats = await path('a threat', perRound, () => world.control('/threats', { count: perRound }));
    if (onlyThreats) return [threats];
    const opened: string[] = [];
    const cases = await path('a case of 2 KB with 3 events', perRound, async () => {
      const body = { count: perRound, event_count: 3 };
      opened.push(...(await world.control<{ case_ids: string[] }>('/cases', body)).case_ids);
    });
    // Open cases are followed, whether something happens to them or not.
    await quietMinutes();
    const changes = await path('a case that gets one more event', 1, (round) =>
      world.control(`/cases/${opened[round]}/events`, {}),
    );
    const verdicts = await path('a verdict', 1, (round) => decide(world, opened.at(-1 - round) ?? ''));
    return [threats, cases, changes, verdicts];
  } finally {
    await world.stop();
  }
}

/** What else has its own price: an event for a webhook, and a scheduled canary. */
export async function measureBesides(
  config: BridgeConfig,
  { rounds, perRound }: LoadOptions,
): Promise<readonly [event: Path, canary: Path]> {
  const world = await startBillWorld(config);
  try {
    // Until the first canary has come back.
    await run(world, WARM_MINUTES + CANARY_MINUTES);
    const { path } = await countPathsOf(world, rounds);
    const event = await path('an event for a webhook', perRound, () =>
      world.control('/threats', { count: perRound }),
    );
    return [event, await measureCanary(world)];
  } finally {
    await world.stop();
  }
}

/** It takes one step a minute, and is back by then. */
const CANARY_MINUTES = 6;

/** The minutes after two hours without a run: one is due every two hours, so the first of them has none. */
async function measureCanary(world: BillWorld): Promise<Path> {
  const startMs = Math.ceil(world.clock.now() / HOUR_MS) * HOUR_MS;
  const minutesFrom = async (atMs: number) => {
    world.skipTo(atMs);
    return world.count(() => run(world, CANARY_MINUTES));
  };
  const without = await minutesFrom(startMs + HOUR_MS / 2);
  const before = await sizeOfTable(world.cloud, world.clock.now());
  return besideIdle(world, 'a canary', 1, await minutesFrom(startMs + (3 * HOUR_MS) / 2), without, before);
}

type Counted = Awaited<ReturnType<BillWorld['count']>>;

/** Counts what happens in this world, and minutes in which nothing does, to compare with. */
async function countPathsOf(world: BillWorld, rounds: number) {
  let idle: Counted;
  async function quietMinutes(): Promise<void> {
    idle = await world.count(() => run(world, rounds));
  }
  await quietMinutes();

  async function path(name: string, per: number, happen: (round: number) => Promise<unknown>): Promise<Path> {
    // The first one also starts functions, and creates keys and rows that stay.
    await happen(0);
    await run(world, 2);
    const before = await sizeOfTable(world.cloud, world.clock.now());
    const counted = await world.count(async () => {
      for (let round = 1; round <= rounds; round++) {
        await happen(round);
        await world.minute();
      }
    });
    return besideIdle(world, name, rounds * per, counted, idle, before);
  }
  return { path, quietMinutes };
}

async function besideIdle(
  world: BillWorld,
  name: string,
  count: number,
  counted: Counted,
  idle: Counted,
  before: TableSize,
): Promise<Path> {
  const idleMetrics = new Set(idle.metrics);
  const used = together(counted.used, times(idle.used, -1));
  const after = await sizeOfTable(world.cloud, world.clock.now());
  const grown = (of: keyof TableSize) => (after[of] - before[of]) / count;
  return {
    name,
    count,
    used: times(together(used, keptLogs(used, world)), 1 / count),
    rows: rowsBeside(counted.rows, idle.rows, count),
    metrics: counted.metrics.filter((metric) => !idleMetrics.has(metric)),
    kept: { bytes: grown('bytes'), byteMonths: grown('byteMonths'), lasting: grown('lasting') },
  };
}

/** In the middle of a minute: schedules rarely start in the seconds in which a verdict is in progress. */
async function decide(world: BillWorld, caseId: string): Promise<void> {
  await click(world, caseId);
  await world.until(world.clock.now() + MINUTE_MS / 2);
}

async function click({ slack }: BillWorld, caseId: string): Promise<void> {
  const named = `case ${caseId.slice(0, 8)}`;
  const message = slack?.messages(CHANNEL).find(({ shown }) => shown.join('').includes(named));
  if (!message) throw new Error(`${named} is not in the channel`);
  await slack?.click({
    channel: CHANNEL,
    ts: message.ts,
    userId: ANALYST,
    actionId: 'verdict:FALSE_POSITIVE',
    confirm: true,
  });
}

/** The rows of each, without those that idle minutes write. */
function rowsBeside(
  rows: readonly WrittenRows[],
  idle: readonly WrittenRows[],
  count: number,
): WrittenRows[] {
  return rows
    .map((line) => {
      const usual = idle.find(({ by, row }) => by === line.by && row === line.row);
      const beside = (of: 'writes' | 'refused' | 'tableUnits' | 'indexUnits') =>
        (line[of] - (usual?.[of] ?? 0)) / count;
      return {
        ...line,
        writes: beside('writes'),
        refused: beside('refused'),
        tableUnits: beside('tableUnits'),
        indexUnits: beside('indexUnits'),
      };
    })
    .filter(({ writes }) => writes > 0.001);
}
