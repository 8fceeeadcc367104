import type { ThreatStory, ThreatsStory } from '../shared/case-story.ts';
import { ROOM } from '../shared/message-limits.ts';
import { threatsSummary } from '../shared/summary.ts';
import { kindsOf, NOBODY_NAMED, threatFooter, threatsTitle } from '../shared/texts.ts';
import { BOLD, dotted, note, ours, rich, said, when } from './blocks.ts';
import { type CardNode, createCard, type TeamsMessage } from './message.ts';
import { heading } from './render-case.ts';
import { plainSaid, summaryOf } from './summary.ts';

/** Threats that waited together: of each what, who, what kind and when, and the id to find it by. */
export const renderThreats = (story: ThreatsStory): TeamsMessage => ({
  summary: summaryOf(threatsSummary(story, plainSaid)),
  card: createCard([
    ...heading('🔍', threatsTitle(story.threats.length), ''),
    ...story.threats.flatMap(linesOf),
  ]),
});

/** One line, and below it when. */
function linesOf(story: ThreatStory): readonly CardNode[] {
  const { headline, who, source, atMs } = story;
  const name = said(who.name, ROOM.short.name);
  const address = said(who.email, ROOM.short.email);
  return [
    ...rich(
      [
        ours('• '),
        ...dotted([
          [said(headline, ROOM.short.headline, BOLD) ?? ours('Threat', BOLD)],
          [name ?? address ?? ours(NOBODY_NAMED)],
          name && address ? [address] : [],
          [said(kindsOf(story), ROOM.short.kinds)],
          [said(source, ROOM.source, { italic: true })],
          [ours(threatFooter(story))],
        ]),
      ],
      { spacing: 'small' },
    ),
    ...note(when(atMs)),
  ];
}
