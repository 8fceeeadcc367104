import type { ThreatStory, ThreatsStory } from '../shared/case-story.ts';
import { ROOM } from '../shared/message-limits.ts';
import { threatsSummary } from '../shared/summary.ts';
import { kindsOf, NOBODY_NAMED, threatFooter, threatsTitle } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import { bullets, dotted, emoji, type Line, ours, richText, said, section, when } from './render-blocks.ts';
import { fallback, fallbackSaid } from './sentences.ts';

/** Threats that waited together: of each what, who, what kind and when, and the id to find it by. */
export const renderThreats = (story: ThreatsStory): SlackMessage => ({
  text: fallback(threatsSummary(story, fallbackSaid)),
  blocks: richText([
    section([[emoji('mag'), ours(' '), ours(threatsTitle(story.threats.length), BOLD)]]),
    ...bullets(story.threats.map(lineOf)),
  ]),
});

const BOLD = { bold: true } as const;

const lineOf = (story: ThreatStory): Line => {
  const { headline, who, source, atMs } = story;
  const name = said(who.name, ROOM.short.name);
  const address = said(who.email, ROOM.short.email);
  return dotted([
    [said(headline, ROOM.short.headline, BOLD) ?? ours('Threat', BOLD)],
    [name ?? address ?? ours(NOBODY_NAMED)],
    name && address ? [address] : [],
    [said(kindsOf(story), ROOM.short.kinds)],
    [said(source, ROOM.source, { italic: true })],
    [when(atMs)],
    [ours(threatFooter(story))],
  ]);
};
