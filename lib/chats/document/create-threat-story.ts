import type { Hunting } from '../../case/answer-part.ts';
import type { EarlierThreat, GroupedThreat } from '../../case/message-content.ts';
import { humanise } from '../../case/threat-type-words.ts';
import { huntingQueries } from '../../posture/hunting.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import { readMoment } from '../../posture/schemas/timestamp.ts';
import type { ThreatStory, ThreatsStory } from './case-story.ts';
import { huntingLink } from './hunting-link.ts';
import type { RenderRules } from './outcome-choices.ts';

type ThreatRules = Pick<RenderRules, 'huntingTableOf' | 'huntingPlaceOf' | 'linkOf'>;

export function createThreatStory(item: Threat, domain: string, rules: ThreatRules = {}): ThreatStory {
  const category = humanised(item.category);
  return {
    domain,
    eventId: item.event_id,
    link: rules.linkOf?.('threats', domain, item.event_id) ?? null,
    headline: item.title || category[0] || 'Threat',
    summary: item.summary || null,
    who: { name: item.user_name || null, email: item.user_email || null },
    category,
    subcategory: humanised(item.subcategory),
    source: item.source || item.source_table || null,
    atMs: readMoment(item.created_at) ?? 0,
    hunting: huntFor([item], domain, rules),
  };
}

const humanised = (names: readonly string[] | null | undefined): readonly string[] =>
  (names ?? []).filter((name) => name !== '').map(humanise);

/** The queries that find the source events of these threats, which are all of one domain. */
const huntFor = (items: readonly Threat[], domain: string, rules: ThreatRules): readonly Hunting[] =>
  huntingQueries(items, { extraTable: rules.huntingTableOf?.(domain) }).map(({ name, text, events }) => ({
    name,
    query: text,
    events,
    link: huntingLink(text, rules.huntingPlaceOf?.(domain)),
  }));

/** Of a threat whose row is gone, only the id is left to show. */
export const createThreatStories = (
  threats: readonly (GroupedThreat & Partial<EarlierThreat>)[],
  rules: ThreatRules = {},
): ThreatsStory => ({
  threats: threats.map(({ domain, id, item, postedAtMs = null }) => ({
    ...createThreatStory(item ?? { event_id: id, created_at: '' }, domain, rules),
    postedAtMs,
  })),
  // Each domain has logs of its own.
  hunting: [...new Set(threats.map(({ domain }) => domain))].flatMap((domain) =>
    huntFor(
      threats.flatMap((threat) => (threat.domain === domain && threat.item ? [threat.item] : [])),
      domain,
      rules,
    ),
  ),
});
