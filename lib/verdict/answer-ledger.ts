import type { ChainHead } from '../audit/audit-chain.ts';
import type { Answer, Person, TrailEntry } from '../case/answer.ts';
import type { Outcome } from '../posture/schemas/verdict-schema.ts';

/** One entry of the audit trail of all cases. */
export interface AuditEntry {
  readonly domain: string;
  readonly caseId: string;
  /** The number of the entry among those of its case. 0 for what changed nothing. */
  readonly n: number;
  readonly atMs: number;
  /**
   * `operated`: an operator changed the bridge, not a case. `denied`: the person has no right. `refused`: the analyst has
   * the right, but clicked at the wrong time. `escalation`: nobody did anything.
   */
  readonly what: TrailEntry['what'] | 'escalation' | 'muted' | 'unmuted' | 'operated' | 'denied' | 'refused';
  /** The id of the decision, or of the click that came to nothing. */
  readonly id: string;
  readonly outcome: Outcome | null;
  readonly by: Person | null;
  readonly place: string | null;
  readonly comment: string | null;
  readonly answer: string | null;
}

/** An answer whose decision should have moved on by now. */
export interface OverdueAnswer {
  /** Identifies the answer, whatever its content. */
  readonly name: string;
  /** Since when it is overdue, according to the list. */
  readonly dueMs: number;
  /** Null for an answer that this version does not understand. */
  readonly answer: Answer | null;
}

/** `moved on`: not written, because the row has another version by now. */
export type Saved = 'saved' | 'moved on';

/** The answers to cases. Every write of an answer is conditional on its version. */
export interface AnswerLedger {
  /** Reads consistently, never a stale copy. */
  load(domain: string, caseId: string): Promise<Answer | null>;
  /** Writes the row if its stored version is the one before this; at version 1, no row may exist. */
  save(next: Answer): Promise<Saved>;
  /** Everybody was told where it stands: not overdue until it is due again. Does nothing if the version has changed. */
  markPublished(answer: Answer): Promise<void>;
  /**
   * Adds entries to the trail that is read by day, each linked into the chain of its day. Idempotent: existing entries
   * stay as they are, and a click that changed nothing is there once, whenever it is repeated. Resolves to the new heads
   * of the chains that grew.
   */
  copyTrail(entries: readonly AuditEntry[]): Promise<readonly ChainHead[]>;
  /** All entries of one day (UTC) in order, page by page. */
  readTrail(domain: string, day: Date): AsyncIterable<readonly AuditEntry[]>;
  /** Answers overdue by then and not postponed, longest first. The list may lag by moments, the answers do not. */
  overdue(
    domain: string,
    range: {
      readonly untilMs: number;
      readonly limit: number;
      readonly isPostponed?: (name: string, dueMs: number) => boolean;
    },
  ): Promise<readonly OverdueAnswer[]>;
}
