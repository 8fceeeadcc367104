import type { PageFigures } from './console-page.ts';
import { percentile } from './percentile.ts';

export interface Reading extends PageFigures {
  readonly minute: number;
  readonly startMb: number | null;
  readonly tabs: readonly number[];
}

const quantile = (times: readonly number[], share: number): number => percentile(times, share) ?? 0;

const COLUMNS: readonly (readonly [title: string, of: (reading: Reading) => string])[] = [
  ['minute', ({ minute }) => String(minute)],
  ['heap MB', ({ heapMb }) => heapMb.toFixed(1)],
  ['DOM nodes', ({ nodes }) => String(nodes)],
  ['listeners', ({ listeners }) => String(listeners)],
  ['npm start MB', ({ startMb }) => startMb?.toFixed(0) ?? '?'],
  ['tab p50 ms', ({ tabs }) => quantile(tabs, 0.5).toFixed(0)],
  ['tab p95 ms', ({ tabs }) => quantile(tabs, 0.95).toFixed(0)],
  ['long tasks', ({ longTasks }) => String(longTasks)],
  ['longest ms', ({ longestTaskMs }) => longestTaskMs.toFixed(0)],
];

/** More than this over the last half is growth, and not chance. */
const FLAT_PART = 0.1;

const MEASURES: readonly (readonly [name: string, of: (reading: Reading) => number])[] = [
  ['heap', ({ heapMb }) => heapMb],
  ['DOM nodes', ({ nodes }) => nodes],
  ['listeners', ({ listeners }) => listeners],
  ['memory of npm start', ({ startMb }) => startMb ?? 0],
  ['p95 of a tab', ({ tabs }) => quantile(tabs, 0.95)],
];

/** A table, and in words what stayed as it was. The first half is left out: there the channels fill. */
export function report(readings: readonly Reading[]): string {
  const table = [COLUMNS.map(([title]) => title), ...readings.map((one) => COLUMNS.map(([, of]) => of(one)))];
  const lines = table.map((row) =>
    row.map((cell, at) => cell.padStart(COLUMNS[at]?.[0].length ?? 0)).join('  '),
  );
  const [middle, last] = [readings[Math.floor(readings.length / 2)], readings.at(-1)];
  if (!middle || !last || middle === last) return lines.join('\n');
  const judged = MEASURES.map(([name, of]) => {
    const [before, after] = [of(middle), of(last)];
    const change = before === 0 ? 0 : (after - before) / before;
    const percent = `${change < 0 ? '' : '+'}${(change * 100).toFixed(0)} %`;
    return `  ${name}: ${change > FLAT_PART ? 'grows' : 'flat'} (${percent} from minute ${middle.minute} to ${last.minute})`;
  });
  return [...lines, '', ...judged].join('\n');
}
