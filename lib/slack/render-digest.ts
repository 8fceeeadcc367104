import { ROOM } from './limits.ts';
import type { SlackMessage } from './message.ts';
import {
  bullets,
  emoji,
  type Line,
  ours,
  type RichPart,
  richText,
  said,
  section,
  when,
} from './render-blocks.ts';
import { counted } from './render-case.ts';
import { fallback } from './words.ts';

export interface Count {
  /** A headline, or a person as shown. */
  readonly name: string;
  readonly count: number;
}

export interface DigestStory {
  readonly sinceMs: number;
  readonly total: number;
  /** How many of them are cases. */
  readonly cases: number;
  readonly types: readonly Count[];
  readonly people: readonly Count[];
}

const MOST_NAMES = 8;

/** A storm in one message; the items themselves are in its thread, cases with their buttons. */
export const renderDigest = (story: DigestStory): SlackMessage => ({
  text: fallback([
    `${counted(story.total, 'new item')} at once`,
    openWords(story),
    'every one is in this thread',
  ]),
  blocks: richText([
    section([
      [emoji('tornado'), ours(' '), ours(`${counted(story.total, 'new item')} at once`, { bold: true })],
      [ours('since '), when(story.sinceMs) ?? ours('just now'), ours(`  ·  ${openWords(story)}`)],
    ]),
    ...counts('What', story.types),
    ...counts('Who', story.people),
    section([[ours('Every item is in this thread, cases with their buttons.', { italic: true })]]),
  ]),
});

const openWords = ({ cases }: DigestStory): string =>
  cases === 0 ? 'none of them a case' : `${counted(cases, 'case')} to decide`;

function counts(title: string, all: readonly Count[]): readonly RichPart[] {
  const ranked = [...all].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const shown = ranked.slice(0, MOST_NAMES);
  const more = ranked.length - shown.length;
  if (shown.length === 0) return [];
  const lines: Line[] = shown.map(({ name, count }) => [
    ours(`${count.toLocaleString('en-US')} × `, { bold: true }),
    said(name, ROOM.name) ?? ours('unknown'),
  ]);
  return [
    section([[ours(title, { bold: true })]]),
    ...bullets(more > 0 ? [...lines, [ours(`… and ${more.toLocaleString('en-US')} others`)]] : lines),
  ];
}
