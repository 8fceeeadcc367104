import { type ItemInShort, itemInShort } from '../../case/item-in-short.ts';
import { severityRank } from '../../posture/severity.ts';
import type { CompiledRoute, CompiledRoutes } from '../../routing/compile-routes.ts';
import { matchRoutes } from '../../routing/route-item.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import { dedupeKey } from './dedupe-key.ts';
import { type DedupeWindow, isOpen, standsFor } from './dedupe-window.ts';

/** An item that is about to be posted. */
export interface Candidate {
  readonly routed: RoutedItem;
  readonly id: string;
  readonly createdAtMs: number;
  /** The chats that it would be posted in. */
  readonly chats: readonly string[];
  /** It is never deduped, but may stand for others. */
  readonly isAlone?: boolean | undefined;
}

/** The last window of a key as it was read, also one that is over; null where there was none. */
export interface KnownWindow {
  readonly window: DedupeWindow | null;
  readonly version: number;
}

/** By keys. A window that could not be read is left out: it dedupes nothing, and no other is opened in its place. */
export type KnownWindows = ReadonlyMap<string, KnownWindow>;

export interface Deduped {
  readonly window: DedupeWindow;
  readonly item: ItemInShort;
  readonly at: readonly string[];
}

export interface OpenedWindow {
  readonly key: string;
  readonly window: DedupeWindow;
  /** Of the row that it replaces. */
  readonly version: number;
}

export interface DedupePlan {
  readonly deduped: readonly Deduped[];
  /** They count once their first was sent. */
  readonly opened: readonly OpenedWindow[];
}

/**
 * Decides which of these items are deduped, where, and which windows they open. Of items that come together, the most severe stands
 * for the others. In a chat an item is deduped only if every route that sends it there dedupes it.
 */
export function planDedupe(
  routes: CompiledRoutes,
  candidates: readonly Candidate[],
  known: KnownWindows,
  nowMs: number,
): DedupePlan {
  const opened = new Map<string, OpenedWindow>();
  const windowOf = (key: string): DedupeWindow | null => {
    const window = opened.get(key)?.window ?? known.get(key)?.window ?? null;
    return window && isOpen(window, nowMs) ? window : null;
  };

  function judge({ routed, chats, isAlone, ...listed }: Candidate): Deduped[] {
    const item = itemInShort(routed, listed);
    const senders = sendersOf(routes, routed).map((route) => ({ route, key: dedupeKey(route, routed) }));
    const covering = new Map(
      senders.map(({ route, key }) => [route, key && !isAlone ? covers(windowOf(key), item) : null]),
    );
    const dedupedBy = (chat: string): DedupeWindow | null => {
      const windows = [...covering]
        .filter(([{ to }]) => to.includes(chat))
        .map(([, window]) => window || null);
      return windows.every((window) => window?.at.includes(chat)) ? (windows[0] ?? null) : null;
    };
    const deduped = new Map<DedupeWindow, string[]>();
    const posted: string[] = [];
    for (const chat of chats) {
      const window = dedupedBy(chat);
      if (window) deduped.set(window, [...(deduped.get(window) ?? []), chat]);
      else posted.push(chat);
    }
    for (const { route, key } of senders) {
      const at = posted.filter((chat) => route.to.includes(chat));
      if (key !== null && at.length > 0 && mayOpen(windowOf(key), item)) open(route, key, item, at);
    }
    return [...deduped].map(([window, at]) => ({ window, item, at }));

    function open({ name, dedupe }: CompiledRoute, key: string, first: ItemInShort, at: string[]): void {
      const row = known.get(key);
      if (!row || !dedupe) return;
      const times = { sinceMs: nowMs, untilMs: nowMs + dedupe.for };
      const about = { domain: routed.domain, route: name, by: dedupe.by, first, at, ...times };
      const id = `${key}-${nowMs.toString(36)}-${row.version}`;
      opened.set(key, { key, window: { id, ...about }, version: row.version });
    }
  }

  const deduped = mostSevereFirst(candidates).flatMap(judge);
  return { deduped, opened: [...opened.values()] };
}

/** The routes that send an item somewhere. */
export const sendersOf = (routes: CompiledRoutes, routed: RoutedItem): readonly CompiledRoute[] =>
  matchRoutes(routes, routed).filter(({ shadow }) => !shadow);

/** The first of a window is not deduped by it, however often it comes. */
const covers = (window: DedupeWindow | null, item: ItemInShort): DedupeWindow | null =>
  window && window.first.id !== item.id && standsFor(window.first.severity, item.severity) === 'yes'
    ? window
    : null;

const mayOpen = (window: DedupeWindow | null, item: ItemInShort): boolean =>
  window === null ||
  (window.first.id !== item.id && standsFor(window.first.severity, item.severity) === 'worse');

/** The most severe first, then the oldest. */
const mostSevereFirst = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates
    .map((candidate) => ({ candidate, item: itemInShort(candidate.routed, candidate) }))
    .toSorted(
      ({ item: a }, { item: b }) =>
        severityRank(a.severity) - severityRank(b.severity) ||
        a.createdAtMs - b.createdAtMs ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ candidate }) => candidate);
