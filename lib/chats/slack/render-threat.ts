import type { ThreatStory } from '../shared/case-story.ts';
import { shownText } from '../shared/clean-text.ts';
import { counted, shortId } from '../shared/format.ts';
import { ROOM } from '../shared/text-limits.ts';
import type { SlackMessage } from './message.ts';
import {
  context,
  dotted,
  emoji,
  type Line,
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
const MOST_NAMES = 4;

/** A threat that belongs to no posted case: what and who, what kind, and the queries that find its source. */
export function renderThreat(story: ThreatStory): SlackMessage {
  const { headline, who, summary, source, atMs, huntingQueries, eventId, domain } = story;
  const queries = huntingQueries.slice(0, MOST_QUERIES);
  const more = huntingQueries.length - queries.length;
  return {
    text: fallback([
      `Threat: ${fallbackSaid(headline) || 'without a title'}`,
      fallbackSaid(who.name ?? who.email),
      fallbackSaid(summary),
    ]),
    blocks: [
      ...richText([
        section([
          [
            emoji('mag'),
            ours(' '),
            ...dotted([[said(headline, ROOM.headline, BOLD) ?? ours('Threat', BOLD)], whoLine(who)]),
          ],
          [said(summary, ROOM.summary)],
          dotted([kinds(story), [said(source, ROOM.source, { italic: true })], [when(atMs)]]),
        ]),
      ]),
      ...(queries.length === 0
        ? []
        : richText([
            section([[ours('To find it in the logs', BOLD)]]),
            ...queries.map((query) => preformatted(shownText(query, ROOM.query))),
            section(
              more > 0 ? [[ours(`… and ${counted(more, 'more source event')}`, { italic: true })]] : [],
            ),
          ])),
      context(`threat ${shortId(eventId)}  ·  ${domain}`),
    ],
  };
}

const BOLD = { bold: true } as const;

/** `Credential access, Initial access › Impossible travel` */
const kinds = ({ category, subcategory }: ThreatStory): Line => {
  const text = [category, subcategory]
    .map((names) => names.slice(0, MOST_NAMES).join(', '))
    .filter((names) => names !== '')
    .join(' › ');
  return [said(text, 2 * ROOM.category)];
};
