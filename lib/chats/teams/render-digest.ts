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
import { severalLabel } from '../shared/several-words.ts';
import { andOthers, times } from '../shared/texts.ts';
import { BOLD, caption, note, ours, rich, said, when } from './blocks.ts';
import { type CardNode, createCard, type TeamsMessage } from './message.ts';
import { severalActions } from './render-actions.ts';
import { heading } from './render-case.ts';
import { summaryOf } from './summary.ts';

/** Many items in one message. */
export const renderDigest = (story: DigestStory): TeamsMessage => ({
  summary: summaryOf(digestSummary(story)),
  card: createCard(body(story), buttons(story)),
});

const buttons = ({ several = [], sealOf }: DigestStory): readonly CardNode[] =>
  sealOf ? severalActions(several, null, sealOf, (index) => severalLabel(several, index)) : [];

const body = (story: DigestStory): readonly CardNode[] => [
  ...heading('🌪️', digestTitle(story), ''),
  ...caption(`since ${when(story.sinceMs) ?? 'just now'}  ·  ${openCases(story)}`, { spacing: 'none' }),
  ...counts('What', story.types),
  ...counts('Who', story.people),
  ...note(whereItemsAre(story), { spacing: 'medium' }),
];

function counts(title: string, all: readonly Count[]): readonly CardNode[] {
  const { shown, more } = rankCounts(all);
  if (shown.length === 0) return [];
  return [
    ...caption(title, { weight: 'bolder', spacing: 'medium' }),
    ...shown.flatMap(({ name, count }) =>
      rich([ours(times(count), BOLD), said(name, ROOM.name) ?? ours('unknown')], {
        spacing: 'none',
      }),
    ),
    ...note(more > 0 ? andOthers(more) : null),
  ];
}
