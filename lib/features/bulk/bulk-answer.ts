import { counted, shortId } from '../../base/text/format.ts';
import type { ListedItem } from '../../case/answer-part.ts';
import { pressWord } from '../../case/outcome-words.ts';
import type { Sentence } from '../../case/sentence.ts';
import { WITH_COMMENT } from '../../chats/document/case-buttons.ts';
import type { CaseStory } from '../../chats/document/case-story.ts';
import type { CommandAnswer } from '../../chats/document/command-answer.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';
import { standingText } from '../../verdict/decision-text.ts';
import { refusalText } from '../../verdict/refusal-text.ts';
import type { RefusedClick } from '../../verdict/verdict-handler.ts';
import { listedTitle } from './bulk-form.ts';

/** A case of the selection that was not decided, and why. */
export interface LeftOut {
  readonly caseId: string;
  /** Null for an unknown case. */
  readonly story: CaseStory | null;
  readonly why: Sentence;
}

const leftOutLine = ({ caseId, story, why }: LeftOut): ListedItem => ({
  words: [
    { said: story ? listedTitle(story) : `case ${shortId(caseId)}` },
    ...(story ? [` (case ${shortId(caseId)})`] : []),
    ': ',
    ...why,
  ],
  link: story?.link,
});

/** Says how a case stands that cannot be decided. */
export const whyNotOpen = (story: CaseStory): Sentence =>
  standingText(story).words ?? ["It can't be decided right now."];

/** Says how a case stands that has changed since it was chosen. */
export const whyChanged = (story: CaseStory): Sentence => [
  'It changed after you opened the list. ',
  ...(standingText(story).words ?? []),
];

/** What the analyst reads after a bulk decision. */
export function bulkAnswer(outcome: Outcome, taken: number, leftOut: readonly LeftOut[]): CommandAnswer {
  const title =
    taken === 0
      ? 'Nothing was decided'
      : `${counted(taken, 'case')}: ${pressWord(outcome)}. Each case's message shows how it goes`;
  return {
    title: [`${title}.`],
    parts: leftOutParts(leftOut.map(leftOutLine)),
    more: [],
  };
}

/** What was not known when the analyst chose: the verdict function tells it. */
export const leftOutAnswer = (refused: readonly RefusedClick[]): CommandAnswer => ({
  title: [`${counted(refused.length, 'case')} you chose ${refused.length === 1 ? 'was' : 'were'} left out.`],
  parts: leftOutParts(
    refused.map((one) => ({
      words: [{ said: `case ${shortId(one.caseId)}` }, ': ', ...refusalText(one, WITH_COMMENT)],
    })),
  ),
  more: [],
});

const leftOutParts = (items: readonly ListedItem[]): CommandAnswer['parts'] =>
  items.length === 0
    ? []
    : [
        { is: 'heading', words: ['Left out'] },
        { is: 'list', items },
      ];
