/** Walks a backlog in a process of its own and prints what it took, as JSON. Items are made and forgotten. */
import { tellableIn } from './feed-list.ts';
import { createWorld, pollUntilDone } from './feed-world.ts';
import { readProcess } from './read-process.ts';

export interface MemoryFigures {
  readonly polls: number;
  readonly seconds: number;
  /** Of the process before it began, with the AWS SDK loaded. */
  readonly rssBefore: number;
  readonly heap: number;
  readonly rss: number;
}

const SAMPLES = 5;
const [size = 0, poison = 0] = process.argv.slice(2).map(Number);
const world = createWorld({
  threats: { size, poison, order: 'newest-first' },
  budget: 'unlimited',
  forgets: true,
});

globalThis.gc?.();
const rssBefore = process.memoryUsage().rss;
let heap = 0;
let nextAt = size / SAMPLES;
// Seldom, so that it is Node that keeps the memory small and not this.
const sampling = setInterval(() => {
  if (world.delivered < nextAt) return;
  nextAt += size / SAMPLES;
  sample();
}, 50);
function sample() {
  globalThis.gc?.();
  heap = Math.max(heap, process.memoryUsage().heapUsed);
}

const start = performance.now();
const polls = await pollUntilDone(world);
const seconds = (performance.now() - start) / 1000;
clearInterval(sampling);
sample();
// A later poll meets the head of the list again, and a table that forgets does not know it.
const told = tellableIn({ size, poison });
if (world.delivered < told) throw new Error(`expected ${told} messages, got ${world.delivered}`);
// `maxRSS` begins with what the process had that started this one.
const rss = (readProcess(process.pid)?.peakMb ?? 0) * 2 ** 20;
console.log(JSON.stringify({ polls, seconds, rssBefore, heap, rss } satisfies MemoryFigures));
