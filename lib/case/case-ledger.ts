import type { Due } from '../base/due-list.ts';
import type { Todo } from '../base/todo-list.ts';
import type { CaseRecord, CaseStatus } from './case-record.ts';

/** `moved on`: not written, because the record has another version by now. */
export type SavedCase = 'saved' | 'moved on';

/** A followed case, as the list of its domain shows it. */
export interface FollowedCase {
  readonly todo: Todo;
  /** Equal for every row about the case. */
  readonly name: string;
  readonly createdAtMs: number;
  readonly statusAtMs: number;
  readonly status: CaseStatus;
  readonly endedAtMs: number | null;
  readonly isSettled: boolean;
}

/** The records of cases. Every write is conditional on the version, except for history, which is written once. */
export interface CaseLedger {
  /** Reads consistently, never a stale copy. Throws a UnreadableError for a record that this version does not understand. */
  load(domain: string, caseId: string): Promise<CaseRecord | null>;
  /** The recorded ones among these cases; `unreadable` for a record that this version does not understand. */
  loadAll(
    domain: string,
    caseIds: readonly string[],
  ): Promise<ReadonlyMap<string, CaseRecord | 'unreadable'>>;
  /** Loads the record of a case from the list. */
  read(followed: FollowedCase): Promise<CaseRecord | null>;
  /** Writes the record if its version is the stored one; 0 means none may exist. Follows the case, unless it is history. */
  save(next: CaseRecord): Promise<SavedCase>;
  /**
   * Changes a record in its current version and returns the result, or null where there is none. Writes nothing if
   * `change` returns its argument.
   */
  change(
    domain: string,
    caseId: string,
    change: (record: CaseRecord) => CaseRecord,
  ): Promise<CaseRecord | null>;
  /** The destinations that have a delivery row for the case, whatever its record says. */
  deliveredTo(domain: string, caseId: string): Promise<readonly string[]>;
  /** Writes cases that nobody is told about: all of them, or it throws. Idempotent. These cases are not followed. */
  putHistory(records: readonly CaseRecord[]): Promise<void>;
  /** The followed cases: open ones first, and oldest first within each group. May lag behind the records by moments. */
  followed(domain: string, limit: number): Promise<readonly FollowedCase[]>;
  /** Open cases, or followed ones that ended, created since then, newest first. May lag behind the records by moments. */
  fresh(
    domain: string,
    sinceMs: number,
    limit: number,
    which?: 'open' | 'ended',
  ): Promise<readonly FollowedCase[]>;
  /** Stops following the case, unless it was written meanwhile. Its record stays for ever: the case is never new again. */
  drop(domain: string, followed: FollowedCase): Promise<void>;
  nameOf(domain: string, caseId: string): string;
  /** Cases whose next look is due by then, longest overdue first. May lag behind the records by moments. */
  due(domain: string, untilMs: number, limit: number): Promise<readonly Due[]>;
  /** The record of a due case; null if it is gone. Throws a UnreadableError if this version does not understand it. */
  loadDue(due: Due): Promise<CaseRecord | null>;
  /** Moves the next look to then, unless somebody wrote the record in the meantime. */
  postpone(domain: string, due: Due, untilMs: number): Promise<void>;
}
