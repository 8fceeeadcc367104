import {
  type Answer,
  type CaseVerdict,
  type Decision,
  type DecisionEntry,
  isDecisionEntry,
  type TrailEntry,
} from '../case/answer.ts';

/** An entry without the fields that follow from its decision. */
export type TrailStep = Pick<DecisionEntry, 'what'> &
  Partial<Pick<DecisionEntry, 'by' | 'place' | 'comment' | 'answer'>> & { readonly about?: Decision };

/** Leaves room for the decisions and the keys in the 400 KB of a row. */
const MAX_TRAIL_BYTES = 250_000;

/** The functions' clocks differ a little, but a trail never goes back in time. */
export const momentFor = (current: Answer | null, nowMs: number): number =>
  Math.max(nowMs, lastMomentOf(current));

export const lastMomentOf = (current: Answer | null): number => current?.trail.at(-1)?.atMs ?? 0;

/** The time of the last decision entry. Claims do not count: a claim takes nothing from the analyst who decides. */
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

/** The next version, with these entries. If the trail grows too long, its oldest entries are dropped. */
export function addToTrail<Changed extends Unnumbered>(answer: Changed, entries: readonly TrailEntry[]) {
  const trail = [...(answer.trail ?? []), ...entries];
  const dropped = tooMany(trail);
  return {
    ...answer,
    // Nobody has been told about the new entries yet.
    ...(entries.length > 0 && answer.isPublished && { isPublished: false }),
    version: (answer.version ?? 0) + 1,
    trail: trail.slice(dropped),
    trimmed: (answer.trimmed ?? 0) + dropped,
  };
}

/** How many of the oldest entries must go. The last one always stays. */
function tooMany(trail: readonly TrailEntry[]): number {
  let bytes = 0;
  for (let index = trail.length - 1; index >= 0; index--) {
    bytes += Buffer.byteLength(JSON.stringify(trail[index]));
    if (bytes > MAX_TRAIL_BYTES) return Math.min(index + 1, trail.length - 1);
  }
  return 0;
}
