/**
 * `npm run bench -- feed`: how fast a backlog flows when every call takes 5 ms, against the contract's ceiling and
 * against a plain loop; how many calls it takes; how much memory. Figures, not assertions: machines differ.
 */
import '../support/aws/quiet-sdk.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { commandFlags } from '../../lib/base/command-flags.ts';
import type { ListOrder } from './feed-list.ts';
import type { MemoryFigures } from './feed-memory.ts';
import { plainLoop } from './feed-plain-loop.ts';
import { createWorld, pollUntilDone, type World, type WorldOptions } from './feed-world.ts';
import { reportFigure } from './report-figure.ts';

const ROUNDS = 3;
const LATENCY_MS = 5;
const PAGE = 200;
/** 1,000 pages of 200 a minute. */
const CEILING = (1_000 * PAGE) / 60;
const BACKLOG = 20_000;
const LOOP_ITEMS = 400;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const whole = (n: number) => Math.round(n).toLocaleString('en');
const row = (label: string, ...cells: string[]) =>
  console.log(`  ${label.padEnd(34)}${cells.map((cell) => cell.padStart(15)).join('')}`);
const newest = (size: number) => ({ size, order: 'newest-first' }) as const;

interface Speed {
  readonly perSecond: number;
  readonly cpuUs: number;
  /** Of one core. */
  readonly busy: number;
}

const deliveredIn = (world: World): number => world.delivered;

async function timed(
  items: number,
  options: WorldOptions,
  run: (world: World) => Promise<unknown>,
  doneIn = deliveredIn,
) {
  const world = createWorld({ ...options, threats: newest(items), prepared: true, latencyMs: LATENCY_MS });
  globalThis.gc?.();
  const cpu = process.cpuUsage();
  const start = performance.now();
  await run(world);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  if (doneIn(world) !== items) throw new Error(`expected ${items} items, got ${doneIn(world)}`);
  const cpuUs = user + system;
  return { perSecond: (items / ms) * 1000, cpuUs: cpuUs / items, busy: cpuUs / 1000 / ms };
}

async function measureSpeed(): Promise<void> {
  console.log(`Speed: ${whole(BACKLOG)} threats, every AWS and API call takes ${LATENCY_MS} ms`);
  const ways = {
    'standard queue': () => timed(BACKLOG, { queues: 'standard' }, pollUntilDone),
    'FIFO queue, one channel': () => timed(BACKLOG, { queues: 'fifo' }, pollUntilDone),
    'standard, through the AWS SDK': () => timed(BACKLOG, { queues: 'standard', sdk: true }, pollUntilDone),
    'FIFO, through the AWS SDK': () => timed(BACKLOG, { queues: 'fifo', sdk: true }, pollUntilDone),
    [`plain loop (${LOOP_ITEMS} threats)`]: () =>
      timed(LOOP_ITEMS, {}, plainLoop, ({ messages }) => messages),
  };
  const speeds = new Map<string, Speed[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(ways)) speeds.get(name)?.push(await run());
  }
  const loop = [...speeds.values()].at(-1) ?? [];
  row(`median of ${ROUNDS} rounds`, 'items/s', 'of ceiling', 'of plain loop', 'CPU us/item', 'of one core');
  row('ceiling of the contract', whole(CEILING), '1.00 x');
  for (const [name, rounds] of speeds) {
    const rate = median(rounds.map(({ perSecond }) => perSecond));
    // Compared within a round: the machine is not the same in the next.
    const ratio = median(rounds.map(({ perSecond }, i) => perSecond / (loop[i]?.perSecond ?? Number.NaN)));
    const cpuUs = median(rounds.map((speed) => speed.cpuUs));
    const busy = median(rounds.map((speed) => speed.busy));
    const cells = [whole(rate), `${(rate / CEILING).toFixed(2)} x`, `${ratio.toFixed(1)} x`];
    row(name, ...cells, cpuUs.toFixed(0), `${(busy * 100).toFixed(0)} %`);
    if (/standard/.test(name))
      reportFigure({
        what: `time, ${name}`,
        to: 'the ceiling of the API',
        ratios: rounds.map(({ perSecond }) => CEILING / perSecond),
      });
    const slowest = Math.min(...rounds.map(({ perSecond }) => perSecond));
    const fastest = Math.max(...rounds.map(({ perSecond }) => perSecond));
    row('', `${whole(slowest)} to`, whole(fastest));
  }
}

const total = (calls: ReadonlyMap<string, number>, ...labels: string[]) =>
  labels.reduce((sum, label) => sum + (calls.get(label) ?? 0), 0);

/** The calls of one poll, a minute after what was before. */
async function idlePoll(world: World) {
  world.advance(60_000);
  world.calls.clear();
  await world.poll();
  return {
    requests: total(world.calls, 'GET'),
    writes: total(world.calls, 'UpdateItemCommand', 'BatchWriteItemCommand'),
    reads: total(world.calls, 'GetItemCommand', 'BatchGetItemCommand', 'QueryCommand'),
  };
}

async function countRequests(): Promise<void> {
  console.log('\nAPI requests: the backlog, then + one idle poll');
  const orders: ListOrder[] = ['newest-first', 'oldest-first', 'by-id'];
  const feeds = ['threats', 'cases'] as const;
  row('items', 'ceil(N/200)', ...feeds.flatMap(() => orders));
  row('', 'or 1', ...feeds.flatMap((feed) => orders.map(() => feed)));
  for (const size of [0, 1, 200, 201, 20_000]) {
    const cells: string[] = [];
    for (const feed of feeds) {
      for (const order of orders) {
        const world = createWorld({ [feed]: { size, order, lean: true }, budget: 'unlimited' });
        await pollUntilDone(world);
        const first = total(world.calls, 'GET');
        if (world.delivered !== size) throw new Error(`expected ${size} messages, got ${world.delivered}`);
        cells.push(`${whole(first)} + ${(await idlePoll(world)).requests}`);
      }
    }
    row(whole(size), whole(Math.max(1, Math.ceil(size / PAGE))), ...cells);
  }
}

async function countAwsCalls(): Promise<void> {
  console.log(`\nAWS calls for ${whole(BACKLOG)} threats, request budget included`);
  row('', 'ledger', 'queues', 'per item', 'and queue', 'limit');
  for (const [queues, count] of [
    ['standard', 1],
    ['fifo', 1],
    ['three', 3],
  ] as const) {
    const world = createWorld({ threats: newest(BACKLOG), queues });
    await pollUntilDone(world);
    const sends = total(world.calls, 'SendMessageBatch');
    const ledger = [...world.calls.values()].reduce((a, b) => a + b, 0) - sends - total(world.calls, 'GET');
    const perItem = (ledger + sends) / BACKLOG;
    const label = count === 1 ? `one ${queues === 'fifo' ? 'FIFO' : queues} queue` : 'three queues';
    const cells = [whole(ledger), whole(sends), perItem.toFixed(3), (perItem / count).toFixed(3)];
    row(label, ...cells, '0.200');
  }
}

async function countIdlePolls(): Promise<void> {
  const polls = 20;
  console.log(`\nIdle polls of a warm process, one a minute: most calls of ${polls} polls`);
  row('', 'API requests', 'ledger writes', 'ledger reads');
  row('limit per feed', '1', '1', '0');
  for (const [label, lists] of Object.entries({
    threats: { threats: newest(BACKLOG) },
    cases: { cases: newest(BACKLOG) },
    'both feeds of a domain': { threats: newest(BACKLOG), cases: newest(BACKLOG) },
  })) {
    const world = createWorld(lists);
    await pollUntilDone(world);
    const counts: Awaited<ReturnType<typeof idlePoll>>[] = [];
    for (let poll = 0; poll < polls; poll++) counts.push(await idlePoll(world));
    const most = (of: 'requests' | 'writes' | 'reads') => String(Math.max(...counts.map((one) => one[of])));
    row(label, most('requests'), most('writes'), most('reads'));
  }
}

async function measureMemory(): Promise<void> {
  console.log('\nMemory for a backlog, each in a process of its own, bundled as a function is');
  const folder = mkdtempSync(join(tmpdir(), 'feed-memory-'));
  const file = join(folder, 'feed-memory.mjs');
  const require = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";
  await build({
    entryPoints: ['test/bench/feed-memory.ts'],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: require },
  });
  row('', 'heap after gc', 'most resident', 'at its start', 'limit', 'polls of 50 s');
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  // The second is as many as the API gives in a minute.
  for (const [size, poison] of [
    [20_000, 0],
    [200_000, 10],
  ] as const) {
    const words = `${whole(size)} threats${poison > 0 ? `, ${poison / 10} % broken` : ''}`;
    const args = ['--expose-gc', file, String(size), String(poison)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { heap, rss, rssBefore, polls, seconds } = JSON.parse(stdout) as MemoryFigures;
    const took = `${polls} (${seconds.toFixed(0)} s)`;
    reportFigure({ what: `memory, ${words}`, to: '256 MB', ratios: [rss / 2 ** 28] });
    row(words, mb(heap), mb(rss), mb(rssBefore), '256 MB', took);
  }
  rmSync(folder, { recursive: true });
}

const sections = {
  speed: measureSpeed,
  requests: countRequests,
  calls: countAwsCalls,
  idle: countIdlePolls,
  memory: measureMemory,
};
const names = Object.keys(sections);
const HELP = `Usage: npm run bench -- feed [parts]

  Measures all parts unless some are named: ${names.join(', ')}
`;
const { words: asked } = commandFlags(HELP, {}, names);
for (const [name, run] of Object.entries(sections)) if (!asked.length || asked.includes(name)) await run();
