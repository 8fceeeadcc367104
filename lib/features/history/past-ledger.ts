import type { PastCase, PastOutcome } from '../../case/past-entry.ts';

/** Rows of the ledger, newest first, as far as they were asked for. */
export interface PastRows<Entry> {
  readonly entries: readonly Entry[];
  /** When the oldest of these rows was written, where there may be older ones that were not read; else null. */
  readonly cutAtMs: number | null;
}

export interface PastRange {
  /** What was written before is not asked for. */
  readonly fromMs: number;
  readonly mostRows: number;
}

/** What the poller remembers of cases, and reads of what was decided. Entries may be there twice, and lag by moments. */
export interface PastLedger {
  /** Adds all of these, or throws. May repeat. */
  addCases(domain: string, cases: readonly PastCase[], nowMs: number): Promise<void>;
  cases(domain: string, range: PastRange): Promise<PastRows<PastCase>>;
  outcomes(domain: string, range: PastRange): Promise<PastRows<PastOutcome>>;
}

/** What the verdict function adds to that. May repeat. */
export interface OutcomeNotes {
  note(domain: string, outcome: PastOutcome, nowMs: number): Promise<void>;
}
