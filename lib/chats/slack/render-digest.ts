import {
  type Count,
  type DigestStory,
  digestSummary,
  digestTitle,
  openCases,
  rankCounts,
  whereItemsAre,
} from '../shared/digest-story.ts';
import { ROOM } from '../shared/message-limits.ts';
import { andOthers, times } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import { severalRow } from './render-actions.ts';
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

/** Many items in one message. */
export const renderDigest = (story: DigestStory): SlackMessage => ({
  text: fallback(digestSummary(story)),
  blocks: [...told(story), ...severalRow(story.several ?? [], null, story.sealOf)],
});

const told = (story: DigestStory) =>
  richText([
    section([
      [emoji('tornado'), ours(' '), ours(digestTitle(story), { bold: true })],
      [ours('since '), when(story.sinceMs) ?? ours('just now'), ours(`  ·  ${openCases(story)}`)],
    ]),
    ...counts('What', story.types),
    ...counts('Who', story.people),
    section([[ours(whereItemsAre(story), { italic: true })]]),
  ]);

function counts(title: string, all: readonly Count[]): readonly RichPart[] {
  const { shown, more } = rankCounts(all);
  if (shown.length === 0) return [];
  const lines: Line[] = shown.map(({ name, count }) => [
    ours(times(count), { bold: true }),
    said(name, ROOM.name) ?? ours('unknown'),
  ]);
  return [
    section([[ours(title, { bold: true })]]),
    ...bullets(more > 0 ? [...lines, [ours(andOthers(more))]] : lines),
  ];
}
