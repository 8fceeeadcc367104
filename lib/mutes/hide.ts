import { itemInShort } from '../chats/shared/item-in-short.ts';
import { severityOf } from '../chats/shared/tell-case.ts';
import { type CompiledRoutes, compileCondition, holds, type Rule } from '../routing/compile-routes.ts';
import { createFacts } from '../routing/item-facts.ts';
import { matchRoutes } from '../routing/route-item.ts';
import type { RoutedItem } from '../routing/routed-item.ts';
import { isActive, type Mute, type MutedItem } from './mute.ts';

/** What mutes hide of an item: by which of them, and at which destinations. */
export interface Hidden {
  readonly muteId: string;
  readonly at: readonly string[];
}

/**
 * What mutes hide of an item, among these destinations; null for nothing. A mute of a route hides what only that route
 * sends. A critical case is hidden only by a mute that names critical ones.
 */
export function hide(
  mutes: readonly Mute[],
  routes: CompiledRoutes,
  routed: RoutedItem,
  { chats, nowMs }: { readonly chats: ReadonlySet<string>; readonly nowMs: number },
): Hidden | null {
  const isCritical = routed.feed === 'cases' && severityOf(routed.item) === 'critical';
  const active = mutes.filter((mute) => isActive(mute, nowMs) && (mute.critical || !isCritical));
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

/** What is remembered of an item that was hidden. */
export const mutedItem = (
  muteId: string,
  routed: RoutedItem,
  listed: { readonly id: string; readonly createdAtMs: number },
): MutedItem => ({ muteId, ...itemInShort(routed, listed) });
