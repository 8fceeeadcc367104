import type { AnswerPart, ListedItem } from '../../case/answer-part.ts';
import { type PersonaNote, personaTitle, QUIET_PERSONA } from '../../case/persona-note.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { SealOf } from '../../platform/seal.ts';
import { isShowable, utc, utcSecond } from '../../platform/text/format.ts';
import { splitList } from '../shared/case-list.ts';
import type { CommandAnswer } from '../shared/command-answer.ts';
import { MORE_VERB, writePage } from '../shared/command-page.ts';
import { ROOM } from '../shared/message-limits.ts';
import { severalLabel } from '../shared/several-words.ts';
import { sentenceLine } from '../shared/summary.ts';
import { BOLD, linked, ours, quote, type Run, rich, type Style, said } from './blocks.ts';
import { type CardNode, createCard, firstFitting, type TeamsMessage } from './message.ts';
import { execute, severalActions } from './render-actions.ts';
import { huntingActions, renderHunting } from './render-hunting.ts';
import { plainSaid } from './summary.ts';

/** The answer to a command: in the chat of one person with the bot, and not kept up to date. */
export function renderAnswer(answer: CommandAnswer, sealOf?: SealOf): TeamsMessage {
  const { parts } = answer;
  const shorter = parts.map((_, left) => () => render(answer, parts.length - left - 1, sealOf));
  return firstFitting([() => render(answer, parts.length, sealOf), ...shorter]);
}

/** Who a case is about, in its thread. */
export function renderPersona(note: PersonaNote, quiet: boolean | undefined): TeamsMessage {
  const message = renderAnswer({ title: personaTitle(note), parts: note.parts, more: [] });
  return quiet ? { ...message, summary: QUIET_PERSONA } : message;
}

function render({ title, parts, more, several }: CommandAnswer, most: number, sealOf?: SealOf): TeamsMessage {
  const shown = parts.slice(0, most);
  const pressed = [...severalButtons(several, sealOf), ...more.flatMap((one) => moreAction(one, sealOf))];
  return {
    summary: titleLine(title),
    card: createCard(
      [
        ...rich(runsOf(title, { ...BOLD, size: 'medium' })),
        ...shown.flatMap(renderPart),
        ...(most < parts.length ? LEFT_OUT : []),
      ],
      // A query can be copied all the same; what is on the next page can be reached no other way.
      [...shown.flatMap(openActions).slice(0, Math.max(0, MOST_BUTTONS - pressed.length)), ...pressed],
    ),
  };
}

/** Adaptive Cards show so many unless a host says otherwise; Teams one more. */
const MOST_BUTTONS = 5;

/** In words alone: how a command is written has signs that would mean something here. */
export const titleLine = (title: Sentence): string =>
  plainSaid(
    sentenceLine(title, (text) => text ?? ''),
    ROOM.reason,
  );

const LEFT_OUT = rich([ours('… the rest does not fit here. Look in the platform.', { italic: true })]);

function renderPart(part: AnswerPart): readonly CardNode[] {
  switch (part.is) {
    case 'heading':
      return rich(runsOf(part.words, BOLD), { spacing: 'medium' });
    case 'lines':
      return part.lines.flatMap((line, at) => rich(runsOf(line), { spacing: at === 0 ? 'small' : 'none' }));
    case 'list':
      return part.items.flatMap((item) => rich([ours('• '), ...itemRuns(item)], { spacing: 'small' }));
    case 'text':
      return quote(part.text, ROOM.summary);
    case 'hunting':
      return renderHunting(part.queries, part.queries.length);
  }
}

const openActions = (part: AnswerPart): readonly CardNode[] =>
  part.is === 'hunting' ? huntingActions(part.queries, part.queries.length) : [];

/** What an item is about stands first, and stands out. */
function itemRuns({ words, link }: ListedItem): readonly Run[] {
  const [first, ...rest] = runsOf(words);
  const isNamed = typeof words[0] !== 'string';
  return first ? [linked(isNamed ? { ...first, ...BOLD } : first, link), ...rest] : [];
}

/** Times in UTC: a moment in the reader's own time would need a block of its own. */
const runsOf = (words: Sentence, style: Style = {}): readonly Run[] =>
  words.flatMap((part) => {
    if (typeof part === 'string') return part === '' ? [] : [ours(part, style)];
    if ('said' in part) return [said(part.said, ROOM.reason, style) ?? ours('?', style)];
    if (!isShowable(part.atMs)) return [ours('at an unknown time', style)];
    return [ours(part.exact ? utcSecond(part.atMs) : utc(part.atMs), style)];
  });

function severalButtons(several: CommandAnswer['several'], sealOf?: SealOf): readonly CardNode[] {
  if (!several || !sealOf) return [];
  const lists = splitList(several.cases);
  return severalActions(lists, several.onlyFor, sealOf, (index) => severalLabel(lists, index));
}

function moreAction({ label, page }: CommandAnswer['more'][number], sealOf?: SealOf): readonly CardNode[] {
  const value = sealOf ? writePage(page, sealOf) : null;
  return value === null ? [] : [execute(label, MORE_VERB, value)];
}
