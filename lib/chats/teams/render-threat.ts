import type { ThreatStory } from '../shared/case-story.ts';
import { shownText } from '../shared/clean-text.ts';
import { counted, shortId } from '../shared/format.ts';
import { ROOM } from '../shared/text-limits.ts';
import { caption, dotted, footer, note, ours, rich, said, when } from './blocks.ts';
import { type CardNode, createCard, type TeamsMessage } from './message.ts';
import { heading, whoLine } from './render-case.ts';
import { plainSaid, summaryOf } from './summary.ts';

const MOST_QUERIES = 5;
const MOST_NAMES = 4;

/** A threat that belongs to no posted case: what and who, what kind, and the queries that find its source. */
export function renderThreat(story: ThreatStory): TeamsMessage {
  const { headline, who, summary, source, atMs, eventId, domain } = story;
  return {
    summary: summaryOf([
      `Threat: ${plainSaid(headline) || 'without a title'}`,
      plainSaid(who.name ?? who.email),
      plainSaid(summary),
    ]),
    card: createCard([
      ...heading('🔍', headline, 'Threat'),
      ...rich(whoLine(who), { spacing: 'none' }),
      ...rich([said(summary, ROOM.summary)], { spacing: 'small' }),
      ...rich(
        dotted([[said(kindsOf(story), 2 * ROOM.category)], [said(source, ROOM.source, { italic: true })]]),
        { spacing: 'small' },
      ),
      ...note(when(atMs)),
      ...queries(story),
      ...footer(`threat ${shortId(eventId)}  ·  ${domain}`),
    ]),
  };
}

function queries({ huntingQueries }: ThreatStory): readonly CardNode[] {
  const shown = huntingQueries.slice(0, MOST_QUERIES);
  const more = huntingQueries.length - shown.length;
  if (shown.length === 0) return [];
  return [
    ...caption('To find it in the logs', { weight: 'bolder', spacing: 'medium' }),
    ...shown.flatMap((query) =>
      rich([ours(shownText(query, ROOM.query), { fontType: 'monospace' })], { spacing: 'small' }),
    ),
    ...note(more > 0 ? `… and ${counted(more, 'more source event')}` : null),
  ];
}

/** `Credential access, Initial access › Impossible travel` */
const kindsOf = ({ category, subcategory }: ThreatStory): string =>
  [category, subcategory]
    .map((names) => names.slice(0, MOST_NAMES).join(', '))
    .filter((names) => names !== '')
    .join(' › ');
