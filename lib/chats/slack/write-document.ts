import type { Block, Button, Document, Group, Item, Part, Span, Style } from '../document/document.ts';
import { sentenceLine } from '../document/push-text.ts';
import type { CaseControl } from '../document/sealed-controls.ts';
import { APP_NAME } from '../document/texts.ts';
import { EMOJI } from './emoji.ts';
import { LIMITS } from './limits.ts';
import type { SlackBlock, SlackMessage } from './message.ts';
import { when } from './reader-time.ts';
import {
  bullets,
  context,
  dotted,
  emoji,
  type Inline,
  type Line,
  linked,
  ours,
  plain,
  preformatted,
  quote,
  type RichPart,
  richText,
  type Style as SlackStyle,
  said,
  section,
  stacked,
  whole,
} from './render-blocks.ts';
import { fallback, fallbackSaid, spoken } from './sentences.ts';
import { rowsOf, writeTable } from './write-table.ts';

/** Writes what can be pressed on a case. */
type WriteControls = (controls: readonly CaseControl[]) => readonly SlackBlock[];

/** A document as Block Kit. Only the notifier writes messages of cases: nobody else has to load what writes their buttons. */
export function writeDocument(
  { summary, groups, atMs, footer }: Document,
  writeControls: WriteControls = () => [],
): SlackMessage {
  const [first, ...rest] = groups;
  const opening: Group = {
    blocks: [...(first?.blocks ?? []), ...(atMs ? [{ is: 'line', parts: [[{ atMs }]] } as const] : [])],
  };
  const all = [opening, ...rest];
  const write = (how: WriteHow): readonly SlackBlock[] =>
    all
      .flatMap((one) => writeGroup(one, writeControls, how))
      .concat(footer === undefined ? [] : [context(footer)]);
  const hasTables = all.some(({ blocks }) => blocks.some((block) => rowsOf(block)));
  return {
    // Slack wants a text even when nothing of it can be shown.
    text: fallback(summary.map((part) => sentenceLine(part, fallbackSaid))) || APP_NAME,
    ...(hasTables ? { blocks: write({ tables: true }), plain: write({}) } : { blocks: write({}) }),
  };
}

interface WriteHow {
  readonly tables?: boolean;
}

/** Lines that follow each other become one section, and everything but buttons becomes one block of rich text. */
export function writeGroup(
  { blocks }: Group,
  writeControls: WriteControls = () => [],
  { tables = false }: WriteHow = {},
): readonly SlackBlock[] {
  const written: SlackBlock[] = [];
  let parts: RichPart[] = [];
  let lines: Line[] = [];
  const add = (...more: readonly RichPart[]) => {
    if (lines.length > 0) parts.push(section(lines));
    parts.push(...more);
    lines = [];
  };
  for (const block of blocks) {
    const line = lineOf(block);
    const table = tables ? rowsOf(block) : null;
    if (table) {
      add();
      written.push(
        ...richText(parts),
        writeTable(table.table, table.rows, (part) => part.map(inline)),
      );
      // The table has no room for how many there are beside its rows.
      parts = block.is === 'tally' && block.more !== null ? [section([[ours(block.more)]])] : [];
    } else if (line) lines.push(line);
    else if (block.is === 'buttons' || block.is === 'controls') {
      add();
      written.push(...richText(parts), ...pressed(block, writeControls));
      parts = [];
    } else add(...richParts(block));
  }
  add();
  return [...written, ...richText(parts)];
}

/** Null for a block that is not a line. */
function lineOf(block: Block): Line | null {
  switch (block.is) {
    case 'head': {
      const title = block.title.map((span) => bold(inline(span)));
      const words = block.who ? dotted([title, block.who.map(inline)]) : title;
      return block.sign ? [emoji(EMOJI[block.sign]), ours(' '), ...words] : words;
    }
    case 'line':
    case 'facts':
      return joined(block.parts);
    case 'sentence':
      return spoken(block.words);
    case 'remark':
      return [ours(block.words, { italic: true })];
    case 'id':
      return block.id.map(inline);
    default:
      return null;
  }
}

function richParts(block: Block): readonly RichPart[] {
  switch (block.is) {
    case 'caption':
      return [section([[ours(block.words, { bold: true })]])];
    case 'items':
      return bullets(block.items.map(itemLine));
    case 'tally': {
      const lines = block.items.map((part) => part.map(inline));
      return bullets(block.more === null ? lines : [...lines, [ours(block.more)]]);
    }
    case 'quote':
      return quote(said(block.text, block.room));
    case 'query':
      return [preformatted(block.query)];
    default:
      return [];
  }
}

/** One item, with what is said below it. */
export const itemLine = ({ parts, isFlagged, details = [] }: Item): Line =>
  stacked([
    [...(isFlagged ? [emoji('triangular_flag_on_post'), ours(' ')] : []), ...joined(parts)],
    ...details.map(joined),
  ]);

const joined = (parts: readonly Part[]): Line => {
  const [only = [], ...more] = parts.map((part) => part.map(inline));
  return more.length === 0 ? whole(only) : dotted([only, ...more]);
};

const STYLES: Readonly<Record<Style, SlackStyle | undefined>> = {
  bold: { bold: true },
  italic: { italic: true },
  code: { code: true },
  subtle: undefined,
};

function inline(span: Span): Inline | null {
  if (typeof span === 'string') return ours(span);
  const style = span.style && STYLES[span.style];
  if ('ours' in span) return linked(ours(span.ours, style), span.link);
  const or = span.or === undefined ? null : ours(span.or, style);
  if ('atMs' in span) return when(span.atMs, span.exact ? '{time_secs}' : undefined) ?? or;
  const words = said(span.said, span.room, style) ?? or;
  return words && linked(words, span.link);
}

const bold = (piece: Inline | null): Inline | null =>
  piece?.type === 'text' || piece?.type === 'link'
    ? { ...piece, style: { ...piece.style, bold: true } }
    : piece;

function pressed(
  block: Extract<Block, { is: 'buttons' | 'controls' }>,
  writeControls: WriteControls,
): readonly SlackBlock[] {
  const elements = block.is === 'controls' ? writeControls(block.controls) : block.buttons.map(writeButton);
  return elements.length === 0
    ? []
    : [{ type: 'actions', elements: elements.slice(0, LIMITS.actionElements) }];
}

/** Slack also reports presses on links. The bridge ignores them. */
const writeButton = (button: Button): SlackBlock => ({
  type: 'button',
  text: plain(button.label, LIMITS.buttonText),
  ...('url' in button
    ? { action_id: `open:${button.nth}`, url: button.url }
    : {
        action_id: button.nth === undefined ? button.verb : `${button.verb}:${button.nth}`,
        value: button.value,
      }),
});
