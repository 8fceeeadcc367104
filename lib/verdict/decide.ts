import { approve, decline, undo } from './approve-decline-undo.ts';
import type { CaseVerdict } from './case-verdict.ts';
import {
  type ClickRefusal,
  type Decided,
  type DecisionContext,
  refused,
  type VerdictEvent,
} from './decision-types.ts';
import { answered, looked, post } from './record-decision.ts';
import { decideCase, retryDecision } from './start-decision.ts';

/** As many as can be on their way at one time, and some more. */
const REMEMBERED = 50;

/** What becomes of a case's row, and what has to be done then. Pure: the verdict handler makes it true. */
export function decide(current: CaseVerdict | null, event: VerdictEvent, context: DecisionContext): Decided {
  const clickId = clickIdOf(event);
  if (clickId === null) return decideAnew(current, event, context);
  const before = current?.refused?.find(({ id }) => id === clickId);
  if (before) return refused(before.because as ClickRefusal, current);
  const decided = decideAnew(current, event, context);
  if (decided.is !== 'refused' || !current) return decided;
  const { because } = decided;
  const clicks = [...(current.refused ?? []), { id: clickId, because }].slice(-REMEMBERED);
  return { ...decided, next: { ...current, version: current.version + 1, refused: clicks } };
}

const clickIdOf = (event: VerdictEvent): string | null =>
  event.kind === 'decide' ? event.request.id : 'clickId' in event ? event.clickId : null;

function decideAnew(current: CaseVerdict | null, event: VerdictEvent, context: DecisionContext): Decided {
  switch (event.kind) {
    case 'decide':
      return decideCase(current, event, context);
    case 'retry':
      return retryDecision(current, event, context);
    case 'approve':
      return approve(current, event, context);
    case 'decline':
      return decline(current, event, context);
    case 'undo':
      return undo(current, event, context);
    case 'post':
      return post(current, event, context);
    case 'answered':
      return answered(current, event, context);
    case 'looked':
      return looked(current, event, context);
  }
}
