import { kindsOf } from '../../case/evidence.ts';
import type { ThreatStory } from '../shared/case-story.ts';
import { ROOM } from '../shared/message-limits.ts';
import { threatSummary } from '../shared/summary.ts';
import { threatIdOf } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import { dotted, emoji, linked, ours, richText, said, section, shownId, when } from './render-blocks.ts';
import { whoLine } from './render-case.ts';
import { renderHunting } from './render-hunting.ts';
import { fallback, fallbackSaid } from './sentences.ts';

/** A threat that belongs to no posted case: what and who, what kind, and the queries that find its source. */
export function renderThreat(story: ThreatStory): SlackMessage {
  const { headline, who, summary, source, atMs, hunting, link } = story;
  return {
    text: fallback(threatSummary(story, fallbackSaid)),
    blocks: [
      ...richText([
        section([
          [
            emoji('mag'),
            ours(' '),
            ...dotted([
              [linked(said(headline, ROOM.headline, BOLD) ?? ours('Threat', BOLD), link)],
              whoLine(who),
            ]),
          ],
          [said(summary, ROOM.summary)],
          dotted([
            [said(kindsOf(story), 2 * ROOM.category)],
            [said(source, ROOM.source, { italic: true })],
            [when(atMs)],
          ]),
        ]),
      ]),
      ...renderHunting(hunting),
      ...richText([section([shownId(threatIdOf(story))])]),
    ],
  };
}

const BOLD = { bold: true } as const;
