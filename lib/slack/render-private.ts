import type { ToldDecision } from '../chat/case-story.ts';
import { decisionWords, type Sentence } from '../chat/decision-words.ts';
import { ROOM } from './limits.ts';
import type { SlackMessage } from './message.ts';
import { overrideRow } from './render-actions.ts';
import { type Line, ours, quote, richText, said, section } from './render-blocks.ts';
import type { Target } from './target.ts';
import { fallback, fallbackSaid, spoken, spokenText } from './words.ts';

/** Answers that only the one who pressed sees. */

const answer = (words: readonly Line[], text: string): SlackMessage => ({
  text: fallback([text]),
  blocks: richText([section(words)]),
});

/** Somebody was first. Whoever knows better may override, knowing that. */
export function renderConflict(decision: ToldDecision, target: Target): SlackMessage {
  const words: Sentence = decisionWords(decision);
  return {
    text: fallback(['Already decided', spokenText(words)]),
    blocks: [
      ...richText([
        section([[ours('Already decided', { bold: true })], spoken(words)]),
        ...quote(said(decision.comment, ROOM.comment)),
      ]),
      // Only what is recorded can be overridden: everything else still has its own way to be stopped.
      ...(decision.state.is === 'recorded' ? overrideRow({ ...target, decisionId: decision.id }) : []),
    ],
  };
}

/** Something went wrong with what they pressed; `reason` may come from outside. */
export const renderProblem = (reason: string): SlackMessage =>
  answer(
    [[ours('That did not work. '), said(reason, ROOM.reason)]],
    `That did not work. ${fallbackSaid(reason)}`,
  );
