import type { AnswerPart, ListedItem } from '../../case/answer-part.ts';
import { type PersonaNote, personaTitle, QUIET_PERSONA } from '../../case/persona-note.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { SealOf } from '../../platform/seal.ts';
import { splitList } from '../shared/case-list.ts';
import type { CommandAnswer } from '../shared/command-answer.ts';
import { MORE_VERB, writePage } from '../shared/command-page.ts';
import { ROOM } from '../shared/message-limits.ts';
import { APP_NAME } from '../shared/texts.ts';
import { LIMITS } from './limits.ts';
import type { SlackBlock, SlackMessage } from './message.ts';
import { severalRow } from './render-actions.ts';
import {
  bullets,
  type Inline,
  linked,
  ours,
  plain,
  quote,
  type RichPart,
  richText,
  said,
  section,
} from './render-blocks.ts';
import { renderHunting } from './render-hunting.ts';
import { fallback, spoken, spokenText } from './sentences.ts';

/** The answer to a command: for one person alone, and not kept up to date. */
export function renderAnswer({ title, parts, more, several }: CommandAnswer, sealOf?: SealOf): SlackMessage {
  const blocks = [
    ...richText([section([spoken(title).map(bold)])]),
    ...withinLimits(parts.map(renderPart)),
    ...severalRow(several ? splitList(several.cases) : [], several?.onlyFor ?? null, sealOf),
    ...moreRow(more, sealOf),
  ];
  // Where nothing is left to see of it, Slack still wants a line.
  return { text: fallback([spokenText(title)]) || APP_NAME, blocks };
}

/** Who a case is about, in its thread. */
export function renderPersona(note: PersonaNote, quiet: boolean | undefined): SlackMessage {
  const message = renderAnswer({ title: personaTitle(note), parts: note.parts, more: [] });
  return quiet ? { ...message, text: QUIET_PERSONA } : message;
}

const bold = (piece: Inline): Inline =>
  piece.type === 'text' ? { ...piece, style: { ...piece.style, bold: true } } : piece;

function renderPart(part: AnswerPart): readonly SlackBlock[] {
  switch (part.is) {
    case 'heading':
      return richText([section([spoken(part.words).map(bold)])]);
    case 'lines':
      return richText([section(part.lines.map(quietly))]);
    case 'list':
      return richText(bulletsOf(part.items));
    case 'text':
      return richText(quote(said(part.text, ROOM.summary)));
    case 'hunting':
      return renderHunting(part.queries, part.queries.length);
  }
}

/** Only a list says first what it is about. */
const quietly = (words: Sentence): readonly Inline[] =>
  spoken(words).map((piece) => (piece.type === 'text' ? ours(piece.text) : piece));

const bulletsOf = (items: readonly ListedItem[]): readonly RichPart[] =>
  bullets(
    items.map(({ words, link }) => {
      const [first, ...rest] = spoken(words);
      return first ? [linked(first, link), ...rest] : [];
    }),
  );

const LEFT_OUT = richText([
  section([[ours('… the rest does not fit here. Look in the platform.', { italic: true })]]),
]);
/** Three blocks are for the title and what can be pressed, and one says that something is left out. */
const MOST_BLOCKS = LIMITS.blocks - 4;

/** All parts, or those from the beginning that fit. */
function withinLimits(parts: readonly (readonly SlackBlock[])[]): readonly SlackBlock[] {
  const blocks: SlackBlock[] = [];
  let length = 0;
  for (const part of parts) {
    length += textLength(part);
    if (length > LIMITS.blockTexts || blocks.length + part.length > MOST_BLOCKS)
      return [...blocks, ...LEFT_OUT];
    blocks.push(...part);
  }
  return blocks;
}

/** As far as is known, Slack counts what is written, and not what describes it. */
const textLength = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, one]) => sum + (WRITTEN.has(key) && typeof one === 'string' ? one.length : textLength(one)),
    0,
  );
};
const WRITTEN: ReadonlySet<string> = new Set(['text', 'url', 'fallback', 'value']);

function moreRow(more: CommandAnswer['more'], sealOf?: SealOf): readonly SlackBlock[] {
  const elements = more.slice(0, LIMITS.actionElements).flatMap(({ label, page }, index) => {
    const value = sealOf ? writePage(page, sealOf) : null;
    return value === null
      ? []
      : [
          {
            type: 'button',
            text: plain(label, LIMITS.buttonText),
            action_id: `${MORE_VERB}:${index + 1}`,
            value,
          },
        ];
  });
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}
