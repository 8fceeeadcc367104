import { CASE_STATES, type Case, type CaseState, closedAtMsOf } from '../posture/schemas/case.ts';
import { type CaseRecord, type CaseStatus, lastChange } from './case-record.ts';

/** What a record says about the status of a case in the platform. */
export type CaseLife = Pick<CaseRecord, 'status' | 'changes' | 'endedAtMs'>;

/** Since when the case has its present status. */
const sinceMsOf = (record: CaseLife): number => lastChange(record)?.atMs ?? record.endedAtMs ?? 0;

export const STATE_WORDS: Readonly<Record<CaseStatus, string>> = {
  discover: 'ready for triage',
  pending_investigation: 'investigation pending',
  investigating: 'under investigation',
  enforced: 'action taken',
  closed: 'closed',
  vanished: 'no longer in the platform',
};

/**
 * The status of a case in the platform. The contract does not list a state with a case, but filters by it, so the record
 * holds what a look found. Without a record, a listed case was vetted and is ready for triage.
 */
export function stateOf(item: Case, record: CaseLife | null | undefined): CaseStatus {
  const closedAtMs = closedAtMsOf(item);
  if (record) return closedAtMs !== null && closedAtMs > sinceMsOf(record) ? 'closed' : record.status;
  const said = CASE_STATES.find((state): state is CaseState => state === item.state);
  return said ?? (closedAtMs === null ? 'discover' : 'closed');
}

/** The case ended in the platform, not by a decision made here: it was closed there, unless `because` says otherwise. */
export interface Ended {
  readonly is: 'closed';
  readonly atMs: number;
  readonly because?: 'enforced' | 'vanished' | undefined;
}

/** Why the case can no longer be decided, whatever was decided here; null while it can. */
export function endedIn(item: Case, record: CaseLife | null | undefined): Ended | null {
  const state = stateOf(item, record);
  const closedAtMs = closedAtMsOf(item);
  // An unreadable closing date hides no buttons: a useless press is better than a case that nobody can decide.
  if (state === 'closed') {
    const atMs = closedAtMs ?? (record ? sinceMsOf(record) : undefined);
    return atMs === undefined ? null : { is: 'closed', atMs };
  }
  if (!record || (state !== 'enforced' && state !== 'vanished')) return null;
  return { is: 'closed', because: state, atMs: sinceMsOf(record) };
}
