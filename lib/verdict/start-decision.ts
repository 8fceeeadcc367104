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
  type AmongSeveral,
  comeBack,
  type Decided,
  type DecisionContext,
  refused,
  repeat,
  type VerdictRules,
} from './decision-types.ts';
import { comparePeople, type KnownPeople } from './same-person.ts';
import type { MessageOf } from './verdict-message.ts';

/** An analyst decides. The first one wins; to replace what was recorded, an analyst has to say why. */
export function decideCase(
  current: Answer | null,
  message: MessageOf<'decide'> | AmongSeveral,
  context: DecisionContext,
): Decided {
  const { request, domain, caseId, createdAtMs } = message;
  const { episode = 0 } = context;
  if (current && isKnown(current, request.id)) return repeat(current, context);
  const isEarlier = current?.decision != null && current.decision.episode < episode;
  if (!mayFollow(current, request, isEarlier)) return refused('conflict', current);
  if (needsComment(request, context.rules) && !request.comment?.trim()) {
    return refused('comment-required', current);
  }
  const row = { domain, caseId, ...current, createdAtMs: current?.createdAtMs ?? createdAtMs ?? undefined };
  const rules = 'together' in message ? withTimeToLook(context.rules, message.together.count) : context.rules;
  const asked = { ...request, ...(isEarlier && anew(current)), episode: episodeFor(current, context) };
  return begin(current, row, asked, null, { ...context, rules });
}

/** What was decided last may have reopened the case, before any look saw that: what is decided next is about the same. */
const episodeFor = (current: Answer | null, { episode = 0 }: DecisionContext): number =>
  Math.max(episode, current?.decision?.episode ?? 0);

/** Who decides a case again that was reopened overrides nothing, and says what that replaces, if it came to anything. */
const anew = ({ decision }: Answer) => ({
  overrides: null,
  ...(decision && !cameToNothing(decision.state) && { replaces: decision.id }),
});

/** A chat shows about one of several messages in a second: whoever wants to take the last one back has to see it first. */
const SHOWN_MS = 2_000;

const withTimeToLook = (rules: VerdictRules, together: number): VerdictRules =>
  rules.undoSeconds === 0
    ? rules
    : { ...rules, undoSeconds: rules.undoSeconds + (together * SHOWN_MS) / 1_000 };

/** Tries what failed once more, in the name of the analyst who asks for it. */
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
  const needsApproval = rules.outcomes[request.outcome].approval && approvedBy === null;
  const state: DecisionState = needsApproval ? { is: 'awaiting-approval' } : undoable(rules, atMs);
  const { by, place, comment } = request;
  const steps: TrailStep[] = [{ what: 'requested', by, place, comment }];
  const what = request.overrides !== null ? 'overridden' : request.replaces ? 'replaced' : null;
  if (current?.decision && what) steps.unshift({ what, about: current.decision, by, place, comment });
  // What the platform holds stays known until something else is recorded there.
  const before = current?.decision?.state.is === 'recorded' ? current.decision : (current?.before ?? null);
  const next = changeTo(
    { ...row, before, failedOverride: null, claim: null },
    { ...request, state, approvedBy },
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

export const needsComment = (
  { outcome, overrides }: Pick<DecisionRequest, 'outcome' | 'overrides'>,
  rules: VerdictRules,
): boolean => overrides !== null || rules.outcomes[outcome].comment === 'required';

/** Taken back, not agreed to, or not recorded: the case is open again. */
const OPEN: readonly DecisionState['is'][] = ['undone', 'declined', 'failed'];
const REPLACEABLE: readonly DecisionState['is'][] = ['recorded', 'failed'];

/**
 * Who clicked before the case came to be as it is saw another one. That also keeps the repeat of a click that was
 * refused once from coming true when the case opens again.
 */
function mayFollow(
  current: Answer | null,
  { overrides, clickedAtMs }: DecisionRequest,
  isEarlier = false,
): boolean {
  if (!current?.decision) return overrides === null;
  const { id, state } = current.decision;
  // Nobody knows whether the one that was to replace it was recorded: something recorded is replaced either way.
  const isOpen = OPEN.includes(state.is) && !current.before;
  // What is being sent has to be known first, also of an earlier episode: its answer would find nothing to be told of.
  const isFree = isOpen || (isEarlier && state.is !== 'posting');
  const fits = overrides === null ? isFree : id === overrides && REPLACEABLE.includes(state.is);
  return fits && clickedAtMs >= lastDecidedMs(current);
}

/**
 * Of the two who agreed on what failed, one who is certainly not asking now: nobody has to be asked again. On another
 * surface it may be either of them who asks, under another id.
 */
const secondPerson = ({ by, approvedBy }: Decision, asking: Person, people: KnownPeople): Person | null => {
  if (approvedBy === null) return null;
  return [approvedBy, by].find((one) => comparePeople(one, asking, people) === 'other') ?? null;
};
