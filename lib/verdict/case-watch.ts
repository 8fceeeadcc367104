import * as z from 'zod/mini';
import { createVersionedReader } from '../platform/read-versioned.ts';
import { lastMomentOf } from './apply-change.ts';
import type { CaseVerdict, DecisionState, Person } from './case-verdict.ts';

/** An analyst is on a case. It changes nothing in the platform. */
export interface Claim {
  /** Of the click: its repeats have the same. */
  readonly id: string;
  readonly by: Person;
  /** The destination where it was clicked. */
  readonly place: string;
  readonly atMs: number;
}

/** One step of the audit trail that is no step of a decision. */
export interface WatchEntry {
  readonly atMs: number;
  readonly what: 'claimed' | 'taken-over' | 'handed-back';
  /** Of the click. */
  readonly id: string;
  /** Null when the bridge did it by itself. */
  readonly by: Person | null;
  readonly place: string | null;
  /** What it means, in words. */
  readonly answer: string | null;
}

/** Who is on a case. A row beside that of its decisions, which says whether there is anything to be on. */
export interface CaseWatch {
  readonly domain: string;
  readonly caseId: string;
  /** Grows by one with every write. */
  readonly version: number;
  /** Who is on it, unless a decision ended that: `claimIn` knows. */
  readonly claim: Claim | null;
  /** Everything that happened, oldest first, written together with the change itself. */
  readonly trail: readonly WatchEntry[];
  /** How many of its oldest entries had to make room. They are in the audit trail of their days. */
  readonly trimmed?: number | undefined;
}

export const CASE_WATCH_FORMAT = 1;

const Who = z.object({ surface: z.string(), id: z.string(), name: z.string() });

export const readCaseWatch = createVersionedReader<CaseWatch>(
  'who is on a case',
  CASE_WATCH_FORMAT,
  z.object({
    domain: z.string(),
    caseId: z.string(),
    version: z.number(),
    claim: z.nullable(z.object({ id: z.string(), by: Who, place: z.string(), atMs: z.number() })),
    trail: z.array(z.object({ atMs: z.number(), what: z.string(), id: z.string(), by: z.nullable(Who) })),
    trimmed: z.optional(z.number()),
  }),
);

/** Nobody decided, or what was decided was taken back. */
const UNDECIDED: readonly DecisionState['is'][] = ['undone', 'declined'];

export const isUndecided = (verdict: CaseVerdict | null): boolean =>
  verdict === null || UNDECIDED.includes(verdict.decision.state.is);

/** Who is on a case. A decision ends it: taken back, it leaves the case to nobody. */
export function claimIn(watch: CaseWatch | null | undefined, verdict: CaseVerdict | null): Claim | null {
  const claim = watch?.claim ?? null;
  return claim && isUndecided(verdict) && claim.atMs >= lastMomentOf(verdict) ? claim : null;
}

const MOST_ENTRIES = 40;

/** The row after a change, with the entry that says so. */
export function watchAfter(
  row: Pick<CaseWatch, 'domain' | 'caseId'> & Partial<CaseWatch>,
  change: Partial<CaseWatch>,
  entry: WatchEntry | null,
): CaseWatch {
  const trail = [...(row.trail ?? []), ...(entry ? [entry] : [])];
  const dropped = Math.max(0, trail.length - MOST_ENTRIES);
  return {
    claim: null,
    ...row,
    ...change,
    version: (row.version ?? 0) + 1,
    trail: trail.slice(dropped),
    trimmed: (row.trimmed ?? 0) + dropped,
  };
}
