import { type Answer, claimIn, verdictIn } from '../case/answer.ts';
import { isEnded } from '../case/case-record.ts';
import { approve, decline, undo } from './approve-decline-undo.ts';
import { claimCase } from './claim-case.ts';
import {
  type ClickRefusal,
  type Decided,
  type DecisionContext,
  refused,
  type VerdictEvent,
} from './decision-types.ts';
import { answered, looked, post } from './record-decision.ts';
import { isSamePerson } from './same-person.ts';
import { decideCase, retryDecision } from './start-decision.ts';

/** More than can be in flight at one time. */
const REMEMBERED = 50;

/** The next answer to a case, and what has to be done then. Pure: the verdict handler carries it out. */
export function decide(current: Answer | null, event: VerdictEvent, context: DecisionContext): Decided {
  const clickId = clickIdOf(event);
  if (clickId === null) return decideAnew(current, event, context);
  const before = current?.refused?.find(({ id }) => id === clickId);
  if (before) return refused(before.because as ClickRefusal, current);
  const judged = decideAnew(current, event, context);
  const outdated = judged.is === 'changed' ? whyOutdated(current, event, context) : null;
  const decided = outdated ? refused(outdated, current) : judged;
  if (decided.is !== 'refused' || !current) return decided;
  const { because } = decided;
  const clicks = [...(current.refused ?? []), { id: clickId, because }].slice(-REMEMBERED);
  return { ...decided, next: { ...current, version: current.version + 1, refused: clicks } };
}

/** An event without an episode is never stale: systems decide by the case alone. */
function whyOutdated(
  current: Answer | null,
  event: VerdictEvent,
  { episode = 0, record, people }: DecisionContext,
): 'stale' | 'changed' | null {
  if ('episode' in event && event.episode !== undefined && event.episode !== episode) return 'stale';
  if (!('together' in event)) return null;
  const { updatedAtMs, claim: seen } = event.together;
  const claim = claimIn(current, episode);
  const isTaken = claim !== null && claim.id !== seen && !isSamePerson(claim.by, event.request.by, people);
  // A case whose person was forgotten does not show when it changed.
  const isNewer = record != null && updatedAtMs > 0 && record.updatedAtMs > updatedAtMs;
  const isOther = isNewer || (record != null && isEnded(record));
  return isTaken || isOther ? 'changed' : null;
}

const clickIdOf = (event: VerdictEvent): string | null =>
  event.kind === 'decide' ? event.request.id : 'clickId' in event ? event.clickId : null;

function decideAnew(current: Answer | null, event: VerdictEvent, context: DecisionContext): Decided {
  const verdict = verdictIn(current);
  switch (event.kind) {
    case 'decide':
      return decideCase(current, event, context);
    case 'claim':
    case 'hand-back':
      return claimCase(current, event, context);
    case 'retry':
      return retryDecision(verdict, event, context);
    case 'approve':
      return approve(verdict, event, context);
    case 'decline':
      return decline(verdict, event, context);
    case 'undo':
      return undo(verdict, event, context);
    case 'post':
      return post(verdict, event, context);
    case 'answered':
      return answered(verdict, event, context);
    case 'looked':
      return looked(verdict, event, context);
  }
}
