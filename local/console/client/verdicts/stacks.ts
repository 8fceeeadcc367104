import type { Summary } from '../../wire.ts';

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
