import { type Count, type DigestStory, openWords, rankCounts } from '../shared/digest-story.ts';
import { counted } from '../shared/format.ts';
import { ROOM } from '../shared/text-limits.ts';
import { BOLD, caption, note, ours, rich, said, when } from './blocks.ts';
import { type CardNode, createCard, type TeamsMessage } from './message.ts';
import { heading } from './render-case.ts';
import { summaryOf } from './summary.ts';

/** A storm in one message; the items themselves are in its thread, cases with their buttons. */
export const renderDigest = (story: DigestStory): TeamsMessage => ({
  summary: summaryOf([
    `${counted(story.total, 'new item')} at once`,
    openWords(story),
    'every one is in this thread',
  ]),
  card: createCard([
    ...heading('🌪️', `${counted(story.total, 'new item')} at once`, ''),
    ...caption(`since ${when(story.sinceMs) ?? 'just now'}  ·  ${openWords(story)}`, { spacing: 'none' }),
    ...counts('What', story.types),
    ...counts('Who', story.people),
    ...note('Every item is in this thread, cases with their buttons.', { spacing: 'medium' }),
  ]),
});

function counts(title: string, all: readonly Count[]): readonly CardNode[] {
  const { shown, more } = rankCounts(all);
  if (shown.length === 0) return [];
  return [
    ...caption(title, { weight: 'bolder', spacing: 'medium' }),
    ...shown.flatMap(({ name, count }) =>
      rich([ours(`${count.toLocaleString('en-US')} × `, BOLD), said(name, ROOM.name) ?? ours('unknown')], {
        spacing: 'none',
      }),
    ),
    ...note(more > 0 ? `… and ${more.toLocaleString('en-US')} others` : null),
  ];
}
