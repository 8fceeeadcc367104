import { WINDOW_MS } from '../request-budget.ts';

/** How long after the second in which it is counted a request may be made. */
export const USE_WITHIN_MS = 2_000;

/**
 * How long a function may hold leased requests. Longer than it is between two polls, so that not each of them writes; and
 * so long it may take until a function that asks seldom hears that the server said 429 to another.
 */
export const HOLD_MS = 30_000;

/**
 * What is counted at t may be used until t + 2 s, so requests made within one minute are counted within 62
 * seconds. No 62 seconds hold more than the limit: no minute at the server sees more requests.
 *
 *     counted  |<------------------- 62 s ------------------->|
 *     uses         |<------------------ 60 s ----------------->|
 *
 * What a function holds is counted at the end of its time, 28 s ahead, and so for as long as it could be used. What it has
 * used is counted when it was used, from the function's next write on.
 */
export const SHARED_WINDOW_MS = WINDOW_MS + USE_WITHIN_MS;

/** Requests counted at each second (since 1970). */
export type Counts = ReadonlyMap<number, number>;

/** The row that all functions share. */
export interface BudgetRow {
  /** Grows with every write; 0 when there is no row yet. */
  readonly version: number;
  /** Who wrote this version, so that a writer who lost the answer knows its own write again. */
  readonly writeId: string;
  readonly counts: Counts;
  readonly closedUntilMs: number;
}

export const EMPTY_ROW: BudgetRow = { version: 0, writeId: '', counts: new Map(), closedUntilMs: 0 };

export const secondOf = (ms: number): number => Math.floor(ms / 1000);

/** Where requests are counted that are leased now. */
export const heldSecond = (leasedAtMs: number): number => secondOf(leasedAtMs + HOLD_MS - USE_WITHIN_MS);

/** The moment from which nothing counted at this second, not even at its end, is in the window. */
const leavesAtMs = (second: number): number => second * 1000 + 999 + SHARED_WINDOW_MS;

/** The counts that still matter, after corrections. A second ahead of our clock is held: it counts. */
export function correctedCounts(counts: Counts, corrections: Counts, nowMs: number): Map<number, number> {
  const corrected = new Map<number, number>();
  for (const second of new Set([...counts.keys(), ...corrections.keys()])) {
    const count = (counts.get(second) ?? 0) + (corrections.get(second) ?? 0);
    if (count > 0 && leavesAtMs(second) > nowMs) corrected.set(second, count);
  }
  return corrected;
}

export const totalOf = (counts: Counts): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** How long until fewer than `ceiling` are in the window, if no function takes any. */
export function waitMs(counts: Counts, ceiling: number, nowMs: number): number {
  let left = totalOf(counts);
  for (const second of [...counts.keys()].sort((a, b) => a - b)) {
    if (left < ceiling) break;
    left -= counts.get(second) ?? 0;
    if (left < ceiling) return Math.max(1, leavesAtMs(second) - nowMs);
  }
  return 1;
}

/** `1763197200 0:5 1:20`: the first second, then each one's distance from it with its count. */
export function encodeCounts(counts: Counts): string {
  const seconds = [...counts.keys()].sort((a, b) => a - b);
  const first = seconds[0];
  if (first === undefined) return '';
  return [first, ...seconds.map((second) => `${second - first}:${counts.get(second)}`)].join(' ');
}

export function decodeCounts(encoded: string): Counts {
  const [first, ...entries] = encoded.split(' ');
  return new Map(
    entries.map((entry) => {
      const [distance, count] = entry.split(':');
      return [Number(first) + Number(distance), Number(count)];
    }),
  );
}
