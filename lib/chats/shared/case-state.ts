import type { CaseRecord, CaseStatus, StatusChange } from '../../case/case-record.ts';
import { CASE_STATES, type Case, type CaseState, closedAtMsOf } from '../../posture/schemas/case.ts';
import type { Standing } from './case-story.ts';

/** What a place knows of the way of a case through the platform. */
export interface ShownLife {
  /** Of the last change: a larger one is newer. */
  readonly n: number;
  readonly state: CaseStatus;
  /** Since when. */
  readonly atMs: number;
  /** Changes that its thread tells, oldest first. */
  readonly changes: readonly StatusChange[];
}

/** As one who reads the record of a case knows it. */
export const shownLifeOf = (record: CaseRecord | null): ShownLife | null =>
  record && {
    n: record.last?.n ?? 0,
    state: record.status,
    atMs: record.last?.atMs ?? record.endedAtMs ?? 0,
    changes: [],
  };

export const STATE_WORDS: Readonly<Record<CaseStatus, string>> = {
  discover: 'ready for triage',
  pending_investigation: 'investigation pending',
  investigating: 'under investigation',
  enforced: 'action taken',
  closed: 'closed',
  vanished: 'not listed any more',
};

/**
 * How a case stands in the platform. The contract lists no state with a case, but filters by it: what a look found out is in
 * `life`. Until then, a case that is listed was vetted, so it is ready.
 */
export function stateOf(item: Case, life: ShownLife | null | undefined): CaseStatus {
  const closedAtMs = closedAtMsOf(item);
  if (life) return closedAtMs !== null && closedAtMs > life.atMs ? 'closed' : life.state;
  const said = CASE_STATES.find((state): state is CaseState => state === item.state);
  return said ?? (closedAtMs === null ? 'discover' : 'closed');
}

type Ended = Extract<Standing, { readonly is: 'closed' }>;

/** Why nothing can be decided about a case any more, whatever was decided here; null while something can. */
export function endedIn(item: Case, life: ShownLife | null | undefined): Ended | null {
  const state = stateOf(item, life);
  const closedAtMs = closedAtMsOf(item);
  // A closing date that is no date hides no buttons: pressing in vain is better than a case nobody can decide.
  if (state === 'closed') {
    const atMs = closedAtMs ?? life?.atMs;
    return atMs === undefined ? null : { is: 'closed', atMs };
  }
  if (!life || (state !== 'enforced' && state !== 'vanished')) return null;
  return { is: 'closed', because: state, atMs: life.atMs };
}
