import {
  type Answer,
  type CaseVerdict,
  cameToNothing,
  type Decision,
  type DecisionRequest,
  type DecisionState,
  type Person,
} from '../case/answer.ts';
import { changeTo, lastDecidedMs, momentFor, type TrailStep } from './apply-change.ts';
import {
  type BulkDecision,
  comeBack,
  type Decided,
  type DecisionContext,
  refused,
  repeat,
  type VerdictRules,
} from './decision-types.ts';
import { needsApproval, secondPerson } from './needs-approval.ts';
import { isBlank, needsComment } from './needs-comment.ts';
import type { MessageOf } from './verdict-message.ts';

/** An analyst decides. The first one wins; to replace a recorded decision, an analyst has to say why. */
export function decideCase(
  current: Answer | null,
  message: MessageOf<'decide'> | BulkDecision,
  context: DecisionContext,
): Decided {
  const { request, domain, caseId, createdAtMs } = message;
  const { episode = 0 } = context;
  if (current && isKnown(current, request.id)) return repeat(current, context);
  const isEarlier = current?.decision != null && current.decision.episode < episode;
  if (!mayFollow(current, request, isEarlier)) return refused('conflict', current);
  if (needsComment(request, context.rules) && isBlank(request.comment))
    return refused('comment-required', current);
  const row = { domain, caseId, ...current, createdAtMs: current?.createdAtMs ?? createdAtMs ?? undefined };
  const rules = 'together' in message ? withTimeToLook(context.rules, message.together.count) : context.rules;
  const asked = { ...request, ...(isEarlier && anew(current)), episode: episodeFor(current, context) };
  return begin(current, row, asked, null, { ...context, rules });
}

/** The last decision may have reopened the case before a look saw that: the next one belongs to the same episode. */
const episodeFor = (current: Answer | null, { episode = 0 }: DecisionContext): number =>
  Math.max(episode, current?.decision?.episode ?? 0);

/** A new decision on a reopened case overrides nothing. It names the one that it replaces, if that came to anything. */
const anew = ({ decision }: Answer) => ({
  overrides: null,
  ...(decision && !cameToNothing(decision.state) && { replaces: decision.id }),
});

/** A chat shows about one bulk message a second: an analyst who wants to undo the last one has to see it first. */
const SHOWN_MS = 2_000;

const withTimeToLook = (rules: VerdictRules, together: number): VerdictRules =>
  rules.undoSeconds === 0
    ? rules
    : { ...rules, undoSeconds: rules.undoSeconds + (together * SHOWN_MS) / 1_000 };

/** Retries a failed decision in the name of the analyst who asks for it. */
export function retryDecision(
  current: CaseVerdict | null,
  message: MessageOf<'retry'>,
  context: DecisionContext,
): Decided {
  if (!current) return refused('gone', null);
  if (isKnown(current, message.clickId)) return repeat(current, context);
  const { outcome, comment, eventIds, state, id } = current.decision;
  const request = {
    id: message.clickId,
    outcome,
    comment,
    eventIds,
    by: message.by,
    place: message.place,
    clickedAtMs: message.atMs,
    overrides: message.decisionId,
    episode: episodeFor(current, context),
  };
  if (id !== message.decisionId || state.is !== 'failed' || !mayFollow(current, request)) {
    return refused('conflict', current);
  }
  return begin(
    current,
    current,
    request,
    secondPerson(current.decision, message.by, context.people),
    context,
  );
}

function begin(
  current: Answer | null,
  row: Parameters<typeof changeTo>[0],
  request: Omit<Decision, 'state' | 'approvedBy'>,
  approvedBy: Person | null,
  { rules, nowMs, postTimeoutMs }: DecisionContext,
): Decided {
  const atMs = momentFor(current, nowMs);
  const isAsked = approvedBy === null && needsApproval(current, request, rules);
  const state: DecisionState = isAsked ? { is: 'awaiting-approval' } : undoable(rules, atMs);
  const { by, place, comment } = request;
  const steps: TrailStep[] = [{ what: 'requested', by, place, comment }];
  const what = request.overrides !== null ? 'overridden' : request.replaces ? 'replaced' : null;
  if (current?.decision && what) steps.unshift({ what, about: current.decision, by, place, comment });
  // The decision that the platform holds stays known until another one is recorded there.
  const before = current?.decision?.state.is === 'recorded' ? current.decision : (current?.before ?? null);
  const next = changeTo(
    { ...row, before, failedOverride: null, claim: null },
    { ...request, ...(what && before && { was: before.outcome }), state, approvedBy },
    steps,
    atMs,
  );
  return { is: 'changed', next, todo: comeBack(next, postTimeoutMs) };
}

export const undoable = ({ undoSeconds }: VerdictRules, atMs: number): DecisionState => ({
  is: 'undoable',
  sinceMs: atMs,
  untilMs: atMs + undoSeconds * 1000,
});

const isKnown = ({ decision, trail }: Answer, id: string): boolean =>
  decision?.id === id || trail.some((entry) => entry.id === id);

const REPLACEABLE: readonly DecisionState['is'][] = ['recorded', 'failed'];

/**
 * An analyst who clicked before the case became what it is saw a different case. That also keeps the repeat of a refused
 * click from succeeding when the case opens again.
 */
function mayFollow(
  current: Answer | null,
  { overrides, clickedAtMs }: DecisionRequest,
  isEarlier = false,
): boolean {
  if (!current?.decision) return overrides === null;
  const { id, state } = current.decision;
  // A decision that the platform may hold is replaced knowingly, or not at all.
  const isOpen = cameToNothing(state) && !current.before;
  // The outcome of a POST must be known first, even in an earlier episode: its answer would find no decision to apply to.
  const isFree = isOpen || (isEarlier && state.is !== 'posting');
  const fits = overrides === null ? isFree : id === overrides && REPLACEABLE.includes(state.is);
  return fits && clickedAtMs >= lastDecidedMs(current);
}
