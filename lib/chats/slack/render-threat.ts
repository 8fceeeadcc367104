import type { ThreatStory } from '../shared/case-story.ts';
import { shownText } from '../shared/clean-text.ts';
import { ROOM } from '../shared/message-limits.ts';
import { threatSummary } from '../shared/summary.ts';
import { kindsOf, moreSources, TO_FIND_IT, threatFooter } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import {
  context,
  dotted,
  emoji,
  ours,
  preformatted,
  richText,
  said,
  section,
  when,
} from './render-blocks.ts';
import { whoLine } from './render-case.ts';
import { fallback, fallbackSaid } from './sentences.ts';

const MOST_QUERIES = 5;

/** A threat that belongs to no posted case: what and who, what kind, and the queries that find its source. */
export function renderThreat(story: ThreatStory): SlackMessage {
  const { headline, who, summary, source, atMs, huntingQueries } = story;
  const queries = huntingQueries.slice(0, MOST_QUERIES);
  const more = huntingQueries.length - queries.length;
  return {
    text: fallback(threatSummary(story, fallbackSaid)),
    blocks: [
      ...richText([
        section([
          [
            emoji('mag'),
            ours(' '),
            ...dotted([[said(headline, ROOM.headline, BOLD) ?? ours('Threat', BOLD)], whoLine(who)]),
          ],
          [said(summary, ROOM.summary)],
          dotted([
            [said(kindsOf(story), 2 * ROOM.category)],
            [said(source, ROOM.source, { italic: true })],
            [when(atMs)],
          ]),
        ]),
      ]),
      ...(queries.length === 0
        ? []
        : richText([
            section([[ours(TO_FIND_IT, BOLD)]]),
            ...queries.map((query) => preformatted(shownText(query, ROOM.query))),
            section(more > 0 ? [[ours(moreSources(more), { italic: true })]] : []),
          ])),
      context(threatFooter(story)),
    ],
  };
}

const BOLD = { bold: true } as const;
