import { CASE_STATES, type Case, type CaseState, closedAtMsOf } from '../posture/schemas/case.ts';
import { type CaseRecord, type CaseStatus, lastChange } from './case-record.ts';

/** What a record says of the way of a case through the platform. */
export type CaseLife = Pick<CaseRecord, 'status' | 'changes' | 'endedAtMs'>;

/** Since when it stands as it does. */
const sinceMsOf = (record: CaseLife): number => lastChange(record)?.atMs ?? record.endedAtMs ?? 0;

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
 * its record. Without one, a case that is listed was vetted, so it is ready.
 */
export function stateOf(item: Case, record: CaseLife | null | undefined): CaseStatus {
  const closedAtMs = closedAtMsOf(item);
  if (record) return closedAtMs !== null && closedAtMs > sinceMsOf(record) ? 'closed' : record.status;
  const said = CASE_STATES.find((state): state is CaseState => state === item.state);
  return said ?? (closedAtMs === null ? 'discover' : 'closed');
}

/** Ended in the platform, by nobody we know of: closed there, unless it says otherwise. */
export interface Ended {
  readonly is: 'closed';
  readonly atMs: number;
  readonly because?: 'enforced' | 'vanished' | undefined;
}

/** Why nothing can be decided about a case any more, whatever was decided here; null while something can. */
export function endedIn(item: Case, record: CaseLife | null | undefined): Ended | null {
  const state = stateOf(item, record);
  const closedAtMs = closedAtMsOf(item);
  // A closing date that is no date hides no buttons: pressing in vain is better than a case nobody can decide.
  if (state === 'closed') {
    const atMs = closedAtMs ?? (record ? sinceMsOf(record) : undefined);
    return atMs === undefined ? null : { is: 'closed', atMs };
  }
  if (!record || (state !== 'enforced' && state !== 'vanished')) return null;
  return { is: 'closed', because: state, atMs: sinceMsOf(record) };
}
