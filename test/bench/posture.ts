/**
 * `npm run bench -- posture`: the client against bare `fetch` + `JSON.parse` over the same pages, in the same run,
 * and its memory while it pages through more and more items. Figures, not assertions: machines differ.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { systemClock } from '../../lib/base/clock.ts';
import { commandFlags } from '../../lib/base/command-flags.ts';
import { createPostureClient } from '../../lib/posture/client.ts';
import { createMemoryBudget } from '../../lib/posture/request-budget.ts';
import { reportFigure } from './report-figure.ts';

commandFlags(
  'npm run bench -- posture: measures the client against bare fetch, and its memory. It has no flags.',
  {},
);

const KEY = 'bench-key';
const ROUNDS = 5;

/** Starts a script that prints its address as its first line. */
async function start(script: string, ...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url: line.replace('listening on ', ''), stop: () => child.kill() };
}

const startServer = (threats: number) =>
  start(
    'local/posture-api/main.ts',
    ...['--port', '0', '--seed', '7', '--cases', '10', '--threats', String(threats)],
    ...['--key', KEY, '--read-limit', '0', '--order', 'newest-first'],
  );

const unlimited = { read: Number.MAX_SAFE_INTEGER, write: Number.MAX_SAFE_INTEGER };

async function withClient(url: string, onPage?: (items: number) => void): Promise<number> {
  const budget = createMemoryBudget(systemClock, unlimited);
  const client = createPostureClient({ baseUrl: url, apiKey: KEY, budget });
  let items = 0;
  for await (const page of client.threats.pages()) {
    items += page.items.length;
    onPage?.(items);
  }
  client.close();
  return items;
}

async function withBareFetch(url: string): Promise<number> {
  let items = 0;
  let cursor: string | undefined;
  do {
    const query = cursor ? `?page_size=200&next_cursor=${cursor}` : '?page_size=200';
    const response = await fetch(`${url}/threats${query}`, { headers: { 'x-api-key': KEY } });
    const body = JSON.parse(await response.text()) as { data: unknown[]; next_cursor?: string };
    items += body.data.length;
    cursor = body.next_cursor ?? undefined;
  } while (cursor);
  return items;
}

async function timed(run: () => Promise<number>, expected: number): Promise<number> {
  const start = performance.now();
  const items = await run();
  if (items !== expected) throw new Error(`expected ${expected} items, got ${items}`);
  return performance.now() - start;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const thousands = (n: number) => n.toLocaleString('en');

async function compareTime(items: number): Promise<void> {
  const origin = await startServer(items);
  const server = await start('test/bench/replay-server.ts', origin.url, KEY);
  origin.stop();
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const bare = await timed(() => withBareFetch(server.url), items);
    const client = await timed(() => withClient(server.url), items);
    ratios.push(client / bare);
    console.log(
      `  round ${round}: fetch + JSON.parse ${bare.toFixed(0)} ms, client ${client.toFixed(0)} ms, ratio ${(client / bare).toFixed(2)}`,
    );
  }
  server.stop();
  reportFigure({ what: 'client, time', to: 'fetch and JSON.parse', ratios, aim: 1.3 });
  console.log(`  median ratio ${median(ratios).toFixed(2)} (aim: at most 1.50)`);
}

async function measureMemory(items: number): Promise<void> {
  const server = await startServer(items);
  globalThis.gc?.();
  let peakHeap = 0;
  let peakRss = 0;
  await withClient(server.url, (done) => {
    if (done % 20_000) return;
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    peakHeap = Math.max(peakHeap, heapUsed);
    peakRss = Math.max(peakRss, rss);
  });
  server.stop();
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(`  ${thousands(items).padStart(9)} items: heap ${mb(peakHeap)}, resident ${mb(peakRss)}`);
}

console.log('Paging 200,000 threats');
await compareTime(200_000);
console.log('Memory while paging');
for (const items of [20_000, 200_000, 1_000_000]) await measureMemory(items);
