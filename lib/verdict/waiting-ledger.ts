import type { Todo } from '../platform/todo-list.ts';
import type { Saved } from './answer-ledger.ts';
import type { CaseWaiting } from './case-waiting.ts';

export interface SavedWaiting {
  readonly waiting: CaseWaiting;
  /** When its list has it as due; null when it is on none. */
  readonly listedMs: number | null;
}

/** A case that is to be looked at. */
export interface DueWaiting {
  readonly todo: Todo;
  /** Null for a row that this version does not understand, or that is gone. */
  readonly waiting: CaseWaiting | null;
}

/** Cases that wait for an answer. Every write of a row is conditional on its version. */
export interface WaitingLedger {
  /** As it stands now, never a stale copy. */
  load(domain: string, caseId: string): Promise<SavedWaiting | null>;
  /** Writes the row if it stands at the version before this one; at 1 there must be none yet. Listed until it is due. */
  save(next: CaseWaiting): Promise<Saved>;
  /** Those that are due by then, longest due first. May lag by moments. */
  due(domain: string, untilMs: number, limit: number): Promise<readonly DueWaiting[]>;
  /** Lists it as due only from then on, unless it is written meanwhile. Changes nothing else of its row. */
  postpone(domain: string, due: DueWaiting, untilMs: number): Promise<void>;
}
