import * as z from 'zod/mini';
import { createVersionedReader } from '../platform/read-versioned.ts';
import { CASE_STATES, type CaseState } from '../posture/schemas/case.ts';
import type { CaseVerdict } from './case-verdict.ts';

/** How a case stands in the platform. `vanished`: the platform does not list it any more. */
export type LifeState = CaseState | 'vanished';

/** A case went from one state to another. */
export interface LifeChange {
  /** Counts the changes of a case, over all its life. */
  readonly n: number;
  readonly from: LifeState;
  readonly to: LifeState;
  /** When, as far as the platform says; else when it was noticed. */
  readonly atMs: number;
}

/** Whole looks that did not find a case. */
export interface Missing {
  readonly looks: number;
  readonly sinceMs: number;
  readonly lastMs: number;
}

/** What is known of the way of a case through the platform, from when it was handed over until it ends. */
export interface CaseLife {
  readonly domain: string;
  readonly caseId: string;
  /** Grows by one with every write. */
  readonly version: number;
  readonly createdAtMs: number;
  readonly state: LifeState;
  /** When it ended; null while it is open. */
  readonly endedAtMs: number | null;
  /** The `updated_at` by which the state is known: what an older page says does not count. 0 where there is none. */
  readonly updatedAtMs: number;
  /** The `updated_at` of what the places were handed. */
  readonly shownMs: number;
  readonly missing: Missing | null;
  /** The last change. */
  readonly last: LifeChange | null;
  /** Some place may not know the last change yet. */
  readonly owed: boolean;
}

export const CASE_LIFE_FORMAT = 1;

const State = z.enum([...CASE_STATES, 'vanished']);

export const readCaseLife = createVersionedReader<CaseLife>(
  'the life of a case',
  CASE_LIFE_FORMAT,
  z.object({
    domain: z.string(),
    caseId: z.string(),
    version: z.number(),
    createdAtMs: z.number(),
    state: State,
    endedAtMs: z.nullable(z.number()),
    updatedAtMs: z.number(),
    shownMs: z.number(),
    missing: z.nullable(z.object({ looks: z.number(), sinceMs: z.number(), lastMs: z.number() })),
    last: z.nullable(z.object({ n: z.number(), from: State, to: State, atMs: z.number() })),
    owed: z.boolean(),
  }),
);

/** Nothing more is expected of it. It may come back all the same. */
export const isOver = (state: LifeState): state is 'closed' | 'vanished' =>
  state === 'closed' || state === 'vanished';

/** A verdict that the platform recorded and resolved ends the case there: its messages say so already. */
export const followsFrom = (verdict: CaseVerdict | null, { to }: LifeChange): boolean =>
  verdict?.decision.state.is === 'recorded' &&
  verdict.decision.state.resolved &&
  (to === 'closed' || to === 'enforced');

/** Nothing about it has to be written or shown, unless a look finds it different. */
export const isSettled = ({ owed, missing, shownMs, updatedAtMs }: CaseLife): boolean =>
  !owed && missing === null && shownMs >= updatedAtMs;

/** A case as it is handed over for the first time. The platform lists it, so it was vetted: it is ready for triage. */
export const newLife = (
  about: Pick<CaseLife, 'domain' | 'caseId' | 'createdAtMs' | 'updatedAtMs'>,
  closedAtMs: number | null,
): CaseLife => ({
  ...about,
  version: 1,
  state: closedAtMs === null ? 'discover' : 'closed',
  endedAtMs: closedAtMs,
  shownMs: about.updatedAtMs,
  missing: null,
  last: null,
  owed: false,
});
