import {
  type Answer,
  type CaseVerdict,
  type Decision,
  type DecisionEntry,
  isDecisionEntry,
  type TrailEntry,
} from '../case/answer.ts';

/** An entry without what follows from the decision that it is about. */
export type TrailStep = Pick<DecisionEntry, 'what'> &
  Partial<Pick<DecisionEntry, 'by' | 'place' | 'comment' | 'answer'>> & { readonly about?: Decision };

/** Leaves room for the decisions themselves and the keys in the 400 KB of a row. */
const MAX_TRAIL_BYTES = 250_000;

/** Clocks of functions differ a little: a trail never goes back in time. */
export const momentFor = (current: Answer | null, nowMs: number): number =>
  Math.max(nowMs, lastMomentOf(current));

export const lastMomentOf = (current: Answer | null): number => current?.trail.at(-1)?.atMs ?? 0;

/** The last step of a decision: to be on a case takes nothing from an analyst who decides it. */
export const lastDecidedMs = (current: Answer | null): number =>
  current?.trail.findLast(isDecisionEntry)?.atMs ?? 0;

type Unnumbered = Pick<Answer, 'domain' | 'caseId'> & Partial<Answer>;

/** The answer after a change to its decision, with the steps that led there. */
export function changeTo(
  answer: Unnumbered,
  decision: Decision,
  steps: readonly TrailStep[],
  atMs: number,
): CaseVerdict {
  const entries = steps.map(
    ({
      what,
      about = decision,
      by = null,
      place = null,
      comment = null,
      answer: words = null,
    }): TrailEntry => ({
      atMs,
      what,
      id: about.id,
      outcome: about.outcome,
      by,
      place,
      comment,
      answer: words,
    }),
  );
  return addToTrail({ ...answer, decision }, entries);
}

/** The next version, with these entries. Its oldest make room where there are too many. */
export function addToTrail<Changed extends Unnumbered>(answer: Changed, entries: readonly TrailEntry[]) {
  const trail = [...(answer.trail ?? []), ...entries];
  const dropped = tooMany(trail);
  return {
    ...answer,
    // What happened now, nobody knows yet.
    ...(entries.length > 0 && answer.isTold && { isTold: false }),
    version: (answer.version ?? 0) + 1,
    trail: trail.slice(dropped),
    trimmed: (answer.trimmed ?? 0) + dropped,
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
