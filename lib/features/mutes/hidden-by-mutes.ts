import type { Clock } from '../../base/clock.ts';
import { severityOf } from '../../case/evidence.ts';
import type { Content } from '../../case/message-content.ts';
import { chatDestinations } from '../../config/chats.ts';
import {
  type CompiledRoutes,
  compileCondition,
  compileRoutes,
  holds,
  type Rule,
} from '../../routing/compile-routes.ts';
import { createFacts, type Fact, foldCase } from '../../routing/item-facts.ts';
import { matchRoutes } from '../../routing/route-item.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import { endOf, isActive, type Mute } from './mute.ts';

/** What mutes hide of an item: by which of them, and at which destinations. */
export interface Hidden {
  readonly muteId: string;
  readonly at: readonly string[];
}

/**
 * What mutes hide of an item, among these destinations; null for nothing. A mute of a route hides what only that route
 * sends. A critical case is hidden only by a mute that names critical ones, and no mute hides cases about the person who made it.
 */
export function hide(
  mutes: readonly Mute[],
  routes: CompiledRoutes,
  routed: RoutedItem,
  { chats, nowMs }: { readonly chats: ReadonlySet<string>; readonly nowMs: number },
): Hidden | null {
  const active = activeFor(mutes, routed, nowMs);
  if (active.length === 0) return null;
  const live = matchRoutes(routes, routed).filter(({ shadow }) => !shadow);
  const sentTo = (some: CompiledRoutes) => some.flatMap(({ to }) => to).filter((name) => chats.has(name));
  const facts = createFacts(routed);
  const whole = active.find((mute) => mute.field !== 'route' && holds(ruleOf(mute), facts));
  if (whole) return hiddenBy(whole, sentTo(live));
  const muted = new Map(active.flatMap((mute) => (mute.field === 'route' ? [[mute.value, mute]] : [])));
  const first = live.find(({ name }) => muted.has(name));
  const mute = first && muted.get(first.name);
  if (!mute) return null;
  const shown = new Set(sentTo(live.filter(({ name }) => !muted.has(name))));
  return hiddenBy(
    mute,
    sentTo(live.filter(({ name }) => muted.has(name))).filter((name) => !shown.has(name)),
  );
}

function activeFor(mutes: readonly Mute[], routed: RoutedItem, nowMs: number): readonly Mute[] {
  const isCritical = routed.feed === 'cases' && severityOf(routed.item) === 'critical';
  const about = createFacts(routed)('user');
  return mutes.filter(
    (mute) => isActive(mute, nowMs) && (mute.critical || !isCritical) && !isAboutMakers(mute, about),
  );
}

const isAboutMakers = ({ except = [] }: Mute, about: Fact): boolean =>
  except.some((address) => about.has(foldCase(address)));

/** A mute may end early, so nothing relies on it for longer. */
const SILENT_MS = 15 * 60_000;

/** Until when a route mentions nobody, because the case was muted after it was posted; null if it was not. */
export function silentUntil(mutes: readonly Mute[], routed: RoutedItem, nowMs: number) {
  const active = activeFor(mutes, routed, nowMs);
  const facts = createFacts(routed);
  return ({ route }: { readonly route: string }): number | null => {
    const ends = active
      .filter((mute) => (mute.field === 'route' ? mute.value === route : holds(ruleOf(mute), facts)))
      .map(endOf);
    return ends.length === 0 ? null : Math.min(Math.max(...ends), nowMs + SILENT_MS);
  };
}

const hiddenBy = ({ id }: Mute, at: readonly string[]): Hidden | null =>
  at.length === 0 ? null : { muteId: id, at: [...new Set(at)] };

const rules = new WeakMap<Mute, Rule>();

function ruleOf(mute: Mute): Rule {
  const known = rules.get(mute);
  if (known) return known;
  const rule = compileCondition({ [mute.field]: [mute.value] });
  rules.set(mute, rule);
  return rule;
}

/** Whether mutes hide the case of a delivery from its destination. */
export function createIsMuted(
  config: Parameters<typeof compileRoutes>[0] & Parameters<typeof chatDestinations>[0],
  mutesOf: (domain: string) => Promise<readonly Mute[]>,
  clock: Pick<Clock, 'now'>,
) {
  const routes = compileRoutes(config);
  const chats = chatDestinations(config);
  return async ({ key, content }: Placed): Promise<boolean> => {
    if (content.kind !== 'case') return false;
    const { domain, destination } = key;
    const routed = { domain, feed: 'cases', item: content.item } as const;
    const hidden = hide(await mutesOf(domain), routes, routed, { chats, nowMs: clock.now() });
    return hidden?.at.includes(destination) === true;
  };
}

interface Placed {
  readonly key: { readonly domain: string; readonly destination: string };
  readonly content: Content;
}
