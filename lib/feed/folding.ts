import { type AlikeWindow, alikeKey, type FoldedItem, standsFor } from '../alike/alike.ts';
import type { AlikeLedger } from '../alike/alike-ledger.ts';
import { type Candidate, type Fold, type KnownWindows, planFolds, sendersOf } from '../alike/plan-folds.ts';
import { itemInShort } from '../chats/shared/item-in-short.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { foldsAlike } from '../config/route-places.ts';
import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { Log } from '../platform/log.ts';
import { leaveToNewer } from '../platform/read-versioned.ts';
import { compileRoutes } from '../routing/compile-routes.ts';
import type { RoutedItem } from '../routing/routed-item.ts';
import type { FeedKey } from './feed-ledger.ts';
import type { FeedItem } from './feed-source.ts';

/** What windows fold of some items. */
export interface FoldedItems {
  isAt(item: FeedItem, destination: string): boolean;
  /** Of an item that changed: the chats in which it was folded, and is worse now than what stood for it. */
  raisedAt(item: FeedItem): readonly string[];
  /**
   * Opens windows for what chats have taken, and notes what was folded: after the sending, and before anything is recorded.
   * May repeat. Throws where another process was quicker, and when it is too late: then the next poll decides again.
   */
  note(isTaken: (id: string, chat: string) => boolean): Promise<void>;
}

/** An item, and the chats that routes send it to and no mute hides it from. */
export interface Posting {
  readonly item: FeedItem;
  readonly chats: readonly string[];
}

/** Keeps from chats what is alike to something that they were just sent. Other systems get all of it. */
export interface Folding {
  /** `news` are about to be posted; `changes` may have been, or were folded. */
  fold(news: readonly Posting[], changes: readonly Posting[]): Promise<FoldedItems>;
}

const NOTHING: FoldedItems = { isAt: () => false, raisedAt: () => [], note: async () => undefined };
/** Where no route asks for it, nobody pays for it. */
export const NO_FOLDING: Folding = { fold: async () => NOTHING };

export interface FoldingParts {
  readonly config: BridgeConfig;
  readonly feed: FeedKey;
  readonly ledger: Pick<AlikeLedger, 'window' | 'open' | 'note' | 'folded'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

const AT_ONCE = 20;
/** The reconciler lists a window three minutes after its end. What is noted much later than the end, nobody would list. */
const LATEST_NOTE_MS = 60_000;

export function createFolding({ config, feed, ledger, clock, log }: FoldingParts): Folding {
  if (!foldsAlike(config)) return NO_FOLDING;
  const routes = compileRoutes(config);
  const candidateOf = ({ item, chats }: Posting): Candidate => ({
    routed: { ...feed, item: item.item } as RoutedItem,
    id: item.id,
    createdAtMs: item.createdAtMs,
    chats,
  });
  const keysOf = ({ routed }: Candidate) =>
    sendersOf(routes, routed).flatMap((route) => alikeKey(route, routed) ?? []);

  /** Those that can be read: where one cannot, nothing is folded by it. Too much is better than too little. */
  async function windowsFor(candidates: readonly Candidate[]): Promise<KnownWindows> {
    const keys = [...new Set(candidates.filter(({ chats }) => chats.length > 0).flatMap(keysOf))];
    const read = await inParallel(keys, AT_ONCE, async (key) => {
      try {
        return [[key, await ledger.window(feed.domain, key)] as const];
      } catch (error) {
        log('window not read', { ...feed, problem: String(error) });
        return [];
      }
    });
    return new Map(read.flat());
  }

  /** With the chats where the last windows folded it, though it is worse now than their first. */
  async function raise(candidate: Candidate, known: KnownWindows): Promise<Candidate> {
    const item = itemInShort(candidate.routed, candidate);
    const found = keysOf(candidate).map(async (key) => {
      const window = known.get(key)?.window;
      if (!window || standsFor(window.first.severity, item.severity) !== 'worse') return [];
      return (await ledger.folded(window, item).catch(leaveToNewer))?.at ?? [];
    });
    const at = (await Promise.all(found)).flat();
    return { ...candidate, chats: candidate.chats.filter((chat) => at.includes(chat)) };
  }

  return {
    async fold(news, changes) {
      const [fresh, changed] = [news.map(candidateOf), changes.map(candidateOf)];
      const known = await windowsFor([...fresh, ...changed]);
      if (known.size === 0) return NOTHING;
      const raised = await inParallel(changed, AT_ONCE, (one) => raise(one, known));
      const nowMs = clock.now();
      const { folds, opened } = planFolds(routes, [...fresh, ...raised], known, nowMs);
      // One that changed opens nothing, and is judged by itself: it is not posted now.
      const covered = changed.flatMap((one) => planFolds(routes, [one], known, nowMs).folds);
      const at = chatsByItem([...folds, ...covered]);
      const raisedAt = new Map(raised.map(({ id, chats }) => [id, chats]));
      return {
        isAt: ({ id }, chat) => at.get(id)?.has(chat) === true,
        raisedAt: ({ id }) => (raisedAt.get(id) ?? []).filter((chat) => !at.get(id)?.has(chat)),
        async note(isTaken) {
          await inParallel(opened, AT_ONCE, async ({ window, ...one }) => {
            const taken = window.at.filter((chat) => isTaken(window.first.id, chat));
            if (taken.length > 0 && !(await ledger.open({ ...one, window: { ...window, at: taken } })))
              throw new Error('another poller opened the same window meanwhile');
          });
          if (folds.length > 0) log('folded', { ...feed, count: chatsByItem(folds).size });
          await inParallel([...byWindow(folds)], AT_ONCE, async ([window, items]) => {
            if (clock.now() >= window.untilMs + LATEST_NOTE_MS)
              throw new Error('too late to note what was folded');
            await ledger.note(window, items);
          });
        },
      };
    },
  };
}

function chatsByItem(folds: readonly Fold[]): ReadonlyMap<string, ReadonlySet<string>> {
  const chats = new Map<string, Set<string>>();
  for (const { item, at } of folds) chats.set(item.id, new Set([...(chats.get(item.id) ?? []), ...at]));
  return chats;
}

function byWindow(folds: readonly Fold[]): ReadonlyMap<AlikeWindow, FoldedItem[]> {
  const windows = new Map<AlikeWindow, FoldedItem[]>();
  for (const { window, item, at } of folds)
    windows.set(window, [...(windows.get(window) ?? []), { ...item, at }]);
  return windows;
}
