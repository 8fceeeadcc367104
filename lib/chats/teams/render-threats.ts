import { NOBODY_NAMED } from '../../case/content.ts';
import { kindsOf } from '../../case/evidence.ts';
import type { ThreatStory, ThreatsStory } from '../shared/case-story.ts';
import { ROOM, SHOWN_QUERIES } from '../shared/message-limits.ts';
import { threatsSummary } from '../shared/summary.ts';
import { threatIdOf, threatsTitle } from '../shared/texts.ts';
import { BOLD, dotted, linked, note, ours, rich, said, shownId, when } from './blocks.ts';
import { type CardNode, createCard, firstFitting, MOST_BYTES, type TeamsMessage } from './message.ts';
import { heading } from './render-case.ts';
import { huntingActions, renderHunting } from './render-hunting.ts';
import { plainSaid, summaryOf } from './summary.ts';

/** Threats that are told together: of each what, who, what kind, when and its id; and what finds them in the logs. */
export function renderThreats(story: ThreatsStory, mostBytes: number = MOST_BYTES): TeamsMessage {
  const { threats } = story;
  const without = threats.map((threat) => ({ ...threat, link: null }));
  return firstFitting(
    [
      () => render(story, SHOWN_QUERIES),
      () => render(story, 0),
      () => render({ ...story, threats: without }, 0),
    ],
    mostBytes,
  );
}

const render = (story: ThreatsStory, mostQueries: number): TeamsMessage => ({
  summary: summaryOf(threatsSummary(story, plainSaid)),
  card: createCard(
    [
      ...heading('🔍', threatsTitle(story), ''),
      ...story.threats.flatMap(linesOf),
      ...renderHunting(story.hunting, mostQueries),
    ],
    huntingActions(story.hunting, mostQueries),
  ),
});

/** One line, and below it when. */
function linesOf(story: ThreatStory): readonly CardNode[] {
  const { headline, who, source, atMs, postedAtMs = null, link } = story;
  const name = said(who.name, ROOM.short.name);
  const address = said(who.email, ROOM.short.email);
  const told = when(postedAtMs);
  const moments = [when(atMs), told && `told ${told}`].filter((moment) => moment !== null);
  return [
    ...rich(
      [
        ours('• '),
        ...dotted([
          [linked(said(headline, ROOM.short.headline, BOLD) ?? ours('Threat', BOLD), link)],
          [name ?? address ?? ours(NOBODY_NAMED)],
          name && address ? [address] : [],
          [said(kindsOf(story), ROOM.short.kinds)],
          [said(source, ROOM.source, { italic: true })],
          shownId(threatIdOf(story)),
        ]),
      ],
      { spacing: 'small' },
    ),
    ...note(moments.length === 0 ? null : moments.join('  ·  ')),
  ];
}
