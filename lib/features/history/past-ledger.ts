import type { PastCase, PastOutcome } from '../../case/past-entry.ts';

/** Rows of the ledger, newest first, as far as they were asked for. */
export interface PastRows<Entry> {
  readonly entries: readonly Entry[];
  /** When the oldest of these rows was written, if older ones may exist that were not read; otherwise null. */
  readonly cutAtMs: number | null;
}

export interface PastRange {
  /** Older rows are not read. */
  readonly fromMs: number;
  readonly mostRows: number;
}

/** What the poller remembers of cases, and reads of decisions. Entries may be there twice, and lag by moments. */
export interface PastLedger {
  /** Adds all of these, or throws. May repeat. */
  addCases(domain: string, cases: readonly PastCase[], nowMs: number): Promise<void>;
  cases(domain: string, range: PastRange): Promise<PastRows<PastCase>>;
  outcomes(domain: string, range: PastRange): Promise<PastRows<PastOutcome>>;
}

/** What the verdict function adds. May repeat. */
export interface OutcomeNotes {
  note(domain: string, outcome: PastOutcome, nowMs: number): Promise<void>;
}
