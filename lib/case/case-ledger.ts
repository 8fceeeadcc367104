import type { Due } from '../platform/due-list.ts';
import type { Todo } from '../platform/todo-list.ts';
import type { CaseRecord, CaseStatus } from './case-record.ts';

/** `moved on`: not written, since the record is at another version. */
export type SavedCase = 'saved' | 'moved on';

/** A case that is followed, as the list of its domain has it. */
export interface FollowedCase {
  readonly todo: Todo;
  /** The same for every row about a case. */
  readonly name: string;
  readonly createdAtMs: number;
  readonly statusAtMs: number;
  readonly status: CaseStatus;
  readonly endedAtMs: number | null;
  readonly isSettled: boolean;
}

/** The records of cases. Every write of one is conditional on its version, but for history, which is written once. */
export interface CaseLedger {
  /** As it stands now, never a stale copy. Throws a RestsError for one that this version does not understand. */
  load(domain: string, caseId: string): Promise<CaseRecord | null>;
  /** Those of these cases that are recorded; `rests` for one that this version does not understand. */
  loadAll(domain: string, caseIds: readonly string[]): Promise<ReadonlyMap<string, CaseRecord | 'rests'>>;
  /** The same for a case of the list. */
  read(followed: FollowedCase): Promise<CaseRecord | null>;
  /** Writes the record if it stands at its version; at 0 there must be none yet. It is then followed, unless it is history. */
  save(next: CaseRecord): Promise<SavedCase>;
  /**
   * Changes a record as it stands; the record then, or null where there is none. What `change` returns unchanged is not
   * written.
   */
  change(
    domain: string,
    caseId: string,
    change: (record: CaseRecord) => CaseRecord,
  ): Promise<CaseRecord | null>;
  /** The destinations whose deliveries of a case are written, whatever its record says. */
  deliveredTo(domain: string, caseId: string): Promise<readonly string[]>;
  /** Writes cases that nobody is told of, all of them or throws. May repeat. They are not followed. */
  putHistory(records: readonly CaseRecord[]): Promise<void>;
  /** Those that are followed, open ones first, each from the oldest on. May lag behind the records by moments. */
  followed(domain: string, limit: number): Promise<readonly FollowedCase[]>;
  /** Open cases created since then, the newest first. May lag behind the records by moments. */
  fresh(domain: string, sinceMs: number, limit: number): Promise<readonly FollowedCase[]>;
  /** Takes it from the list, unless it is written meanwhile. Its record stays for ever: it is never new again. */
  drop(domain: string, followed: FollowedCase): Promise<void>;
  nameOf(domain: string, caseId: string): string;
  /** Those that are to be looked at by then, longest first. May lag behind the records by moments. */
  due(domain: string, untilMs: number, limit: number): Promise<readonly Due[]>;
  /** One of them; null for one that is gone. Throws a RestsError for one that this version does not understand. */
  loadDue(due: Due): Promise<CaseRecord | null>;
  /** Looked at only from then on, unless it is written meanwhile. */
  postpone(domain: string, due: Due, untilMs: number): Promise<void>;
}
