import type { Decision } from '../../case/answer.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { SealOf } from '../../platform/seal.ts';
import { decisionText } from '../../verdict/decision-text.ts';
import type { VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Target } from '../shared/button-target.ts';
import { ROOM } from '../shared/message-limits.ts';
import { receivedText } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import { overrideRow } from './render-actions.ts';
import { ours, quote, richText, said, section } from './render-blocks.ts';
import { fallback, spoken, spokenText } from './sentences.ts';

/** Answers that only the analyst who pressed sees. */

/** Another analyst was first. An analyst who knows better may override that. */
export function renderConflict(decision: Decision, target: Target, sealOf?: SealOf): SlackMessage {
  const words = decisionText(decision);
  return {
    text: fallback(['Already decided', spokenText(words)]),
    blocks: [
      ...richText([
        section([[ours('Already decided', { bold: true })], spoken(words)]),
        ...quote(said(decision.comment, ROOM.comment)),
      ]),
      // Only what is recorded can be overridden: everything else still has its own way to be stopped.
      ...(decision.state.is === 'recorded'
        ? overrideRow({ ...target, decisionId: decision.id }, sealOf)
        : []),
    ],
  };
}

/** The queue has what they pressed, and the verdict function has not dealt with it yet. */
export const renderReceived = (message: Pick<VerdictMessage, 'kind'>): SlackMessage =>
  renderNote([receivedText(message)]);

/** Something went wrong with what they pressed. */
export function renderProblem(reason: Sentence): SlackMessage {
  return renderNote(['That did not work. ', ...reason]);
}

export const renderNote = (words: Sentence): SlackMessage => ({
  text: fallback([spokenText(words)]),
  blocks: richText([section([spoken(words)])]),
});
