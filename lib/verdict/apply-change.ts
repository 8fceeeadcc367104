import type { CaseVerdict, Decision, TrailEntry } from './case-verdict.ts';

/** An entry without what follows from the decision that it is about. */
export type TrailStep = Pick<TrailEntry, 'what'> &
  Partial<Pick<TrailEntry, 'by' | 'place' | 'comment' | 'answer'>> & { readonly about?: Decision };

/** Leaves room for the decisions themselves and the keys in the 400 KB of a row. */
const MAX_TRAIL_BYTES = 250_000;

/** Clocks of functions differ a little: a trail never goes back in time. */
export const momentFor = (current: CaseVerdict | null, nowMs: number): number =>
  Math.max(nowMs, lastMomentOf(current));

export const lastMomentOf = (current: CaseVerdict | null): number => current?.trail.at(-1)?.atMs ?? 0;

type Row = Pick<CaseVerdict, 'domain' | 'caseId'> & Partial<CaseVerdict>;

/** The row after a change, with the steps that led there. */
export function changeTo(
  row: Row,
  decision: Decision,
  steps: readonly TrailStep[],
  atMs: number,
): CaseVerdict {
  const entries = steps.map(
    ({ what, about = decision, by = null, place = null, comment = null, answer = null }): TrailEntry => ({
      atMs,
      what,
      decisionId: about.id,
      outcome: about.outcome,
      by,
      place,
      comment,
      answer,
    }),
  );
  const trail = [...(row.trail ?? []), ...entries];
  const dropped = tooMany(trail);
  return {
    ...row,
    version: (row.version ?? 0) + 1,
    decision,
    trail: trail.slice(dropped),
    trimmed: (row.trimmed ?? 0) + dropped,
  };
}

/** How many of the oldest have to go. The last one always stays. */
function tooMany(trail: readonly TrailEntry[]): number {
  let bytes = 0;
  for (let index = trail.length - 1; index >= 0; index--) {
    bytes += Buffer.byteLength(JSON.stringify(trail[index]));
    if (bytes > MAX_TRAIL_BYTES) return Math.min(index + 1, trail.length - 1);
  }
  return 0;
}
