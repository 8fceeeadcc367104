import { kindsOf } from '../../case/evidence.ts';
import type { ThreatStory } from '../shared/case-story.ts';
import { ROOM } from '../shared/message-limits.ts';
import { threatSummary } from '../shared/summary.ts';
import { threatIdOf } from '../shared/texts.ts';
import { dotted, idFooter, note, rich, said, when } from './blocks.ts';
import { createCard, type TeamsMessage } from './message.ts';
import { heading, whoLine } from './render-case.ts';
import { huntingActions, renderHunting } from './render-hunting.ts';
import { plainSaid, summaryOf } from './summary.ts';

/** A threat that belongs to no posted case: what and who, what kind, and the queries that find its source. */
export function renderThreat(story: ThreatStory): TeamsMessage {
  const { headline, who, summary, source, atMs, hunting, link } = story;
  return {
    summary: summaryOf(threatSummary(story, plainSaid)),
    card: createCard(
      [
        ...heading('🔍', headline, 'Threat', link),
        ...rich(whoLine(who), { spacing: 'none' }),
        ...rich([said(summary, ROOM.summary)], { spacing: 'small' }),
        ...rich(
          dotted([[said(kindsOf(story), 2 * ROOM.category)], [said(source, ROOM.source, { italic: true })]]),
          { spacing: 'small' },
        ),
        ...note(when(atMs)),
        ...renderHunting(hunting),
        ...idFooter(threatIdOf(story)),
      ],
      huntingActions(hunting),
    ),
  };
}
