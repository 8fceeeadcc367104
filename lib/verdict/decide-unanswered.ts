import { type Answer, isAnswered, isUndecided } from '../case/answer.ts';
import { lastDecidedMs } from './apply-change.ts';
import {
  type CaseWaiting,
  type HowItWaits,
  nextStep,
  stepName,
  type TakenStep,
  type WaitingStep,
} from './case-waiting.ts';

/** How a case stands that nobody may have answered. */
export interface Unanswered {
  readonly waiting: CaseWaiting;
  readonly answer: Answer | null;
  /** Of the case now. */
  readonly episode?: number | undefined;
  /** `nowhere`: no chat has it yet. `closed`: there is nothing to answer any more. */
  readonly shown: 'open' | 'closed' | 'nowhere';
}

export type UnansweredDecided =
  /** A step was taken, and what follows from it is owed. `next`: the row that says so, where it does not yet. */
  | { readonly is: 'step'; readonly taken: TakenStep; readonly next: CaseWaiting | null }
  /** Nothing to do now. The row says when there is, or that there is not. */
  | { readonly is: 'waits'; readonly next: CaseWaiting };

/** A case that is in no chat is looked for again: its poller may have died. One from before the bridge never is in any. */
const LOOK_AGAIN_MS = 5 * 60_000;
const NOWHERE_MS = 30 * 60_000;

/** So long a case is looked at whose routes nobody knows: no step waits longer. */
const LONGEST_WAIT_MS = 30 * 86_400_000;

/** When to look again at a case whose routes are not known: less and less often. */
function lookAgainMs(sinceMs: number, nowMs: number): number | null {
  const waitedMs = nowMs - sinceMs;
  return waitedMs > LONGEST_WAIT_MS ? null : nowMs + Math.max(LOOK_AGAIN_MS, waitedMs / 2);
}

/**
 * The row of a case of whose routes some were renamed, by those that send it now. The steps of the others go on; of the new
 * ones as many count as taken as were taken of those that are gone: the soonest, since they were.
 */
export function renamed(row: CaseWaiting, how: HowItWaits, steps: readonly WaitingStep[]): CaseWaiting {
  const kept = row.taken.filter((name) => steps.some((step) => stepName(step) === name));
  const fresh = steps.filter(({ route }) => !row.routes.includes(route)).map(stepName);
  return { ...row, ...how, taken: [...kept, ...fresh.slice(0, row.taken.length - kept.length)] };
}

/** What is to be done about a case that may wait for an answer. Pure. */
export function decideUnanswered(
  { waiting: row, answer, episode, shown }: Unanswered,
  steps: readonly WaitingStep[] | null,
  nowMs: number,
): UnansweredDecided {
  // Whatever happened since: it was taken, and half of a step is none.
  if (row.owed) return { is: 'step', taken: row.owed, next: null };
  const since = waitingSince({ waiting: row, answer });
  const waiting = since > row.sinceMs ? { ...row, sinceMs: since, taken: [] } : row;
  const until = (dueMs: number | null): UnansweredDecided => ({
    is: 'waits',
    next: { ...waiting, version: row.version + 1, dueMs },
  });
  if (isAnswered(answer, episode) || shown === 'closed') return until(null);
  if (steps === null) return until(lookAgainMs(waiting.sinceMs, nowMs));
  const step = nextStep(waiting, steps);
  if (!step) return until(null);
  const dueMs = waiting.sinceMs + step.afterMs;
  if (dueMs > nowMs) return until(dueMs);
  if (shown === 'nowhere') return until(nowMs - dueMs > NOWHERE_MS ? null : nowMs + LOOK_AGAIN_MS);
  const { route, step: which, afterMs, to } = step;
  const taken: TakenStep = { n: waiting.count + 1, route, step: which, afterMs, atMs: nowMs, to };
  const next: CaseWaiting = {
    ...waiting,
    version: row.version + 1,
    taken: [...waiting.taken, stepName(step)],
    count: taken.n,
    owed: taken,
    // Until all of it is done it is due.
    dueMs: nowMs,
  };
  return { is: 'step', taken, next };
}

/** Since when nobody has answered: an answer that was taken back counts until then. */
function waitingSince({ waiting, answer }: Omit<Unanswered, 'shown'>): number {
  const handedBackMs = answer?.trail.findLast(({ what }) => what === 'handed-back')?.atMs ?? 0;
  const takenBackMs = isUndecided(answer) ? lastDecidedMs(answer) : 0;
  return Math.max(waiting.sinceMs, handedBackMs, takenBackMs);
}

/** The row once all of a step is done, due again with the next one. */
export function stepDone(row: CaseWaiting, steps: readonly WaitingStep[] | null, nowMs: number): CaseWaiting {
  const next = steps && nextStep(row, steps);
  const dueMs = steps === null ? lookAgainMs(row.sinceMs, nowMs) : next && row.sinceMs + next.afterMs;
  return { ...row, version: row.version + 1, owed: null, dueMs };
}
