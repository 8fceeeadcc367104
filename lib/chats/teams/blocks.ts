import { shownText } from '../../base/text/clean-text.ts';
import { isShowable, utcSecond } from '../../base/text/format.ts';
import type { Sentence } from '../../case/sentence.ts';
import { ROOM } from '../document/message-limits.ts';
import { OPEN } from '../document/texts.ts';
import { breakLongWords } from './break-words.ts';
import type { CardNode } from './message.ts';

/*
 * Where text goes:
 *  - text from outside into TextRuns, which Teams shows as they are: no Markdown, no links. Nowhere else. Its renderer
 *    would still write {{DATE(...)}} as a date of its own, so no two braces stay together.
 *  - moments into TextBlocks, the one place where Teams shows them in the reader's own time. A TextBlock reads Markdown
 *    too, so it holds nothing but our own words.
 */

export type Style = {
  readonly weight?: 'bolder';
  readonly italic?: true;
  readonly isSubtle?: true;
  readonly size?: 'small' | 'medium';
  readonly fontType?: 'monospace';
};
export type Run = { readonly type: 'TextRun'; readonly text: string } & Style;

/** A line: empty parts are left out, so what is missing leaves no hole. */
export type Line = readonly (Run | null)[];

export const BOLD: Style = { weight: 'bolder' };
export const SMALL: Style = { size: 'small', isSubtle: true };

/** Words of our own. */
export const ours = (text: string, style: Style = {}): Run => ({ type: 'TextRun', text, ...style });

/** Text from outside; nothing when there is nothing to see. */
export function said(text: string | null, maxLength: number, style: Style = {}): Run | null {
  const shown = shownText(text, maxLength);
  return shown === '' ? null : ours(withoutMacros(breakLongWords(shown)), style);
}

const withoutMacros = (text: string): string => text.replace(/\{(?=\{)/g, '{\u2060');

/** Opens a page. */
export const openAction = (title: string, url: string): CardNode => ({ type: 'Action.OpenUrl', title, url });

type Link = string | null | undefined;

/**
 * `[Open](https://…)`, for a TextBlock: a `selectAction` on text is dead in some clients. The address has nothing left that
 * would end it in Markdown, or begin a macro.
 */
export const openLinks = (links: readonly Link[]): string =>
  links
    .flatMap((link) => (link && URL.canParse(link) ? [`[${OPEN}](${markdownAddress(link)})`] : []))
    .join('  ·  ');

const markdownAddress = (link: string): string =>
  new URL(link).href.replace(
    /[(){}<>\\\s]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

type Layout = { readonly spacing?: 'none' | 'small' | 'medium'; readonly separator?: true };

/** A line of its own; no block for nothing. */
export function rich(line: Line, layout: Layout = {}): readonly CardNode[] {
  const inlines = line.filter((run) => run !== null);
  return inlines.length === 0 ? [] : [{ type: 'RichTextBlock', inlines, ...layout }];
}

/** Joins what is there: `Anna Berg  ·  anna.berg@acme.com`. */
export function dotted(parts: readonly Line[]): readonly Run[] {
  const present = parts.map((part) => part.filter((run) => run !== null)).filter(({ length }) => length > 0);
  return merged(present.flatMap((part, index) => (index === 0 ? part : [ours('  ·  '), ...part])));
}

/** Plain runs beside each other as one: each of them costs more than its text. */
const merged = (runs: readonly Run[]): readonly Run[] =>
  runs.reduce<Run[]>((all, run) => {
    const before = all.at(-1);
    if (before && isPlain(before) && isPlain(run)) all[all.length - 1] = ours(before.text + run.text);
    else all.push(run);
    return all;
  }, []);

const isPlain = (run: Run): boolean => Object.keys(run).length === Object.keys(ours('')).length;

/** In the reader's own zone and language; null for a moment that no calendar shows. */
export function when(atMs: number | null): string | null {
  if (!isShowable(atMs)) return null;
  const iso = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
  return `{{DATE(${iso},COMPACT)}} {{TIME(${iso})}}`;
}

type CaptionStyle = { readonly weight?: 'bolder'; readonly isSubtle?: true; readonly size?: 'small' };

/** Our own words and moments, and never anything else: Markdown is read here. */
export const caption = (text: string | null, style: CaptionStyle & Layout = {}): readonly CardNode[] =>
  text === null || text === '' ? [] : [{ type: 'TextBlock', text, wrap: true, ...style }];

export const note = (text: string | null, layout: Layout = { spacing: 'none' }): readonly CardNode[] =>
  caption(text, { isSubtle: true, size: 'small', ...layout });

/** What an analyst wrote. */
export const quote = (text: string | null, maxLength: number): readonly CardNode[] => {
  const words = said(text, maxLength, { italic: true });
  return words === null ? [] : rich([ours('“', SMALL), words, ours('”', SMALL)], { spacing: 'small' });
};

/** A sentence, broken where it names a moment, since that needs a block of its own. */
export function spoken(sentence: Sentence): readonly CardNode[] {
  const blocks: CardNode[] = [];
  let line: Run[] = [];
  const end = () => {
    blocks.push(...rich(line, blocks.length === 0 ? {} : { spacing: 'none' }));
    line = [];
  };
  sentence.forEach((part, index) => {
    if (typeof part === 'string') {
      // What stood between a moment and the words after it.
      const text = line.length === 0 && blocks.length > 0 ? part.replace(/^[\s;,.·]+/, '') : part;
      if (text.replace(/[\s·]/g, '') !== '') line.push(ours(text));
    } else if ('said' in part) {
      // Who did it stands first, and stands out.
      line.push(said(part.said, ROOM.reason, index === 0 ? BOLD : {}) ?? ours('?'));
    } else if (part.exact) {
      // Teams shows the reader's own time to the minute only.
      line.push(ours(utcSecond(part.atMs) || 'an unknown time'));
    } else {
      end();
      blocks.push(...note(when(part.atMs) ?? 'at an unknown time'));
    }
  });
  end();
  const links = sentence.map((part) => (typeof part === 'object' && 'said' in part ? part.link : null));
  return [...blocks, ...note(openLinks(links))];
}

export const container = (
  items: readonly CardNode[],
  style: 'emphasis' | 'good' | 'attention' | 'warning' | 'default',
): readonly CardNode[] =>
  items.length === 0 ? [] : [{ type: 'Container', style, spacing: 'medium', items }];
