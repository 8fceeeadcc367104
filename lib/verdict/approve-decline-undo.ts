import type { CaseVerdict, Decision, DecisionState, TrailEntry } from '../case/answer.ts';
import { changeTo, momentFor } from './apply-change.ts';
import { comeBack, type Decided, type DecisionContext, refused, repeat } from './decision-types.ts';
import { comparePeople, isSamePerson } from './same-person.ts';
import { undoable } from './start-decision.ts';
import { isSystem } from './system-person.ts';
import type { ClickMessage, MessageOf } from './verdict-message.ts';

/**
 * A second person approves. What a system or a link decided, nobody has decided yet: anybody may have made it, whoever
 * approves it too. So the first approval makes it theirs, and a second person has to approve that.
 */
export function approve(
  current: CaseVerdict | null,
  click: MessageOf<'approve'>,
  context: DecisionContext,
): Decided {
  const blocked = whyNot(current, click, 'approved', ['awaiting-approval'], context);
  if (blocked || !current) return blocked ?? refused('gone', null);
  if (isSystem(current.decision.by)) return takeOver(current, click, context);
  const second = comparePeople(current.decision.by, click.by, context.people);
  if (second === 'same') return refused('own-decision', current);
  // It may be the same person under another id. Nobody can tell, so it does not count as a second person.
  if (second === 'unknown') return refused('other-surface', current);
  const { rules, nowMs, postTimeoutMs } = context;
  const atMs = momentFor(current, nowMs);
  const decision = { ...current.decision, approvedBy: click.by, state: undoable(rules, atMs) };
  const next = changeTo(current, decision, [{ what: 'approved', by: click.by, place: click.place }], atMs);
  return { is: 'changed', next, todo: comeBack(next, postTimeoutMs) };
}

function takeOver(
  current: CaseVerdict,
  { by, place }: MessageOf<'approve'>,
  { nowMs, postTimeoutMs }: DecisionContext,
): Decided {
  const decision = { ...current.decision, by, place };
  const next = changeTo(current, decision, [{ what: 'approved', by, place }], momentFor(current, nowMs));
  return { is: 'changed', next, todo: comeBack(next, postTimeoutMs) };
}

/** A second person declines. The first person uses `undo` for that. */
export function decline(
  current: CaseVerdict | null,
  click: MessageOf<'decline'>,
  context: DecisionContext,
): Decided {
  const blocked = whyNot(current, click, 'declined', ['awaiting-approval'], context);
  if (blocked || !current) return blocked ?? refused('gone', null);
  if (isSamePerson(current.decision.by, click.by, context.people)) return refused('own-decision', current);
  return takeBack(current, click, 'declined', context);
}

/** Undoes a decision that certainly was not sent. The state says so, not the clock: a late click may still be in time. */
export function undo(
  current: CaseVerdict | null,
  click: MessageOf<'undo'>,
  context: DecisionContext,
): Decided {
  const unsent: DecisionState['is'][] = ['awaiting-approval', 'undoable', 'waiting'];
  const blocked = whyNot(current, click, 'undone', unsent, context);
  if (blocked || !current) return blocked ?? refused('gone', null);
  return takeBack(current, click, 'undone', context);
}

function takeBack(
  current: CaseVerdict,
  { by, place }: ClickMessage,
  what: 'undone' | 'declined',
  { nowMs, postTimeoutMs }: DecisionContext,
): Decided {
  const atMs = momentFor(current, nowMs);
  const ended: Decision = { ...current.decision, state: { is: what, by, atMs } };
  // The decision that the platform holds counts again.
  const decision = current.before ?? ended;
  const next = changeTo({ ...current, before: null }, decision, [{ what, about: ended, by, place }], atMs);
  return { is: 'changed', next, todo: comeBack(next, postTimeoutMs) };
}

/** Null if the click is about the current decision, and that is in one of these states. */
function whyNot(
  current: CaseVerdict | null,
  { decisionId, by }: ClickMessage,
  what: TrailEntry['what'],
  states: readonly DecisionState['is'][],
  context: DecisionContext,
): Decided | null {
  if (!current) return refused('gone', null);
  const did = (entry: TrailEntry) =>
    entry.what === what && entry.id === decisionId && isSamePerson(entry.by, by, context.people);
  if (current.trail.some(did)) return repeat(current, context);
  const { id, state } = current.decision;
  return id === decisionId && states.includes(state.is) ? null : refused('too-late', current);
}
