import { isShowable, utc, utcSecond } from '../../base/text/format.ts';
import type { Mood } from '../../verdict/decision-text.ts';
import type { Block, Document, Group, Item, Part, Span, Style } from '../document/document.ts';
import type { CaseControl } from '../document/sealed-controls.ts';
import {
  BOLD,
  caption,
  container,
  dotted,
  type Line,
  note,
  openLinks,
  ours,
  quote,
  type Run,
  rich,
  SMALL,
  said,
  spoken,
  type Style as TeamsStyle,
  when,
} from './blocks.ts';
import { buttonsOf, executed, openedIn } from './card-buttons.ts';
import { EMOJI } from './emoji.ts';
import { type CardNode, createCard, type TeamsMessage } from './message.ts';
import { plainWords, summaryOf, titleLine } from './plain-text.ts';
import { refreshAction } from './refresh-action.ts';

/** A document as an Adaptive Card. `mostEvents`: that a form in it offers. */
export function writeDocument(document: Document, mostEvents: number): TeamsMessage {
  const { summary, isTyped, groups, atMs = null, footer } = document;
  const blocks = groups.flatMap((one) => one.blocks);
  const opened = blocks.flatMap(openedIn);
  const line = summaryOf(summary.map(isTyped ? titleLine : plainWords));
  const refresh = blocks.flatMap(refreshIn)[0];
  const card = createCard(
    [
      ...groups.flatMap(writeGroup),
      ...note(when(atMs)),
      ...(footer === undefined ? [] : rich([ours(footer, SMALL)], { spacing: 'medium' })),
    ],
    buttonsOf(blocks, mostEvents, writeGroup),
    // Phones are behind in what they can show: text and link are there in any case.
    [line, ...opened.map(({ url }) => String(url))].join(' '),
  );
  return { summary: line, card: refresh ? { ...card, refresh } : card };
}

/** Only while something is to be decided: a card that only could be overridden would cost a call for each look at it. */
function refreshIn(block: Block): readonly ReturnType<typeof refreshAction>[] {
  const open = block.is !== 'controls' ? [] : block.controls.filter((one) => !isLate(one));
  return open.slice(0, 1).map(({ value }) => refreshAction(value));
}

const isLate = (control: CaseControl): boolean =>
  control.is === 'evidence' || (control.is === 'decision' && control.control === 'override');

const STYLES: Readonly<Record<Mood, Parameters<typeof container>[1]>> = {
  open: 'default',
  underway: 'emphasis',
  attention: 'attention',
  'passed-on': 'emphasis',
  done: 'good',
  closed: 'emphasis',
};

export function writeGroup({ blocks, mood }: Group): readonly CardNode[] {
  const nodes = blocks.flatMap(writeBlock);
  return mood === undefined ? nodes : container(nodes, STYLES[mood]);
}

function writeBlock(block: Block): readonly CardNode[] {
  const layout = 'gap' in block && block.gap !== undefined ? { spacing: block.gap } : {};
  switch (block.is) {
    case 'head': {
      const sign = block.sign ? [ours(`${EMOJI[block.sign]} `, TITLE)] : [];
      const title = rich([...sign, ...block.title.map((span) => run(span, TITLE))]);
      return block.who ? [...title, ...rich(runs(block.who), NEXT)] : title;
    }
    case 'line':
      return [...rich(joined(block.parts), layout), ...below(block.parts)];
    case 'facts':
      return caption(factsText(block.parts), layout);
    case 'sentence':
      return spoken(block.words);
    case 'caption':
      return caption(block.words, { weight: 'bolder', ...layout });
    case 'remark':
      return note(block.words, layout);
    case 'items':
      return block.items.flatMap(writeItem);
    case 'tally':
      return [...block.items.flatMap((part) => rich(runs(part), NEXT)), ...note(block.more)];
    case 'quote':
      return quote(block.text, block.room);
    case 'query':
      return rich([ours(block.query, STYLE.code)], { spacing: 'small' });
    case 'id':
      return rich(runs(block.id, SMALL), { spacing: 'medium' });
    case 'buttons': {
      const actions = block.inPlace ? block.buttons.flatMap(executed) : [];
      return actions.length === 0 ? [] : [{ type: 'ActionSet', actions }];
    }
    case 'controls':
      return [];
  }
}

const TITLE: TeamsStyle = { ...BOLD, size: 'medium' };
const NEXT = { spacing: 'none' } as const;
const STYLE: Readonly<Record<Style, TeamsStyle>> = {
  bold: BOLD,
  italic: { italic: true },
  code: { fontType: 'monospace' },
  subtle: { isSubtle: true },
};

/** One line, below it what else is said, and when. */
const writeItem = ({ parts, isFlagged, details = [] }: Item): readonly CardNode[] => [
  ...rich([ours(isFlagged ? '• 🚩 ' : '• '), ...joined(parts)], { spacing: 'small' }),
  ...details.flatMap((line) => rich(joined(line), NEXT)),
  ...below(parts),
];

const isMoment = (span: Span): boolean => typeof span !== 'string' && 'atMs' in span && !span.inLine;

/** What has a moment in it stands in a block of its own, below. */
function joined(parts: readonly Part[]): Line {
  const [only = [], ...more] = parts.filter((part) => !part.some(isMoment)).map((part) => runs(part));
  return parts.length === 1 ? only : dotted([only, ...more]);
}

/** Moments in the reader's own time, and the way to what the line is about: only a TextBlock can show either. */
const below = (parts: readonly Part[]): readonly CardNode[] =>
  note(
    [factsText(parts.filter((part) => part.some(isMoment))), openLinks(parts.flat().map(linkOf))]
      .filter((words) => words !== '')
      .join('  ·  '),
  );

const linkOf = (span: Span): string | null | undefined =>
  typeof span !== 'string' && 'link' in span ? span.link : null;

/** Our own words and moments, as Markdown. */
const factsText = (parts: readonly Part[]): string =>
  parts
    .map((part) => part.map(factText))
    .filter((part) => part.length > 0 && !part.includes(null))
    .map((part) => part.join(''))
    .join('  ·  ');

function factText(span: Span): string | null {
  if (typeof span === 'string') return span;
  if ('ours' in span) return span.style === 'bold' ? `**${span.ours}**` : span.ours;
  // Markdown is read here: nothing from outside.
  return 'atMs' in span ? (when(span.atMs) ?? span.or ?? null) : null;
}

const runs = (part: Part, base?: TeamsStyle): Line => part.map((span) => run(span, base));

function run(span: Span, base: TeamsStyle = {}): Run | null {
  if (typeof span === 'string') return ours(span, base);
  const style = { ...base, ...(span.style && STYLE[span.style]) };
  if ('ours' in span) return ours(span.ours, style);
  const or = span.or === undefined ? null : ours(span.or, style);
  // A moment in the reader's own time would need a block of its own.
  if ('atMs' in span)
    return isShowable(span.atMs) ? ours(span.exact ? utcSecond(span.atMs) : utc(span.atMs), style) : or;
  return said(span.said, span.room, style) ?? or;
}
