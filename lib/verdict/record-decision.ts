import type { CaseVerdict, Decision, DecisionState } from '../case/answer.ts';
import { isEnded } from '../case/case-record.ts';
import { nextEpisode } from '../case/episode.ts';
import { changeTo, momentFor, type TrailStep } from './apply-change.ts';
import { approvableUntilMs, LOOK_AFTER_MS } from './decision-deadlines.ts';
import {
  type Answered,
  comeBack,
  type Decided,
  type DecisionContext,
  type PlatformLooked,
  refused,
  repeat,
} from './decision-types.ts';
import { endOf, gaveUp, notApproved, outlived, unknownOutcome } from './platform-answer.ts';
import type { MessageOf } from './verdict-message.ts';
import { givesUpAtMs } from './verdict-retries.ts';

type Posting = Extract<DecisionState, { is: 'posting' }>;

/** How far the platform's clock may be behind ours. */
const CLOCK_TOLERANCE_MS = 2_000;

/**
 * It is time to POST, or seems to be. Only the function whose write moves a decision into `posting` may send it:
 *
 *     undoable, waiting --save--> posting --POST--> recorded | failed | waiting (certainly not taken)
 *                                    |
 *                                    +-- no clear answer, or the sender crashed --look--> recorded | failed
 */
export function post(
  current: CaseVerdict | null,
  message: MessageOf<'post'>,
  context: DecisionContext,
): Decided {
  if (!current) return refused('gone', null);
  const { id, state } = current.decision;
  if (id !== message.decisionId) return { is: 'repeat', current, todo: [] };
  if (isUnsent(state) && current.decision.episode < (context.episode ?? 0)) return outlive(current, context);
  switch (state.is) {
    case 'undoable':
    case 'waiting':
      return state.untilMs > context.nowMs ? repeat(current, context) : enter(current, state, context);
    case 'posting':
      return meetPosting(current, state, context);
    case 'awaiting-approval':
      return context.nowMs < approvableUntilMs(current) ? repeat(current, context) : expire(current, context);
    default:
      return repeat(current, context);
  }
}

/** Nothing was sent, so the case is open again: anybody may decide it, or request the same decision again. */
function expire(current: CaseVerdict, { nowMs }: DecisionContext): Decided {
  const atMs = momentFor(current, nowMs);
  return moved(current, notApproved(atMs), { what: 'failed', answer: 'nobody approved it in time' }, atMs);
}

const isUnsent = ({ is }: DecisionState): boolean =>
  is === 'undoable' || is === 'waiting' || is === 'awaiting-approval';

/** A decision made before the case was reopened is not about the case as it is now. */
function outlive(current: CaseVerdict, { nowMs }: DecisionContext): Decided {
  const atMs = momentFor(current, nowMs);
  return moved(current, outlived(atMs), { what: 'failed', answer: 'the case was reopened meanwhile' }, atMs);
}

function enter(
  current: CaseVerdict,
  state: Extract<DecisionState, { is: 'undoable' | 'waiting' }>,
  { nowMs }: DecisionContext,
): Decided {
  const atMs = momentFor(current, nowMs);
  if (state.is === 'waiting' && nowMs >= givesUpAtMs(state))
    return moved(current, gaveUp(atMs), { what: 'failed' }, atMs);
  const before =
    state.is === 'waiting' ? { waitingSinceMs: state.sinceMs, readyAtMs: state.readyAtMs } : undefined;
  const posting: Posting = { is: 'posting', sinceMs: atMs, ...before };
  return { ...moved(current, posting, { what: 'posting' }, atMs), todo: [{ do: 'submit', sinceMs: atMs }] };
}

/** Never sends a second POST from here: the platform may have taken the first. */
function meetPosting(current: CaseVerdict, { sinceMs, doubt }: Posting, context: DecisionContext): Decided {
  const lookAtMs = doubt ? doubt.nextLookMs : sinceMs + context.postTimeoutMs;
  if (context.nowMs < lookAtMs) return repeat(current, context);
  return { is: 'repeat', current, todo: [{ do: 'look', looks: doubt?.looks ?? 0 }] };
}

/** The answer to the one POST. It counts even if another function has since treated the sender as crashed. */
export function answered(current: CaseVerdict | null, event: Answered, context: DecisionContext): Decided {
  if (!current) return refused('gone', null);
  const { id, state } = current.decision;
  const isOpen = state.is === 'posting' || (state.is === 'failed' && state.because === 'unknown-outcome');
  if (id !== event.decisionId || !isOpen) return repeat(current, context);

  const atMs = momentFor(current, context.nowMs);
  const { waitingSinceMs = atMs, readyAtMs } = state.is === 'posting' ? state : {};
  const end = endOf(event.answer, atMs, { sinceMs: waitingSinceMs, readyAtMs });
  if (end) {
    const about = inEpisode(current, end.state, context);
    return moved(about, end.state, { what: end.state.is, answer: end.words }, atMs);
  }
  if (state.is !== 'posting' || state.doubt || event.answer.status !== 'unknown') {
    return repeat(current, context);
  }
  const doubtful: Posting = { ...state, doubt: { looks: 0, nextLookMs: atMs + LOOK_AFTER_MS[0] } };
  const answer = `no clear answer: ${event.answer.error.message}`;
  return moved(current, doubtful, { what: 'posting', answer }, atMs);
}

/**
 * Escalating a case that had ended reopens it: the episode that follows belongs to that decision, even if a look saw it
 * begin before the answer arrived. No other outcome leaves a case open, so a later episode belongs to nobody.
 */
function inEpisode(current: CaseVerdict, end: DecisionState, { record }: DecisionContext): CaseVerdict {
  if (end.is !== 'recorded' || !record) return current;
  const { decision } = current;
  const { state, outcome } = decision;
  const opens = outcome === 'ESCALATED' && !end.resolved;
  const hasBegun = state.is === 'posting' && record.sinceMs >= state.sinceMs;
  const inDecision = (episode: number) => ({ ...current, decision: { ...decision, episode } });
  if (!isEnded(record))
    return opens && hasBegun ? inDecision(Math.max(decision.episode, record.episode)) : current;
  return inDecision(
    opens ? Math.max(decision.episode, nextEpisode(record)) : Math.min(decision.episode, record.episode),
  );
}

/** A look at the platform after an unclear answer, or after the sender crashed. */
export function looked(
  current: CaseVerdict | null,
  event: PlatformLooked,
  context: DecisionContext,
): Decided {
  if (!current) return refused('gone', null);
  const { id, state } = current.decision;
  const isMeant =
    id === event.decisionId && state.is === 'posting' && (state.doubt?.looks ?? 0) === event.looks;
  if (!isMeant) return repeat(current, context);

  const atMs = momentFor(current, context.nowMs);
  if (event.closedAtMs !== null && event.closedAtMs >= state.sinceMs - toleranceFor(current)) {
    const answer = `no clear answer, but the case shows as closed at ${new Date(event.closedAtMs).toISOString()}`;
    const recorded = { is: 'recorded', atMs, resolved: true } as const;
    return moved(inEpisode(current, recorded, context), recorded, { what: 'recorded', answer }, atMs);
  }
  const pauseMs = LOOK_AFTER_MS[event.looks + 1];
  if (pauseMs === undefined) {
    const answer = 'no clear answer, and the case does not show as closed';
    return moved(current, unknownOutcome(atMs), { what: 'failed', answer }, atMs);
  }
  return moved(
    current,
    { ...state, doubt: { looks: event.looks + 1, nextLookMs: atMs + pauseMs } },
    null,
    atMs,
  );
}

/** If an earlier decision was sent as well, a case that closed a moment before may be its effect. */
const toleranceFor = ({ decision, trail }: CaseVerdict): number =>
  trail.some(({ what, id }) => what === 'posting' && id !== decision.id) ? 0 : CLOCK_TOLERANCE_MS;

/** Passes no POST timeout: only `enter` leaves a POST in flight, and it says itself what comes next. */
function moved(current: CaseVerdict, state: DecisionState, step: TrailStep | null, atMs: number) {
  const decision: Decision = { ...current.decision, state };
  const isVain = state.is === 'failed' && !state.mayBeRecorded;
  const steps = step ? [{ ...step, about: decision }] : [];
  const next =
    isVain && current.before
      ? // The decision that the platform holds counts again, and stays protected.
        changeTo({ ...current, before: null, failedOverride: decision }, current.before, steps, atMs)
      : changeTo(
          { ...current, before: state.is === 'recorded' ? null : current.before },
          decision,
          steps,
          atMs,
        );
  return { is: 'changed', next, todo: comeBack(next, 0) } as const;
}
