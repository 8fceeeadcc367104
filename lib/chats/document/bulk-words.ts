import type { ListedItem } from '../../case/answer-part.ts';
import { pressWord } from '../../case/outcome-words.ts';
import type { Sentence } from '../../case/sentence.ts';
import { cleanWithin } from '../../platform/text/clean-text.ts';
import { counted, shortId, utc } from '../../platform/text/format.ts';
import type { Outcome } from '../../posture/schemas/verdict.ts';
import { severityLabel } from '../../posture/severity.ts';
import { standingText } from '../../verdict/decision-text.ts';
import { refusalText } from '../../verdict/refusal-text.ts';
import type { RefusedClick } from '../../verdict/verdict-handler.ts';
import type { CaseStory } from './case-story.ts';
import type { CommandAnswer } from './command-answer.ts';
import { WITH_COMMENT } from './controls.ts';
import { ROOM } from './message-limits.ts';

export const BULK = {
  button: 'Decide several…',
  title: 'Decide several cases',
  looking: 'Looking up the cases…',
  cases: 'Cases',
  submit: 'Decide',
  chooseCases: 'Choose the cases.',
  none: 'None of these cases can be decided here now.',
  altered: 'The bridge did not write this list, or wrote it for somebody else. Nothing was recorded.',
  changed: 'The list changed meanwhile. Nothing was recorded: please open it again.',
} as const;

/** `Decide 26 to 50…`, where one button cannot carry them all. */
export const bulkLabel = (lists: readonly { readonly length: number }[], index: number): string => {
  if (lists.length === 1) return BULK.button;
  const before = lists.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  return `Decide ${before + 1} to ${before + (lists[index]?.length ?? 0)}…`;
};

export const allOfThem = (count: number): string => `All ${count} of these`;

/** A case among others: what it is, whose and how severe; and when it was opened. As the API sent it, not escaped. */
export const listedTitle = ({ headline, who, severity }: CaseStory): string =>
  [headline, who.name ?? who.email ?? '', severity === null ? '' : severityLabel(severity)]
    .map((text) => cleanWithin(text, ROOM.short.name))
    .filter((text) => text !== '')
    .join(' · ');

export const listedNote = ({ openedAtMs, caseId }: Pick<CaseStory, 'openedAtMs' | 'caseId'>): string =>
  [utc(openedAtMs), `case ${shortId(caseId)}`].filter((text) => text !== '').join(' · ');

/** One of several that nothing was decided about, and why. */
export interface LeftOut {
  readonly caseId: string;
  /** Null for a case of which nothing is known. */
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

/** How a case stands that cannot be decided. */
export const whyNotOpen = (story: CaseStory): Sentence =>
  standingText(story).words ?? ['It cannot be decided now.'];

/** How a case stands that is not what it was when it was chosen. */
export const whyChanged = (story: CaseStory): Sentence => [
  'It changed since the list was drawn. ',
  ...(standingText(story).words ?? []),
];

/** What an analyst reads who decided several cases. */
export function bulkAnswer(outcome: Outcome, taken: number, leftOut: readonly LeftOut[]): CommandAnswer {
  const title =
    taken === 0
      ? 'Nothing was decided'
      : `${counted(taken, 'case')}: ${pressWord(outcome)}. The message of each shows what becomes of it`;
  return {
    title: [`${title}.`],
    parts: leftOutParts(leftOut.map(leftOutLine)),
    more: [],
  };
}

/** What nobody could know when they were chosen: told by the verdict function. */
export const leftOutAnswer = (refused: readonly RefusedClick[]): CommandAnswer => ({
  title: [
    `${counted(refused.length, 'case')} of those that you chose ${refused.length === 1 ? 'was' : 'were'} left out.`,
  ],
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
