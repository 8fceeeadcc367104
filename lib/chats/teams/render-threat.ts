import type { ThreatStory } from '../shared/case-story.ts';
import { shownText } from '../shared/clean-text.ts';
import { ROOM } from '../shared/message-limits.ts';
import { threatSummary } from '../shared/summary.ts';
import { kindsOf, moreSources, TO_FIND_IT, threatFooter } from '../shared/texts.ts';
import { caption, dotted, footer, note, ours, rich, said, when } from './blocks.ts';
import { type CardNode, createCard, type TeamsMessage } from './message.ts';
import { heading, whoLine } from './render-case.ts';
import { plainSaid, summaryOf } from './summary.ts';

const MOST_QUERIES = 5;

/** A threat that belongs to no posted case: what and who, what kind, and the queries that find its source. */
export function renderThreat(story: ThreatStory): TeamsMessage {
  const { headline, who, summary, source, atMs } = story;
  return {
    summary: summaryOf(threatSummary(story, plainSaid)),
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
      ...footer(threatFooter(story)),
    ]),
  };
}

function queries({ huntingQueries }: ThreatStory): readonly CardNode[] {
  const shown = huntingQueries.slice(0, MOST_QUERIES);
  const more = huntingQueries.length - shown.length;
  if (shown.length === 0) return [];
  return [
    ...caption(TO_FIND_IT, { weight: 'bolder', spacing: 'medium' }),
    ...shown.flatMap((query) =>
      rich([ours(shownText(query, ROOM.query), { fontType: 'monospace' })], { spacing: 'small' }),
    ),
    ...note(more > 0 ? moreSources(more) : null),
  ];
}
