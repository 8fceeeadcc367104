import * as z from 'zod/mini';
import { createVersionedReader } from '../platform/read-versioned.ts';
import type { Severity } from '../posture/severity.ts';

/** A step of a route that was taken because nobody answered. */
export interface TakenStep {
  /** Counts the steps of a case, over all its life. */
  readonly n: number;
  /** The route, and which of its steps, from 1 on. */
  readonly route: string;
  readonly step: number;
  /** How long nobody had answered. */
  readonly afterMs: number;
  readonly atMs: number;
  /** Where else it goes. */
  readonly to: readonly string[];
}

/**
 * A case that waits for an answer. Not in the row of who is on it: that is written by versions that know nothing of this,
 * and would take it off its list.
 */
export interface CaseWaiting {
  readonly domain: string;
  readonly caseId: string;
  /** Grows by one with every write. */
  readonly version: number;
  /** The routes whose steps it goes by, and the severity. */
  readonly routes: readonly string[];
  readonly severity: Severity;
  /** Since when nobody answered. An answer that was taken back begins it anew. */
  readonly sinceMs: number;
  /** The steps taken since then, by name. */
  readonly taken: readonly string[];
  /** How many were taken, over all its life. */
  readonly count: number;
  /** A step that was taken, of which not all may be done yet. */
  readonly owed: TakenStep | null;
  /** When it is to be looked at next; null when nothing is to come. */
  readonly dueMs: number | null;
}

export const CASE_WAITING_FORMAT = 1;

export const readCaseWaiting = createVersionedReader<CaseWaiting>(
  'a case that waits for an answer',
  CASE_WAITING_FORMAT,
  z.object({
    domain: z.string(),
    caseId: z.string(),
    version: z.number(),
    routes: z.array(z.string()),
    severity: z.string(),
    sinceMs: z.number(),
    taken: z.array(z.string()),
    count: z.number(),
    owed: z.nullable(
      z.object({
        n: z.number(),
        route: z.string(),
        step: z.number(),
        afterMs: z.number(),
        atMs: z.number(),
        to: z.array(z.string()),
      }),
    ),
    dueMs: z.nullable(z.number()),
  }),
);

/** A step that is to come, as the configuration has it now. */
export interface WaitingStep extends Pick<TakenStep, 'route' | 'step' | 'afterMs' | 'to'> {}

/**
 * What the configuration says to do about a case that nobody answers: the soonest first. Null where it knows none of its
 * routes: they were renamed or taken out, or this function still has the configuration from before.
 */
export type StepsOf = (waiting: Pick<CaseWaiting, 'routes' | 'severity'>) => readonly WaitingStep[] | null;

/** By which routes a case waits, and by which severity. */
export type HowItWaits = Pick<CaseWaiting, 'routes' | 'severity'>;

export const stepName = ({ route, step }: Pick<WaitingStep, 'route' | 'step'>): string => `${route}/${step}`;

/** The next of the steps; null when all were taken. */
export const nextStep = (
  { taken }: Pick<CaseWaiting, 'taken'>,
  steps: readonly WaitingStep[],
): WaitingStep | null => steps.find((step) => !taken.includes(stepName(step))) ?? null;
