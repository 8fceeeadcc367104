import type { Clock } from '../../base/clock.ts';
import { inParallel } from '../../base/in-parallel.ts';
import type { Log } from '../../base/log.ts';
import type { CaseLedger } from '../../case/case-ledger.ts';
import type { WithheldItem } from '../../case/item-in-short.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { FeedKey } from '../../feed/feed-ledger.ts';
import { NOTHING_JUDGED, type ToPost, type Withholder } from '../../feed/withholding.ts';
import { compileRoutes } from '../../routing/compile-routes.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import { dedupeKey } from './dedupe-key.ts';
import type { DedupeLedger } from './dedupe-ledger.ts';
import { asItStands, type DedupeWindow } from './dedupe-window.ts';
import {
  type Candidate,
  type Deduped,
  type KnownWindow,
  type KnownWindows,
  planDedupe,
  sendersOf,
} from './plan-dedupe.ts';

export interface DedupingParts {
  readonly config: BridgeConfig;
  readonly feed: FeedKey;
  readonly ledger: Pick<DedupeLedger, 'window' | 'open' | 'note'>;
  readonly cases: Pick<CaseLedger, 'loadAll'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

const AT_ONCE = 20;
/** The reconciler lists a window some minutes after its end. What is noted much later would never be listed. */
const LATEST_NOTE_MS = 60_000;

/** Keeps items from chats that were just sent an equal one. */
export function createDeduping({ config, feed, ledger, cases, clock, log }: DedupingParts): Withholder {
  const routes = compileRoutes(config);
  const candidateOf = ({ item, chats, isAlone }: ToPost): Candidate => ({
    routed: { ...feed, item: item.item } as RoutedItem,
    id: item.id,
    createdAtMs: item.createdAtMs,
    chats,
    isAlone,
  });
  const keysOf = ({ routed }: Candidate) =>
    sendersOf(routes, routed).flatMap((route) => dedupeKey(route, routed) ?? []);

  /** The windows that can be read. Another one dedupes nothing: too much is better than too little. */
  async function windowsFor(candidates: readonly Candidate[]): Promise<KnownWindows> {
    const keys = [...new Set(candidates.flatMap(keysOf))];
    const read = await inParallel(keys, AT_ONCE, async (key) => {
      try {
        return [[key, await ledger.window(feed.domain, key)] as const];
      } catch (error) {
        log('window not read', { ...feed, problem: String(error) });
        return [];
      }
    });
    return asTheyStand(new Map(read.flat()));
  }

  async function asTheyStand(known: KnownWindows): Promise<KnownWindows> {
    const firsts = [...known.values()].flatMap(({ window }) =>
      window?.first.feed === 'cases' ? [window.first.id] : [],
    );
    if (firsts.length === 0) return known;
    const records = await cases.loadAll(feed.domain, [...new Set(firsts)]);
    const now = ({ window, version }: KnownWindow): KnownWindow => {
      const record = window && records.get(window.first.id);
      return {
        window: window && record !== 'unreadable' ? asItStands(window, record ?? undefined) : window,
        version,
      };
    };
    return new Map([...known].map(([key, one]) => [key, now(one)]));
  }

  return {
    by: 'dedupe',
    async judge(posts) {
      const mayDedupe = ({ chats, isAsked }: ToPost) => !isAsked && chats.length > 0;
      const candidates = posts.filter(mayDedupe).map(candidateOf);
      const known = candidates.length > 0 ? await windowsFor(candidates) : new Map();
      if (known.size === 0) return NOTHING_JUDGED;
      const { deduped, opened } = planDedupe(routes, candidates, known, clock.now());
      const windows = windowsByItem(deduped);
      return {
        at: ({ id }, chat) => windows.get(id)?.get(chat) ?? null,
        async note(isTaken) {
          await inParallel(opened, AT_ONCE, async ({ window, ...one }) => {
            const taken = window.at.filter((chat) => isTaken(window.first.id, chat));
            if (taken.length > 0 && !(await ledger.open({ ...one, window: { ...window, at: taken } })))
              throw new Error('another poller opened the same window meanwhile');
          });
          if (deduped.length > 0) log('deduped', { ...feed, count: windows.size });
          await inParallel([...byWindow(deduped)], AT_ONCE, async ([window, items]) => {
            if (clock.now() >= window.untilMs + LATEST_NOTE_MS)
              throw new Error('too late to note what was deduped');
            await ledger.note(window, items);
          });
        },
      };
    },
  };
}

/** By item and chat: the id of the window. */
function windowsByItem(deduped: readonly Deduped[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const windows = new Map<string, Map<string, string>>();
  for (const { item, at, window } of deduped) {
    const mine = windows.get(item.id) ?? new Map<string, string>();
    for (const chat of at) mine.set(chat, window.id);
    windows.set(item.id, mine);
  }
  return windows;
}

function byWindow(deduped: readonly Deduped[]): ReadonlyMap<DedupeWindow, WithheldItem[]> {
  const windows = new Map<DedupeWindow, WithheldItem[]>();
  for (const { window, item, at } of deduped)
    windows.set(window, [...(windows.get(window) ?? []), { ...item, at }]);
  return windows;
}
