import type { Answer, Person, TrailEntry } from '../case/answer.ts';
import type { Outcome } from '../posture/schemas/verdict.ts';
import type { ChainHead } from './audit-chain.ts';

/** One step of the audit trail, as it stands among those of all cases. */
export interface AuditEntry {
  readonly domain: string;
  readonly caseId: string;
  /** Counts the entries of a case. 0 for what changed nothing. */
  readonly n: number;
  readonly atMs: number;
  /** `operated`: by an operator, about the bridge and no case. `denied`: by a person who may not. `refused`: by an analyst who may, but not then. `unanswered`: nobody did anything. */
  readonly what: TrailEntry['what'] | 'unanswered' | 'muted' | 'unmuted' | 'operated' | 'denied' | 'refused';
  /** The decision, or the click that became none. */
  readonly id: string;
  readonly outcome: Outcome | null;
  readonly by: Person | null;
  readonly place: string | null;
  readonly comment: string | null;
  readonly answer: string | null;
}

/** An answer whose decision should have gone on. */
export interface OverdueAnswer {
  /** Stands for it, whatever it says. */
  readonly name: string;
  /** Since when, as the list has it. */
  readonly dueMs: number;
  /** Null for one that this version does not understand. */
  readonly answer: Answer | null;
}

/** `moved on`: not written, since the row is at another version. */
export type Saved = 'saved' | 'moved on';

/** What people did about cases. Every write of an answer is conditional on its version. */
export interface AnswerLedger {
  /** As it stands now, never a stale copy. */
  load(domain: string, caseId: string): Promise<Answer | null>;
  /** Writes the row if it stands at the version before this one; at 1 there must be none yet. */
  save(next: Answer): Promise<Saved>;
  /** Everybody was told how it stands: it is no longer overdue until it is due again, unless it stands at another version. */
  told(answer: Answer): Promise<void>;
  /**
   * Adds entries to where they are read by day, each with its place in the chain of that day. May repeat: what is there
   * stays as it is, and a click that changed nothing is there once, whenever it comes. Resolves to where the chains stand
   * that grew.
   */
  copyTrail(entries: readonly AuditEntry[]): Promise<readonly ChainHead[]>;
  /** Everything of one day (UTC) in order, page by page. */
  readTrail(domain: string, day: Date): AsyncIterable<readonly AuditEntry[]>;
  /** Those that should have gone on by then and are not `resting`, longest due first. May lag by moments: the answers themselves are as they stand. */
  overdue(
    domain: string,
    range: {
      readonly untilMs: number;
      readonly limit: number;
      readonly isResting?: (name: string, dueMs: number) => boolean;
    },
  ): Promise<readonly OverdueAnswer[]>;
}
