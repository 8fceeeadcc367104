import type { Clock } from '../../base/clock.ts';
import { itemInShort } from '../../case/item-in-short.ts';
import { chatDestinations } from '../../config/chats.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { FeedKey } from '../../feed/feed-ledger.ts';
import type { FeedItem } from '../../feed/feed-source.ts';
import { NOTHING_JUDGED, type Withholder } from '../../feed/withholding.ts';
import { compileRoutes } from '../../routing/compile-routes.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import { type Hidden, hide } from './hidden-by-mutes.ts';
import type { Mute } from './mute.ts';
import type { MuteLedger } from './mute-ledger.ts';

export interface MutingParts {
  readonly config: BridgeConfig;
  readonly feed: FeedKey;
  /** What is muted in the domain. Never throws. */
  readonly mutes: () => Promise<readonly Mute[]>;
  readonly ledger: Pick<MuteLedger, 'note'>;
  readonly clock: Clock;
}

/** Hides from chats what is muted. */
export function createMuting({ config, feed, mutes, ledger, clock }: MutingParts): Withholder {
  const routes = compileRoutes(config);
  const chats = chatDestinations(config);
  const routed = ({ item }: FeedItem) => ({ ...feed, item }) as RoutedItem;
  return {
    by: 'mute',
    async judge(posts) {
      // An idle poll reads nothing.
      const muted = posts.length > 0 ? await mutes() : [];
      if (muted.length === 0) return NOTHING_JUDGED;
      const nowMs = clock.now();
      const hidden = new Map(
        posts.flatMap(({ item }): [string, Hidden][] => {
          const found = hide(muted, routes, routed(item), { chats, nowMs });
          return found ? [[item.id, found]] : [];
        }),
      );
      const muteAt = ({ id }: FeedItem, chat: string): string | null => {
        const found = hidden.get(id);
        return found?.at.includes(chat) ? found.muteId : null;
      };
      return {
        at: muteAt,
        async note() {
          for (const muteId of new Set([...hidden.values()].map((found) => found.muteId))) {
            const mine = posts.filter(({ item, chats }) =>
              chats.some((chat) => muteAt(item, chat) === muteId),
            );
            const items = mine.map(({ item }) => itemInShort(routed(item), item));
            await ledger.note(feed.domain, muteId, items, nowMs);
          }
        },
      };
    },
  };
}
