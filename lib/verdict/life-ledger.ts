import type { Todo } from '../platform/todo-list.ts';
import type { CaseLife, LifeState } from './case-life.ts';
import type { Saved } from './verdict-ledger.ts';

/** A case that is followed, as the list of them has it: enough to see whether a look brings anything new. */
export interface FollowedCase {
  readonly todo: Todo;
  /** Stands for the case, as `nameOf` does. */
  readonly name: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly state: LifeState;
  /** When it ended; null while it is open. */
  readonly endedAtMs: number | null;
  readonly isSettled: boolean;
}

/** The lives of cases. Every write of a row is conditional on its version. */
export interface LifeLedger {
  /** As it stands now, never a stale copy. */
  load(domain: string, caseId: string): Promise<CaseLife | null>;
  /** The same for a case of the list. */
  read(followed: FollowedCase): Promise<CaseLife | null>;
  /** Writes the row if it stands at the version before this one; at 1 there must be none yet. It is then followed. */
  save(next: CaseLife): Promise<Saved>;
  /** Those that are followed, open ones first, each from the oldest on. May lag behind the rows by moments. */
  followed(domain: string, limit: number): Promise<readonly FollowedCase[]>;
  /** Open cases created since then, the newest first. May lag behind the rows by moments. */
  fresh(domain: string, sinceMs: number, limit: number): Promise<readonly FollowedCase[]>;
  /** Takes it from the list, unless it is written meanwhile. Its row stays. */
  drop(domain: string, followed: FollowedCase): Promise<void>;
  nameOf(domain: string, caseId: string): string;
}
