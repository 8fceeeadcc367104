import type { Summary } from '../../verdicts/summarize.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Upper bounds. Verdicts take seconds here and hours elsewhere, so each step is several times the one before. */
const STEPS = [
  { upToMs: 10 * SECOND, label: '10 s' },
  { upToMs: 30 * SECOND, label: '30 s' },
  { upToMs: MINUTE, label: '1 min' },
  { upToMs: 5 * MINUTE, label: '5 min' },
  { upToMs: 15 * MINUTE, label: '15 min' },
  { upToMs: HOUR, label: '1 h' },
  { upToMs: 4 * HOUR, label: '4 h' },
  { upToMs: 24 * HOUR, label: '1 day' },
  { upToMs: Number.POSITIVE_INFINITY, label: 'more' },
] as const;

export interface Bin {
  readonly label: string;
  readonly count: number;
}

/** How many took how long. Empty steps at either end are left out. */
export function histogram(timesMs: readonly number[]): readonly Bin[] {
  const bins = STEPS.map(({ upToMs, label }, at) => {
    const fromMs = STEPS[at - 1]?.upToMs ?? Number.NEGATIVE_INFINITY;
    return { label, count: timesMs.filter((ms) => ms > fromMs && ms <= upToMs).length };
  });
  const first = bins.findIndex(({ count }) => count > 0);
  const last = bins.findLastIndex(({ count }) => count > 0);
  return first === -1 ? [] : bins.slice(first, last + 1);
}

export interface Bar extends Bin {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The bars in a box of this size, from the left, standing on its base. */
export function barsIn(
  bins: readonly Bin[],
  box: { readonly width: number; readonly height: number },
): readonly Bar[] {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const slot = box.width / Math.max(1, bins.length);
  const width = Math.min(slot * 0.7, 48);
  return bins.map((bin, at) => {
    const height = (bin.count / most) * box.height;
    return { ...bin, x: at * slot + (slot - width) / 2, y: box.height - height, width, height };
  });
}

export interface Part {
  readonly outcome: string;
  readonly count: number;
  /** In hundredths of the width. */
  readonly x: number;
  readonly width: number;
}

export interface Stack {
  readonly threatType: string;
  readonly total: number;
  readonly parts: readonly Part[];
}

const MOST_STACKS = 8;

/** One row for each type of threat, its outcomes side by side, all on one scale. */
export function stacks(byThreatType: Summary['byThreatType']): readonly Stack[] {
  const rows = byThreatType.slice(0, MOST_STACKS).map(({ threatType, outcomes }) => {
    const parts = Object.entries(outcomes).sort(([a], [b]) => (a < b ? -1 : 1));
    return { threatType, parts, total: parts.reduce((sum, [, count]) => sum + count, 0) };
  });
  const most = Math.max(1, ...rows.map(({ total }) => total));
  return rows.map(({ threatType, parts, total }) => {
    let x = 0;
    return {
      threatType,
      total,
      parts: parts.map(([outcome, count]) => {
        const part = { outcome, count, x, width: (count / most) * 100 };
        x += part.width;
        return part;
      }),
    };
  });
}
