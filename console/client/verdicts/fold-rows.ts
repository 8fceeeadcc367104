import { decisionOf } from '../../verdicts/filter-verdicts.ts';
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

/** The last moved first, as the exports have them. `rows`: newest first. */
export function foldRows(rows: readonly VerdictRow[]): readonly DecisionRows[] {
  const groups = new Map<string, VerdictRow[]>();
  for (const row of rows) {
    const key = decisionOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].map(([key, group]) => asDecision(key, group));
}

function asDecision(key: string, newestFirst: readonly VerdictRow[]): DecisionRows {
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
