import type { CaseWatch } from './case-watch.ts';
import type { Saved } from './verdict-ledger.ts';

/** Who is on which case. Every write of a row is conditional on its version. */
export interface WatchLedger {
  /** As it stands now, never a stale copy. */
  load(domain: string, caseId: string): Promise<CaseWatch | null>;
  /** Writes the row if it stands at the version before this one; at 1 there must be none yet. */
  save(next: CaseWatch): Promise<Saved>;
}
