import { type Answer, type ClaimEntry, claimIn, isUndecided, type Person } from '../case/answer.ts';
import { addToTrail, lastDecidedMs, momentFor } from './apply-change.ts';
import {
  type ClickRefusal,
  comeBack,
  type Decided,
  type DecisionContext,
  refused,
  repeat,
} from './decision-types.ts';
import { isSamePerson } from './same-person.ts';
import type { ClaimMessage } from './verdict-message.ts';

/** Stands for the claim that the analyst saw, if there was none. */
const NOBODYS = 'none';

/**
 * The effect of pressing "I'm on it", "Take over" or "Hand back". An analyst who pressed before the case became what it
 * is saw a different case, and is refused. That also keeps the repeat of a refused press from succeeding later.
 */
export function claimCase(current: Answer | null, message: ClaimMessage, context: DecisionContext): Decided {
  const { clickId, decisionId: seen, by } = message;
  if (current?.trail.some(({ id }) => id === clickId)) return repeat(current, context);
  const no = (because: ClickRefusal) => refused(because, current);
  if (!isUndecided(current, context.episode)) return no('conflict');
  const claim = claimIn(current, context.episode);
  const isTheirs = claim !== null && isSamePerson(claim.by, by, context.people);
  if (message.kind === 'hand-back') {
    if (claim?.id !== seen) return no('too-late');
    return moved(current, message, 'handed-back', isTheirs ? null : (claim?.by ?? null), context);
  }
  // They saw their own claim, on a message that is the same for everybody.
  if (isTheirs && claim.id === seen) return no('yours');
  if (current && isTheirs) return repeat(current, context);
  if (claim)
    return claim.id === seen ? moved(current, message, 'taken-over', claim.by, context) : no('claimed');
  // The analyst saw a claim, or an earlier state of the case.
  const isLate = seen !== NOBODYS || message.atMs < Math.max(lastClaimedMs(current), lastDecidedMs(current));
  return isLate ? no('too-late') : moved(current, message, 'claimed', null, context);
}

function moved(
  current: Answer | null,
  { domain, caseId, clickId: id, by, place }: ClaimMessage,
  what: ClaimEntry['what'],
  from: Person | null,
  { nowMs, postTimeoutMs, episode = 0 }: DecisionContext,
): Decided {
  const atMs = momentFor(current, nowMs);
  const answer = from && `from ${from.name} (${from.surface} ${from.id})`;
  const entry: ClaimEntry = { atMs, what, id, outcome: null, by, place, comment: null, answer };
  const claim = what === 'handed-back' ? null : { id, by, place, atMs, episode };
  const next = addToTrail({ decision: null, domain, caseId, ...current, claim }, [entry]);
  return { is: 'changed', next, todo: comeBack(next, postTimeoutMs) };
}

const lastClaimedMs = (current: Answer | null): number =>
  current?.trail.findLast(({ outcome, by }) => outcome === null && by !== null)?.atMs ?? 0;
