import type { VerdictRow } from '../wire.ts';

export interface Summary {
  readonly recorded: number;
  /** Of rows with a known time. Null if there are none. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Recorded outcomes, the most frequent type first. */
  readonly byThreatType: readonly {
    readonly threatType: string;
    readonly outcomes: Readonly<Record<string, number>>;
  }[];
}

type Counted = Pick<VerdictRow, 'what' | 'outcome' | 'threatType' | 'toVerdictMs'>;

const UNKNOWN_TYPE = 'unknown';

/** The figures of these rows: how long verdicts took, and what was decided for which kind of threat. */
export function summarize(rows: readonly Counted[]): Summary {
  const recorded = rows.filter(({ what }) => what === 'recorded');
  const times = recorded.flatMap(({ toVerdictMs }) => toVerdictMs ?? []).sort((a, b) => a - b);
  return {
    recorded: recorded.length,
    p50Ms: percentile(times, 50),
    p95Ms: percentile(times, 95),
    byThreatType: countByType(recorded),
  };
}

/** By nearest rank: always a measured value. Null for no values. */
export function percentile(sorted: readonly number[], percent: number): number | null {
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? null;
}

function countByType(recorded: readonly Counted[]): Summary['byThreatType'] {
  const counts = new Map<string, Map<string, number>>();
  for (const { threatType, outcome } of recorded) {
    if (outcome === null) continue;
    const type = threatType ?? UNKNOWN_TYPE;
    const outcomes = counts.get(type) ?? new Map<string, number>();
    counts.set(type, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }
  const total = (outcomes: ReadonlyMap<string, number>) =>
    [...outcomes.values()].reduce((sum, n) => sum + n, 0);
  return [...counts]
    .sort(([a, first], [b, second]) => total(second) - total(first) || (a < b ? -1 : 1))
    .map(([threatType, outcomes]) => ({ threatType, outcomes: Object.fromEntries(outcomes) }));
}
