import type { SealOf } from '../../base/seal.ts';
import type { Decision } from '../../case/answer.ts';
import type { Sentence } from '../../case/sentence.ts';
import { decisionText } from '../../verdict/decision-text.ts';
import { refusalText } from '../../verdict/refusal-text.ts';
import type { RefusedClick } from '../../verdict/verdict-handler.ts';
import { type Target, writeTarget } from './button-target.ts';
import { CONTROL_LABELS, WITH_COMMENT } from './case-buttons.ts';
import { type Button, type Document, group } from './document.ts';
import { ROOM } from './message-limits.ts';
import { decisionVerb } from './press.ts';

/** Answers that only the analyst who pressed sees. */

/** Why a click changed nothing. A conflict comes with the way out of it, so it is more than words. */
export function refusedDocument(refused: RefusedClick, sealOf?: SealOf): Document {
  if (refused.because !== 'conflict' || !refused.current?.decision) {
    return problemDocument(refusalText(refused, WITH_COMMENT));
  }
  const { domain, caseId, createdAtMs = 0, decision } = refused.current;
  const target = { domain, caseId, destination: refused.place, createdAtMs, decisionId: decision.id };
  return conflictDocument(decision, target, sealOf);
}

/** Another analyst decided first. The analyst who reads this may override that decision. */
export function conflictDocument(decision: Decision, target: Target, sealOf?: SealOf): Document {
  const words = decisionText(decision);
  return {
    summary: [['Already decided'], words],
    groups: [
      group(
        { is: 'line', parts: [[{ ours: 'Already decided', style: 'bold' }]] },
        { is: 'sentence', words },
        { is: 'quote', text: decision.comment, room: ROOM.comment },
        { is: 'buttons', buttons: overrideButton(decision, target, sealOf) },
      ),
    ],
  };
}

/** Only a recorded decision can be overridden: any other decision can still be undone, declined or retried. */
function overrideButton({ state, id }: Decision, target: Target, sealOf?: SealOf): readonly Button[] {
  const value = state.is === 'recorded' ? writeTarget({ ...target, decisionId: id }, sealOf) : null;
  return value === null ? [] : [{ label: CONTROL_LABELS.override, verb: decisionVerb('override'), value }];
}

export const noteDocument = (words: Sentence): Document => ({
  summary: [words],
  groups: [group({ is: 'sentence', words })],
});

/** Something went wrong with what they pressed. */
export const problemDocument = (reason: Sentence): Document => noteDocument(reason);
