import { openFacets } from '../features/entry-points/facet.ts';
import type { PollKit } from '../features/entry-points/poll-facet.ts';
import type { PollersParts } from '../feed/create-pollers.ts';
import { joinFinders } from '../feed/fact-finder.ts';
import { pollFacets } from './generated/poll-facets.ts';

/** What the features bring to the pollers of one domain. */
export function openPollFeatures(kit: PollKit): Pick<PollersParts, 'facts' | 'withholders'> {
  const features = openFacets(pollFacets, kit);
  return {
    facts: joinFinders(
      features.flatMap(({ facts }) => facts ?? []),
      kit.log,
    ),
    withholders: (feed) => features.flatMap(({ withholder }) => withholder?.(feed) ?? []),
  };
}
