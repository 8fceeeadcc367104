import type { BridgeConfig } from '../config/define-bridge.ts';
import type { DeliveryLedger } from '../delivery/delivery-ledger.ts';
import { afterAdding, createFindAddedChats } from '../feed/added-chats.ts';
import type { FeedLedger } from '../feed/feed-ledger.ts';
import { createItemMessages } from '../feed/item-messages.ts';
import { createMuting } from '../feed/muting.ts';
import { chatsIn, sendQueued } from '../feed/queued-items.ts';
import type { Mute } from '../mutes/mute.ts';
import type { Clock } from '../platform/clock.ts';
import type { Case } from '../posture/schemas/case.ts';
import type { Outbox } from '../queues/outbox.ts';
import type { QueueUrls } from '../queues/queue-urls.ts';

export interface AddChatsParts {
  readonly config: BridgeConfig;
  readonly queueUrls: QueueUrls;
  /** Writes what chats are to show into the ledger, and rings for it. */
  readonly outbox: Outbox;
  readonly feeds: Pick<FeedLedger, 'recorded' | 'record'>;
  readonly deliveries: Pick<DeliveryLedger, 'load'>;
  readonly mutesOf: (domain: string) => Promise<readonly Mute[]>;
  readonly clock: Clock;
}

export type AddChats = (domain: string, item: Case) => Promise<void>;

/**
 * Hands a case that changed to chats that routes send it to now, and did not before. The poller does so while it still looks
 * at the case. May repeat: a chat that has it absorbs that.
 */
export function createAddChats(parts: AddChatsParts): AddChats {
  const { feeds, deliveries, mutesOf, outbox, clock } = parts;
  const nothing = () => undefined;
  return async (domain, item) => {
    const feed = { domain, feed: 'cases' } as const;
    const { case_id: id } = item;
    const record = (await feeds.recorded(feed, [id])).get(id);
    // What some queue has not taken yet is the poller's.
    if (!record?.routedTo || record.missing.length > 0) return;
    const messages = createItemMessages({ ...parts, feed, onShadow: nothing, onUnrouted: nothing });
    const changed = { id, createdAtMs: 0, item };
    const chats = chatsIn(messages.forChanged(changed).filter(({ message }) => !message.onlyIfKept));
    const added = await createFindAddedChats(feed, deliveries)(changed, record, chats);
    if (added.length === 0) return;
    const muting = createMuting({
      ...{ ...parts, feed, mutes: () => mutesOf(domain) },
      ledger: { note: async () => undefined },
    });
    const hidden = await muting.hide([changed]);
    const isHidden = (chat: string) => hidden.isAt(changed, chat);
    const shown = added.filter((chat) => !isHidden(chat));
    const [reason] = (await sendQueued(outbox, messages.forPlaces(changed, shown))).values();
    if (reason !== undefined) throw new Error(`a chat was not told: ${reason}`);
    const known = afterAdding(record, { chats, added, isHidden });
    const { revision } = record;
    await feeds.record(feed, [{ id, createdAtMs: 0, missing: [], revision, ...known }], clock.now());
  };
}
