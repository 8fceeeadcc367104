import { type CompiledRoute, type CompiledRoutes, holds } from './compile-routes.ts';
import { createFacts } from './item-facts.ts';
import type { RoutedItem } from './routed-item.ts';

export interface Routing {
  /** Where the item goes: each destination once, in the order of the routes. */
  readonly destinations: readonly string[];
  /** The destinations where replies in the item's thread are also shown in the channel. */
  readonly broadcast: readonly string[];
  /** The destinations of the matching shadow routes, whether or not the item goes there anyway. */
  readonly shadowed: readonly string[];
  /** Names of the routes that matched, shadow routes among them. */
  readonly matched: readonly string[];
  /** The names of the routes that send it somewhere. */
  readonly sending: readonly string[];
}

/**
 * All matching routes apply, up to and including the first final one. A final shadow route stops nothing: putting a route
 * in shadow must never change where things go.
 */
export function matchRoutes(routes: CompiledRoutes, routed: RoutedItem): readonly CompiledRoute[] {
  const facts = createFacts(routed);
  const matched: CompiledRoute[] = [];
  for (const route of routes) {
    if (!holds(route.rule, facts)) continue;
    matched.push(route);
    if (stops(route)) break;
  }
  return matched;
}

export function routeItem(routes: CompiledRoutes, routed: RoutedItem): Routing {
  const matched = matchRoutes(routes, routed);
  const live = matched.filter((route) => !route.shadow);
  return {
    destinations: destinationsOf(live),
    broadcast: destinationsOf(live.filter((route) => route.broadcast)),
    shadowed: destinationsOf(matched.filter((route) => route.shadow)),
    matched: matched.map((route) => route.name),
    sending: live.map((route) => route.name),
  };
}

/** Whether a threat gets no message of its own there, because the message of its case covers it. */
export const isCoveredAt = (
  { broadcast }: Pick<Routing, 'broadcast'>,
  coveredAt: readonly string[],
  destination: string,
): boolean => coveredAt.includes(destination) && !broadcast.includes(destination);

export const stops = (route: CompiledRoute): boolean => route.final && !route.shadow;

const destinationsOf = (routes: readonly CompiledRoute[]): string[] => [
  ...new Set(routes.flatMap((route) => route.to)),
];
