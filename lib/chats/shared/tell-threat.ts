import { huntingQueries } from '../../posture/hunting.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import type { ThreatStory, ThreatsStory } from './case-story.ts';
import { humanise } from './headline.ts';
import { readMoment } from './read-date.ts';

export function tellThreat(item: Threat, domain: string, huntingTable?: string): ThreatStory {
  const category = (item.category ?? []).filter((name) => name !== '').map(humanise);
  return {
    domain,
    eventId: item.event_id,
    headline: item.title || category[0] || 'Threat',
    summary: item.summary || null,
    who: { name: item.user_name || null, email: item.user_email || null },
    category,
    subcategory: (item.subcategory ?? []).filter((name) => name !== '').map(humanise),
    source: item.source || item.source_table || null,
    atMs: readMoment(item.created_at) ?? 0,
    huntingQueries: huntingQueries(item, { extraTable: huntingTable }),
  };
}

/** A row names it only: what it says stands in its own row, and is added when the message is drawn. */
export interface GroupedThreat {
  readonly domain: string;
  readonly id: string;
  readonly item?: Threat | undefined;
}

/** Of one whose own row is gone only its id is left to tell. */
export const tellThreats = (threats: readonly GroupedThreat[]): ThreatsStory => ({
  threats: threats.map(({ domain, id, item }) =>
    tellThreat(item ?? { event_id: id, created_at: '' }, domain),
  ),
});
