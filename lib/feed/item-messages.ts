import type { Clock } from '../base/clock.ts';
import type { CaseFacts } from '../case/case-facts.ts';
import { changedId, deliveryIdOf } from '../case/delivery-id.ts';
import type { Envelope } from '../case/envelope.ts';
import { fitItem } from '../case/trim-item.ts';
import { isChat } from '../config/chats.ts';
import { mayReceive } from '../config/dead-routes.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { type QueueUrls, queueUrlOf } from '../config/destination-queues.ts';
import { stepPlacesOf } from '../config/route-places.ts';
import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import { compileRoutes } from '../routing/compile-routes.ts';
import { isCoveredAt, routeItem } from '../routing/route-item.ts';
import type { RoutedItem } from '../routing/routed-item.ts';
import { whyUnrouted } from '../routing/why-unrouted.ts';
import type { ItemMessages } from './enqueue-parts.ts';
import type { FeedKey } from './feed-ledger.ts';
import type { QueuedItem } from './queued-items.ts';
import type { UnroutedItem } from './unrouted-notice.ts';

export interface ItemMessagesParts {
  readonly config: BridgeConfig;
  readonly feed: FeedKey;
  readonly queueUrls: QueueUrls;
  readonly clock: Clock;
  /** Counts what shadow routes would have sent. */
  readonly onShadow: (destinations: readonly string[]) => void;
  readonly onUnrouted: (item: UnroutedItem) => void;
}

/** An item as the ledger stores it until its queue takes it. */
interface KeptItem {
  readonly item: Case | Threat;
  readonly routes: readonly string[];
  /** The destinations where replies are also shown in the channel. */
  readonly broadcast?: readonly string[];
  readonly trimmed: readonly string[];
  readonly eventsLeftOut?: number | undefined;
  /** For a case: the poller notes which events it covers. */
  readonly eventsLinked?: boolean | undefined;
  /** For a case: the facts beside it, for each destination. */
  readonly factsAt?: readonly (readonly [destination: string, CaseFacts])[] | undefined;
}

/** Finds the destinations of an item by the routes, and packs a message for each. */
export function createItemMessages({
  config,
  feed,
  queueUrls,
  clock,
  onShadow,
  onUnrouted,
}: ItemMessagesParts): ItemMessages {
  const compiled = compileRoutes(config);
  const kind = feed.feed === 'cases' ? 'case' : 'threat';
  const route = (item: unknown) => routeItem(compiled, { ...feed, item } as RoutedItem);

  const linksEvents = kind === 'case';
  const getsThreats = (destination: string) =>
    shownInChat(destination) && mayReceive(config, { ...feed, feed: 'threats' }, destination);
  const shownInChat = (destination: string) => isChat(config.destinations[destination]?.type ?? '');

  function queueFor(id: string, destination: string, kept: KeptItem, revision?: string): QueuedItem {
    const { item, routes, broadcast, trimmed, eventsLeftOut, eventsLinked, factsAt } = kept;
    const facts = new Map(factsAt).get(destination);
    const named = revision === undefined ? id : changedId(id, revision);
    const deliveryId = deliveryIdOf({ ...feed, id: named, destination });
    const about = {
      deliveryId,
      domain: feed.domain,
      destination,
      routes: [...routes],
      handedOverAt: new Date(clock.now()).toISOString(),
      ...(revision !== undefined && { changed: true }),
      ...(broadcast?.includes(destination) && { broadcast: true }),
      ...(eventsLinked && { eventsLinked }),
      ...(facts && { facts }),
    };
    const trimmings = trimmed.length > 0 && { trimmed: { what: trimmed, eventsLeftOut } };
    const envelope = { ...about, ...trimmings, kind, item } as Envelope;
    return {
      destination,
      queueUrl: queueUrlOf(config, queueUrls, destination),
      message: { deliveryId, envelope },
      inChat: shownInChat(destination),
    };
  }

  const stepPlaces = stepPlacesOf(config);
  const forChanged: ItemMessages['forChanged'] = ({ id, item, revision = '' }, places) => {
    const { matched: routes, broadcast } = route(item);
    const kept = { item: item as Case | Threat, routes, broadcast, trimmed: [] };
    return places
      .filter((destination) => config.destinations[destination])
      .map((destination) => queueFor(id, destination, kept, revision));
  };

  return {
    route,
    isChat: shownInChat,
    forPlaces({ id, item }, places, facts) {
      const { matched: routes, broadcast } = route(item);
      const about = {
        routes,
        broadcast,
        trimmed: [],
        eventsLinked: linksEvents,
        factsAt: [...(facts ?? [])],
      };
      return places.map((destination) =>
        queueFor(id, destination, { item: item as Case | Threat, ...about }),
      );
    },
    tellRouting({ id, item }) {
      const { destinations, shadowed } = route(item);
      if (shadowed.length > 0) onShadow(shadowed);
      if (destinations.length === 0)
        onUnrouted({ ...feed, id, why: whyUnrouted(compiled, { ...feed, item } as RoutedItem) });
    },
    isCoveredBy({ item }, coveredAt) {
      if (coveredAt.length === 0) return false;
      const { destinations, shadowed, broadcast } = route(item);
      // Unrouted items are reported, and shadow routes counted, once each: so the threat must be recorded.
      if (destinations.length === 0 || shadowed.length > 0) return false;
      return destinations.every((name) => isCoveredAt({ broadcast }, coveredAt, name));
    },
    eventsIn(queued) {
      if (!queued.some(({ destination }) => getsThreats(destination))) return [];
      const envelope = queued[0]?.message.envelope;
      if (envelope?.kind !== 'case') return [];
      // As much of the case as the ledger keeps for the notifier.
      const { events } = fitItem('case', envelope.item).item;
      return (events ?? []).map(({ event_id }) => event_id);
    },
    forChanged,
    forSteps: (item, places) =>
      forChanged(
        item,
        stepPlaces.filter((name) => !places.includes(name)),
      ).map((one) => ({ ...one, message: { ...one.message, onlyIfKept: true } })),
    keep({ item }, facts): KeptItem {
      const { matched: routes, broadcast } = route(item);
      const { what: trimmed, ...kept } = fitItem(kind, item as Case | Threat);
      const about = { routes, broadcast, trimmed, ...(facts && { factsAt: [...facts] }) };
      return { ...kept, ...about, ...(linksEvents && { eventsLinked: true }) };
    },
    // By the recorded name, not by the routes: they may have changed, and trimming may have removed what they matched on.
    // A destination that is no longer configured gets none.
    forKept: ({ id, item }, destination) =>
      config.destinations[destination] ? queueFor(id, destination, item as KeptItem) : null,
  };
}
