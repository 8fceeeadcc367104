import { firstEventId } from '../case/delivery-id.ts';
import { type AuthorityConfig, routesTo } from '../config/authority.ts';
import type { EndpointEvent } from './endpoint-event.ts';
import type { EventLedger } from './event-ledger.ts';

/**
 * The routes that sent a case to a webhook, as far as they still send anything there; null when nobody can say it. Those that are
 * gone say nothing any more, and a case of theirs must not fall to a rule that is more generous.
 */
export function routesOfSent(
  config: Pick<AuthorityConfig, 'routes'>,
  destination: string,
  sent: Pick<EndpointEvent, 'routes'> | null,
): readonly string[] | null {
  const known = routesTo(config, destination).map(({ name }) => name);
  const routes = sent?.routes?.filter((name) => known.includes(name)) ?? [];
  return routes.length > 0 ? routes : null;
}

/** The same, by the event that told the webhook of the case first. */
export const createRoutesOfSent =
  (config: Pick<AuthorityConfig, 'routes'>, events: Pick<EventLedger, 'read' | 'rowOf'>) =>
  async (domain: string, caseId: string, destination: string): Promise<readonly string[] | null> => {
    const key = { domain, feed: 'cases', id: caseId, destination } as const;
    const sent = await events.read(events.rowOf({ key, eventId: firstEventId(key) }));
    return routesOfSent(config, destination, sent?.value ?? null);
  };
