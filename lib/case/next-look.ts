import type { Answer, EscalationStep, TakenStep } from './answer.ts';
import { type CaseRecord, isWithheld } from './case-record.ts';
import { type CasePolicy, claimEndsMs, standing } from './standing.ts';

/** When a case is to be looked at next, and what is due then. */
export interface NextLook {
  readonly atMs: number;
  /** `step`: nobody answered for so long. `routes`: nobody knows its routes any more. */
  readonly what: 'owed' | 'claim ends' | 'step' | 'routes';
  readonly step?: EscalationStep;
}

/** `silentUntilMs`: for so long nobody wants to hear of what a step is about; null where that is not so. */
export interface LookContext {
  readonly policy: CasePolicy;
  readonly nowMs: number;
  readonly silentUntilMs?: ((step: EscalationStep) => number | null) | undefined;
}

const LOOK_AGAIN_MS = 5 * 60_000;
/** No step waits longer. */
const LONGEST_WAIT_MS = 30 * 86_400_000;

/** What comes next of a case that may wait for an answer; null where nothing does. Pure. */
export function nextLook(
  record: CaseRecord,
  answer: Answer | null,
  { policy, nowMs, silentUntilMs = () => null }: LookContext,
): NextLook | null {
  // Whatever happened since: it was begun, and half of a step is none.
  if (answer?.owed) return { atMs: nowMs, what: 'owed' };
  const { isEnded, isForgotten, decision, claim, sinceMs } = standing(record, answer, policy, nowMs);
  if (isEnded || decision) return null;
  const endsMs = claimEndsMs(record, answer?.claim ?? null, policy);
  if (claim || endsMs !== null) return { atMs: endsMs ?? nowMs, what: 'claim ends' };
  if (isForgotten || record.quiet || !isShown(record, policy)) return null;
  if (hasUnknownRoute(record, policy)) return lookForRoutes(nowMs - sinceMs, nowMs);
  const steps = policy.stepsOf(record) ?? [];
  const taken = (answer?.steps ?? []).filter(({ atMs }) => atMs > sinceMs);
  const [next] = untaken(steps, taken, record.routes)
    .map((step) => ({ step, atMs: Math.max(dueMs(step, sinceMs, taken), silentUntilMs(step) ?? 0) }))
    .toSorted((a, b) => a.atMs - b.atMs);
  return next ? { ...next, what: 'step' } : null;
}

/** One of the routes that it came by was renamed: others may send it now. */
export const hasUnknownRoute = (
  { routes, severity }: Pick<CaseRecord, 'routes' | 'severity'>,
  { stepsOf }: Pick<CasePolicy, 'stepsOf'>,
): boolean => routes.some((name) => stepsOf({ routes: [name], severity }) === null);

/** Less and less often. */
const lookForRoutes = (waitedMs: number, nowMs: number): NextLook | null =>
  waitedMs > LONGEST_WAIT_MS ? null : { atMs: nowMs + Math.max(LOOK_AGAIN_MS, waitedMs / 2), what: 'routes' };

/** Somebody can see it: in a chat, or in other systems where it goes to no chat. */
function isShown({ places }: CaseRecord, { isChat }: CasePolicy): boolean {
  const names = Object.keys(places);
  const chats = names.filter(isChat);
  return (chats.length > 0 ? chats : names).some((name) => !isWithheld(places[name]));
}

/** The reconciler looks once a minute: a step that comes so late came in time. */
const IN_TIME_MS = 90_000;

/**
 * A step comes at its time, or after an outage at its distance from the one before it: never several at once. Half of the
 * distance is enough where the one before it came in time.
 */
function dueMs({ afterMs }: EscalationStep, sinceMs: number, taken: readonly TakenStep[]): number {
  const last = taken.at(-1);
  if (!last) return sinceMs + afterMs;
  const isInTime = last.atMs - (sinceMs + last.afterMs) <= IN_TIME_MS;
  const distanceMs = (afterMs - last.afterMs) / (isInTime ? 2 : 1);
  return Math.max(sinceMs + afterMs, last.atMs + distanceMs);
}

/**
 * The steps that were not taken yet. Where a route was renamed, as many of the others count as taken as were taken of it:
 * the soonest, since they were.
 */
function untaken(
  steps: readonly EscalationStep[],
  taken: readonly TakenStep[],
  routes: readonly string[],
): readonly EscalationStep[] {
  const isTaken = ({ route, step }: EscalationStep) =>
    taken.some((one) => one.route === route && one.step === step);
  const gone = taken.filter(({ route }) => !routes.includes(route));
  return steps.filter((step) => !isTaken(step)).slice(gone.length);
}
