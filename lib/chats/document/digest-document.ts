import { bulkButtons } from './command-answer-document.ts';
import {
  type Count,
  type DigestStory,
  digestTitle,
  openCases,
  rankCounts,
  whereItemsAre,
} from './digest-story.ts';
import { type Block, type Document, group, type Span } from './document.ts';
import { ROOM } from './message-limits.ts';
import { andOthers, times } from './texts.ts';

/** Many items in one message. */
export const digestDocument = (story: DigestStory): Document => ({
  summary: [[digestTitle(story)], [openCases(story)]],
  groups: [
    group(
      { is: 'head', sign: 'storm', title: [digestTitle(story)] },
      {
        is: 'facts',
        parts: [['since ', { atMs: story.sinceMs, or: 'just now' }], [openCases(story)]],
        gap: 'none',
      },
      ...counts('What', story.types),
      ...counts('Who', story.people),
      { is: 'remark', words: whereItemsAre(story), gap: 'medium' },
    ),
    group({ is: 'buttons', buttons: bulkButtons(story.bulk ?? [], null, story.sealOf) }),
  ],
});

function counts(title: string, all: readonly Count[]): readonly Block[] {
  const { shown, more } = rankCounts(all);
  if (shown.length === 0) return [];
  const nameOf = ({ name }: Count): Span => ({ said: name, room: ROOM.name, or: 'unknown' });
  return [
    { is: 'caption', words: title, gap: 'medium' },
    {
      is: 'tally',
      items: shown.map((one) => [{ ours: times(one.count), style: 'bold' }, nameOf(one)]),
      more: more > 0 ? andOthers(more) : null,
      table: {
        caption: title,
        columns: [title, 'Items'],
        rows: shown.map((one) => [[nameOf(one)], one.count]),
      },
    },
  ];
}
