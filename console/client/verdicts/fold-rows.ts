import type { VerdictRow } from '../../wire.ts';

/** One decision with all of its steps, or an entry that belongs to none: a claim, or a click that was denied. */
export interface DecisionRows {
  readonly key: string;
  /** Where it stands now. */
  readonly last: VerdictRow;
  /** Oldest first. */
  readonly steps: readonly VerdictRow[];
  readonly outcome: string | null;
  readonly who: string | null;
  readonly place: string | null;
  /** From the case to the record. */
  readonly tookMs: number | null;
}

const keyOf = ({ domain, caseId, decisionId }: VerdictRow): string =>
  JSON.stringify([domain, caseId, decisionId]);

/**
 * Decisions with a step among those found, the last moved first, each with all of its steps: as the exports have them.
 * `rows`: newest first.
 */
export function foldRows(rows: readonly VerdictRow[], found: readonly VerdictRow[]): readonly DecisionRows[] {
  const wanted = new Set(found.map(keyOf));
  const groups = new Map<string, VerdictRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (!wanted.has(key)) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].map(([key, group]) => decisionOf(key, group));
}

function decisionOf(key: string, newestFirst: readonly VerdictRow[]): DecisionRows {
  const [last] = newestFirst as readonly [VerdictRow, ...VerdictRow[]];
  const steps = newestFirst.toReversed();
  const asked = steps.find(({ by }) => by !== null);
  return {
    key,
    last,
    steps,
    outcome: last.outcome ?? steps[0]?.outcome ?? null,
    who: last.decidedBy ?? asked?.by ?? null,
    place: asked?.place ?? null,
    tookMs: steps.findLast(({ toVerdictMs }) => toVerdictMs !== null)?.toVerdictMs ?? null,
  };
}
