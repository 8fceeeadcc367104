import { type Count, type DigestStory, openWords, rankCounts } from '../shared/digest-story.ts';
import { counted } from '../shared/format.ts';
import { ROOM } from '../shared/text-limits.ts';
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
import { fallback } from './sentences.ts';

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

function counts(title: string, all: readonly Count[]): readonly RichPart[] {
  const { shown, more } = rankCounts(all);
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
