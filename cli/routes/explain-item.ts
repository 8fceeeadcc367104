import type { Line } from '../../lib/base/terminal.ts';
import { isChat } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { DedupeWindow } from '../../lib/features/dedupe/dedupe-window.ts';
import { type KnownWindows, planDedupe } from '../../lib/features/dedupe/plan-dedupe.ts';
import { hide } from '../../lib/features/mutes/hidden-by-mutes.ts';
import { endOf, type Mute } from '../../lib/features/mutes/mute.ts';
import { mutedWhat } from '../../lib/features/mutes/mute-notices.ts';
import type { Delivery } from '../../lib/outbox/delivery.ts';
import { readTimestamp } from '../../lib/posture/schemas/timestamp.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import { explainRoute, type RouteExplanation } from '../../lib/routing/explain-route.ts';
import { describeRoutes } from '../../lib/routing/format-explanation.ts';
import { join } from '../../lib/routing/format-values.ts';
import { idOf } from '../../lib/routing/read-item.ts';
import { isCoveredAt, routeItem } from '../../lib/routing/route-item.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';

/** What is known about an item besides the configuration, if a bridge was asked. */
export interface KnownOfItem {
  readonly mutes: readonly Mute[];
  /** The dedupe windows of similar items. */
  readonly windows: KnownWindows;
  /** For a threat: the chats in which its case covers it. */
  readonly coveredAt: readonly string[];
  readonly places: readonly Delivery[];
  readonly nowMs: number;
}

export interface ExplainedPlace {
  readonly destination: string;
  /** The routes that send it there. */
  readonly routes: readonly string[];
  readonly broadcast: boolean;
  /** Why it still gets no message there; null if it gets one. */
  readonly hidden: string | null;
}

export interface ExplainedItem {
  readonly domain: string;
  readonly feed: RoutedItem['feed'];
  readonly id: string;
  readonly goesTo: readonly ExplainedPlace[];
  readonly shadowed: readonly string[];
  readonly routes: readonly RouteExplanation[];
  /** The status of its messages; null if no bridge was asked. */
  readonly stands: readonly { readonly destination: string; readonly is: string }[] | null;
}

/** Where the routes send an item, and why: with the same functions that the poller uses. */
export function explainItem(
  config: BridgeConfig,
  routed: RoutedItem,
  known: KnownOfItem | null,
): ExplainedItem {
  const compiled = compileRoutes(config);
  const routing = routeItem(compiled, routed);
  const routes = explainRoute(compiled, routed);
  const live = routes.filter(({ outcome, shadow }) => outcome === 'matched' && !shadow);
  const chats = new Set(
    Object.entries(config.destinations).flatMap(([name, { type }]) => (isChat(type) ? [name] : [])),
  );
  const muted = known && hide(known.mutes, compiled, routed, { chats, nowMs: known.nowMs });
  const isCovered = (destination: string) => isCoveredAt(routing, known?.coveredAt ?? [], destination);
  const createdAtMs = readTimestamp(routed.item.created_at) ?? 0;
  const posted = routing.destinations.filter(
    (name) => chats.has(name) && !muted?.at.includes(name) && !isCovered(name),
  );
  const deduped = known
    ? planDedupe(
        compiled,
        [{ routed, id: idOf(routed), createdAtMs, chats: posted }],
        known.windows,
        known.nowMs,
      ).deduped
    : [];
  const why = (destination: string): string | null => {
    if (muted?.at.includes(destination)) return muteWords(known?.mutes.find(({ id }) => id === muted.muteId));
    if (isCovered(destination)) return 'the message of its case tells it';
    const dedupe = deduped.find(({ at }) => at.includes(destination));
    return dedupe ? dedupeWords(dedupe.window) : null;
  };
  return {
    domain: routed.domain,
    feed: routed.feed,
    id: idOf(routed),
    goesTo: routing.destinations.map((destination) => ({
      destination,
      routes: live.filter(({ to }) => to.includes(destination)).map(({ route }) => route),
      broadcast: routing.broadcast.includes(destination),
      hidden: why(destination),
    })),
    shadowed: routing.shadowed,
    routes,
    stands: known?.places.map((one) => ({ destination: one.key.destination, is: howItStands(one) })) ?? null,
  };
}

const muteWords = (mute: Mute | undefined): string =>
  mute ? `muted until ${new Date(endOf(mute)).toISOString()}: ${mutedWhat(mute)}` : 'muted';

const dedupeWords = ({ first, untilMs }: DedupeWindow): string =>
  `until ${new Date(untilMs).toISOString()} ${first.feed === 'cases' ? 'case' : 'threat'} ${first.id} stands there for what is alike`;

export function howItStands({
  main,
  coveredElsewhere,
  groupId,
  parked,
  forgotten,
  thread,
}: Delivery): string {
  const words = parked
    ? `cannot be shown: ${parked}`
    : main
      ? `shown${thread ? ' in the thread of another message' : ''}`
      : groupId !== undefined
        ? 'told along with others in one message'
        : coveredElsewhere
          ? 'told by another message'
          : 'still to be shown';
  return forgotten ? `${words}; erased on request` : words;
}

export function tellItem(explained: ExplainedItem): Line[] {
  const { feed, id, domain, goesTo, shadowed, routes, stands } = explained;
  const kind = feed === 'cases' ? 'case' : 'threat';
  return [
    [{ text: `The ${kind} ${id} of ${domain}`, as: 'strong' }],
    ...(goesTo.length > 0
      ? goesTo.map(tellPlace)
      : [`  goes nowhere: ${shadowed.length > 0 ? 'only shadow routes match' : 'no route matches'}.`]),
    ...(shadowed.length > 0 ? [`  Shadow routes would send it to ${join(shadowed, 'and')}.`] : []),
    '',
    ...describeRoutes(routes),
    '',
    ...(stands === null
      ? [
          'Mutes, windows of what is alike, and what its case tells are not looked at: name a bridge for that (--name, --local).',
        ]
      : stands.length === 0
        ? ['The ledger has no message of it.']
        : stands.map(({ destination, is }) => `At ${destination} it is ${is}.`)),
  ];
}

const tellPlace = ({ destination, routes, broadcast, hidden }: ExplainedPlace): Line => [
  `  ${hidden === null ? 'goes to' : 'would go to'} ${destination}, by ${join(routes, 'and')}`,
  broadcast ? '; replies are shown in the channel too' : '',
  hidden === null ? '' : { text: `; but ${hidden}`, as: 'notable' },
];
