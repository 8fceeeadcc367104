import { NOBODY_NAMED } from '../../case/content.ts';
import { kindsOf } from '../../case/evidence.ts';
import type { ThreatStory, ThreatsStory } from '../shared/case-story.ts';
import { ROOM } from '../shared/message-limits.ts';
import { threatsSummary } from '../shared/summary.ts';
import { threatIdOf, threatsTitle } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import {
  bullets,
  dotted,
  emoji,
  type Line,
  linked,
  ours,
  richText,
  said,
  section,
  shownId,
  when,
} from './render-blocks.ts';
import { renderHunting } from './render-hunting.ts';
import { fallback, fallbackSaid } from './sentences.ts';

/** Threats that are told together: of each what, who, what kind, when and its id; and what finds them in the logs. */
export const renderThreats = (story: ThreatsStory): SlackMessage => ({
  text: fallback(threatsSummary(story, fallbackSaid)),
  blocks: [
    ...richText([
      section([[emoji('mag'), ours(' '), ours(threatsTitle(story), BOLD)]]),
      ...bullets(story.threats.map(lineOf)),
    ]),
    ...renderHunting(story.hunting),
  ],
});

const BOLD = { bold: true } as const;

const lineOf = (story: ThreatStory): Line => {
  const { headline, who, source, atMs, postedAtMs = null, link } = story;
  const name = said(who.name, ROOM.short.name);
  const address = said(who.email, ROOM.short.email);
  return dotted([
    [linked(said(headline, ROOM.short.headline, BOLD) ?? ours('Threat', BOLD), link)],
    [name ?? address ?? ours(NOBODY_NAMED)],
    name && address ? [address] : [],
    [said(kindsOf(story), ROOM.short.kinds)],
    [said(source, ROOM.source, { italic: true })],
    [when(atMs)],
    [ours('told '), when(postedAtMs)],
    shownId(threatIdOf(story)),
  ]);
};
