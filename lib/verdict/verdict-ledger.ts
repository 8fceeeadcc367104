import type { Todo } from '../platform/todo-list.ts';
import type { Outcome } from '../posture/schemas/verdict.ts';
import type { ChainHead } from './audit-chain.ts';
import type { CaseVerdict, Person, TrailEntry } from './case-verdict.ts';
import type { WatchEntry } from './case-watch.ts';

/** One step of the audit trail, as it stands among those of all cases. */
export interface AuditEntry {
  readonly domain: string;
  readonly caseId: string;
  /** Counts the entries of a case. 0 for what changed nothing. */
  readonly n: number;
  readonly atMs: number;
  /** `operated`: by an operator, about the bridge and no case. `denied`: by a person who may not. `refused`: by an analyst who may, but not then. `unanswered`: nobody did anything. */
  readonly what:
    | TrailEntry['what']
    | WatchEntry['what']
    | 'unanswered'
    | 'muted'
    | 'unmuted'
    | 'operated'
    | 'denied'
    | 'refused';
  /** The decision, or the click that became none. */
  readonly id: string;
  readonly outcome: Outcome | null;
  readonly by: Person | null;
  readonly place: string | null;
  readonly comment: string | null;
  readonly answer: string | null;
}

/** A decision that should have gone on. */
export interface OverdueVerdict {
  /** Where the ledger has it on its list. */
  readonly todo: Todo;
  /** Null for a row that this version does not understand. */
  readonly verdict: CaseVerdict | null;
}

/** `moved on`: not written, since the row is at another version. */
export type Saved = 'saved' | 'moved on';

/** What was decided, and by whom. Every write of a case's row is conditional on its version. */
export interface VerdictLedger {
  /** As it stands now, never a stale copy. */
  load(domain: string, caseId: string): Promise<CaseVerdict | null>;
  /** Writes the row if it stands at the version before this one; at 1 there must be none yet. */
  save(next: CaseVerdict): Promise<Saved>;
  /** Everybody was told how it ended: it is no longer overdue, unless the row stands at another version. */
  told(verdict: CaseVerdict): Promise<void>;
  /**
   * Adds entries to where they are read by day, each with its place in the chain of that day. May repeat: what is there
   * stays as it is, and a click that changed nothing is there once, whenever it comes. Resolves to where the chains stand
   * that grew.
   */
  copyTrail(entries: readonly AuditEntry[]): Promise<readonly ChainHead[]>;
  /** Everything of one day (UTC) in order, page by page. */
  readTrail(domain: string, day: Date): AsyncIterable<readonly AuditEntry[]>;
  /** Those that should have gone on by then, longest due first. May lag by moments: the rows themselves are as they stand. */
  overdue(domain: string, untilMs: number, limit: number): Promise<readonly OverdueVerdict[]>;
  /** Lists it as overdue only from then on, unless it is written meanwhile. Changes nothing else of its row. */
  postpone(domain: string, overdue: OverdueVerdict, untilMs: number | null): Promise<void>;
}
