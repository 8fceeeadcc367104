import { shownText } from '../../base/text/clean-text.ts';
import { clip } from '../../base/text/clip.ts';
import { plainSafe } from './escape.ts';

export type Style = { readonly bold?: true; readonly italic?: true; readonly code?: true };
export type Inline =
  | { readonly type: 'text'; readonly text: string; readonly style?: Style }
  | { readonly type: 'link'; readonly url: string; readonly text: string; readonly style?: Style }
  | { readonly type: 'user'; readonly user_id: string; readonly style?: Style }
  | { readonly type: 'emoji'; readonly name: string }
  | { readonly type: 'date'; readonly timestamp: number; readonly format: string; readonly fallback: string };

/** A line: empty parts are left out, so what is missing leaves no hole. */
export type Line = readonly (Inline | null)[];

export type RichSection = { readonly type: 'rich_text_section'; readonly elements: readonly Inline[] };
export type RichPart =
  | RichSection
  | { readonly type: 'rich_text_list'; readonly style: 'bullet'; readonly elements: readonly RichSection[] }
  | { readonly type: 'rich_text_quote'; readonly elements: readonly Inline[] }
  | { readonly type: 'rich_text_preformatted'; readonly elements: readonly Inline[] };
export type RichText = { readonly type: 'rich_text'; readonly elements: readonly RichPart[] };
export type PlainText = { readonly type: 'plain_text'; readonly text: string; readonly emoji: false };
export type Context = { readonly type: 'context'; readonly elements: readonly PlainText[] };

/** Words of our own. */
export const ours = (text: string, style?: Style): Inline => ({
  type: 'text',
  text,
  ...(style === undefined ? {} : { style }),
});

/** Text from outside; nothing when there is nothing to see. */
export function said(text: string | null, maxLength: number, style?: Style): Inline | null {
  const shown = shownText(text, maxLength);
  return shown === '' ? null : ours(shown, style);
}

/** The same text, and a way to what it speaks of. */
export const linked = (piece: Inline, url: string | null | undefined): Inline =>
  url && piece.type === 'text' ? { ...piece, type: 'link', url } : piece;

export const emoji = (name: string): Inline => ({ type: 'emoji', name });

/** Joins what is there: `High  ·  6 events`. */
export function dotted(parts: readonly Line[]): readonly Inline[] {
  const present = parts.map(whole).filter((part) => part.length > 0);
  return merged(present.flatMap((part, index) => (index === 0 ? part : [ours('  ·  '), ...part])));
}

/** Plain texts beside each other as one: each of them costs more than what it says. */
const merged = (pieces: readonly Inline[]): readonly Inline[] =>
  pieces.reduce<Inline[]>((all, piece) => {
    const before = all.at(-1);
    if (before && isPlain(before) && isPlain(piece)) all[all.length - 1] = ours(before.text + piece.text);
    else all.push(piece);
    return all;
  }, []);

const isPlain = (piece: Inline): piece is Extract<Inline, { type: 'text' }> =>
  piece.type === 'text' && piece.style === undefined;

/** A part one piece of which is missing, like `opened` without its date, is left out whole. */
export const whole = (part: Line): readonly Inline[] =>
  part.every((piece) => piece !== null) ? (part as readonly Inline[]) : [];

/** Puts the lines below each other. */
export const stacked = (lines: readonly Line[]): readonly Inline[] =>
  lines
    .map((line) => line.filter((piece) => piece !== null))
    .filter((line) => line.length > 0)
    .flatMap((line, index) => (index === 0 ? line : [ours('\n'), ...line]));

export const section = (lines: readonly Line[]): RichSection => ({
  type: 'rich_text_section',
  elements: stacked(lines),
});

export const bullets = (lines: readonly Line[]): readonly RichPart[] =>
  lines.length === 0
    ? []
    : [{ type: 'rich_text_list', style: 'bullet', elements: lines.map((line) => section([line])) }];

export const quote = (text: Inline | null): readonly RichPart[] =>
  text === null ? [] : [{ type: 'rich_text_quote', elements: [text] }];

/** Slack shows a button to copy it. */
export const preformatted = (text: string): RichPart => ({
  type: 'rich_text_preformatted',
  elements: [ours(text)],
});

/** No block_id: Slack makes a fresh one for each update, as it asks us to. */
export const richText = (parts: readonly RichPart[]): readonly RichText[] => {
  const filled = parts.filter(({ elements }) => elements.length > 0);
  return filled.length === 0 ? [] : [{ type: 'rich_text', elements: filled }];
};

/** For our own words, and for text from outside only in menus. */
export const plain = (text: string, maxLength: number): PlainText => ({
  type: 'plain_text',
  text: clip(text, maxLength),
  emoji: false,
});

/** Text from outside in a menu. */
export const plainSaid = (text: string, maxLength: number, otherwise: string): PlainText =>
  plain(plainSafe(shownText(text, maxLength)) || otherwise, maxLength);

/** A small grey line. */
export const context = (text: string): Context => ({ type: 'context', elements: [plain(text, 300)] });
