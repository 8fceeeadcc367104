import { itemInShort } from '../case/item-in-short.ts';
import { chatDestinations } from '../config/chats.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { type Hidden, hide } from '../mutes/hide.ts';
import type { Mute } from '../mutes/mute.ts';
import type { MuteLedger } from '../mutes/mute-ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { compileRoutes } from '../routing/compile-routes.ts';
import type { RoutedItem } from '../routing/routed-item.ts';
import type { FeedKey } from './feed-ledger.ts';
import type { FeedItem } from './feed-source.ts';

/** What mutes hide of some items. */
export interface HiddenItems {
  /** The mute that hides an item at a destination; null where none does. */
  muteAt(item: FeedItem, destination: string): string | null;
  /** Notes that these were hidden, before they are recorded. May repeat. */
  note(items: readonly FeedItem[]): Promise<void>;
}

/** Hides from chats what is muted. Other systems get all of it: they have filters of their own. */
export interface Muting {
  hide(items: readonly FeedItem[]): Promise<HiddenItems>;
}

const NOTHING: HiddenItems = { muteAt: () => null, note: async () => undefined };
export const NO_MUTING: Muting = { hide: async () => NOTHING };

export interface MutingParts {
  readonly config: BridgeConfig;
  readonly feed: FeedKey;
  /** What is muted in the domain. Never throws. */
  readonly mutes: () => Promise<readonly Mute[]>;
  readonly ledger: Pick<MuteLedger, 'note'>;
  readonly clock: Clock;
}

export function createMuting({ config, feed, mutes, ledger, clock }: MutingParts): Muting {
  const routes = compileRoutes(config);
  const chats = chatDestinations(config);
  const routed = ({ item }: FeedItem) => ({ ...feed, item }) as RoutedItem;
  return {
    async hide(items) {
      // An idle poll asks nobody.
      const muted = items.length > 0 ? await mutes() : [];
      if (muted.length === 0) return NOTHING;
      const nowMs = clock.now();
      const hidden = new Map(
        items.flatMap((item): [string, Hidden][] => {
          const found = hide(muted, routes, routed(item), { chats, nowMs });
          return found ? [[item.id, found]] : [];
        }),
      );
      return {
        muteAt({ id }, destination) {
          const found = hidden.get(id);
          return found?.at.includes(destination) ? found.muteId : null;
        },
        async note(some) {
          for (const muteId of new Set([...hidden.values()].map((found) => found.muteId))) {
            const mine = some.filter(({ id }) => hidden.get(id)?.muteId === muteId);
            const items = mine.map((item) => itemInShort(routed(item), item));
            await ledger.note(feed.domain, muteId, items, nowMs);
          }
        },
      };
    },
  };
}
