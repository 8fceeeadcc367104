import type { Answer, EscalationStep, TakenStep } from './answer.ts';
import { type CaseRecord, isWithheld } from './case-record.ts';
import { type CasePolicy, claimEndsMs, standing } from './standing.ts';

/** When a case needs its next look, and what is due then. */
export interface NextLook {
  readonly atMs: number;
  /** `step`: nobody has answered for long enough to escalate. `routes`: the configuration no longer has its routes. */
  readonly what: 'owed' | 'claim ends' | 'step' | 'routes';
  readonly step?: EscalationStep;
}

/** `silentUntilMs`: until when the subject of a step is muted; null where it is not. */
export interface LookContext {
  readonly policy: CasePolicy;
  readonly nowMs: number;
  readonly silentUntilMs?: ((step: EscalationStep) => number | null) | undefined;
}

const LOOK_AGAIN_MS = 5 * 60_000;
/** The longest time after which a step can be due. */
const LONGEST_WAIT_MS = 30 * 86_400_000;

/** What is due next for a case that may wait for an answer; null where nothing is. Pure. */
export function nextLook(
  record: CaseRecord,
  answer: Answer | null,
  { policy, nowMs, silentUntilMs = () => null }: LookContext,
): NextLook | null {
  // A step that was begun is finished, whatever happened since: half a step is none.
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

/** One of the routes that sent the case was renamed: others may send it now. */
export const hasUnknownRoute = (
  { routes, severity }: Pick<CaseRecord, 'routes' | 'severity'>,
  { stepsOf }: Pick<CasePolicy, 'stepsOf'>,
): boolean => routes.some((name) => stepsOf({ routes: [name], severity }) === null);

/** The longer the case has waited, the longer the pause between looks. */
const lookForRoutes = (waitedMs: number, nowMs: number): NextLook | null =>
  waitedMs > LONGEST_WAIT_MS ? null : { atMs: nowMs + Math.max(LOOK_AGAIN_MS, waitedMs / 2), what: 'routes' };

/** People can see it: in a chat, or in other systems if it goes to no chat. */
function isShown({ places }: CaseRecord, { isChat }: CasePolicy): boolean {
  const names = Object.keys(places);
  const chats = names.filter(isChat);
  return (chats.length > 0 ? chats : names).some((name) => !isWithheld(places[name]));
}

/** The reconciler looks once a minute: a step that is late by no more than this was on time. */
const IN_TIME_MS = 90_000;

/**
 * A step is due at its time, or, after an outage, at its distance from the step before, so that steps never come all at
 * once. Half the distance is enough where the step before was on time.
 */
function dueMs({ afterMs }: EscalationStep, sinceMs: number, taken: readonly TakenStep[]): number {
  const last = taken.at(-1);
  if (!last) return sinceMs + afterMs;
  const isInTime = last.atMs - (sinceMs + last.afterMs) <= IN_TIME_MS;
  const distanceMs = (afterMs - last.afterMs) / (isInTime ? 2 : 1);
  return Math.max(sinceMs + afterMs, last.atMs + distanceMs);
}

/**
 * The steps not taken yet. If a route was renamed, as many of the remaining steps count as taken as were taken of that
 * route: the soonest ones, because those were taken first.
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
