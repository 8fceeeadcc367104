import type { CaseLedger } from '../case/case-ledger.ts';
import type { CasePolicy } from '../case/standing.ts';
import type { Clock } from '../platform/clock.ts';
import type { Outbox } from '../queues/outbox.ts';
import type { Routing } from '../routing/route-item.ts';
import type { FactFinder, FactsByDestination } from './fact-finder.ts';
import type { FeedKey, FeedLedger } from './feed-ledger.ts';
import type { FeedItem } from './feed-source.ts';
import type { QueuedItem, UnsentItem } from './queued-items.ts';
import type { SeenMemory } from './seen-memory.ts';
import type { ToldThreats } from './told-threats.ts';
import type { Withholding } from './withholding.ts';

/**
 * Messages about items. The same item and destination always have the same delivery id. Never throws because of an
 * item's content.
 */
export interface ItemMessages {
  route(item: unknown): Routing;
  isChat(destination: string): boolean;
  /** Counts what shadow routes would send, and says so where no route takes a new item. */
  tellRouting(item: FeedItem): void;
  /** One for each of these places, as it is new there. */
  forPlaces(item: FeedItem, places: readonly string[], facts?: FactsByDestination): readonly QueuedItem[];
  /** One for each of these places, where it stands as it was. */
  forChanged(item: FeedItem, places: readonly string[]): readonly QueuedItem[];
  /** The same where it may stand besides these places, because nobody answered it. Told only where it does. */
  forSteps(item: FeedItem, places: readonly string[]): readonly QueuedItem[];
  /** Whether its case tells a threat in these chats wherever it would go. */
  isToldBy(item: FeedItem, toldAt: readonly string[]): boolean;
  /** The events that a case tells with these messages. None where no threats may come too. */
  eventsIn(queued: readonly QueuedItem[]): readonly string[];
  /** The item as the ledger keeps it while a queue has not taken it. */
  keep(item: FeedItem, facts?: FactsByDestination): unknown;
  /** Of a kept item, for one destination; null when the configuration does not have the destination any more. */
  forKept(kept: FeedItem, destination: string): QueuedItem | null;
}

export interface EnqueueParts {
  readonly feed: FeedKey;
  readonly ledger: FeedLedger;
  readonly cases: Pick<CaseLedger, 'loadAll' | 'save' | 'change' | 'putHistory' | 'deliveredTo'>;
  readonly outbox: Outbox;
  readonly messages: ItemMessages;
  readonly memory: SeenMemory;
  readonly told: ToldThreats;
  readonly facts: Required<FactFinder>;
  readonly withholding: Withholding;
  /** What is done about cases that nobody answers. */
  readonly stepsOf: CasePolicy['stepsOf'];
  /** A poller of this feed died, or failed, and what it had found was not met again yet. */
  readonly isAfterDeath?: (() => boolean) | undefined;
  readonly clock: Clock;
  /** Makes sure that no other poller is at this feed. Asked before the first effect, and again before sending. */
  readonly hold: () => Promise<void>;
}

export interface Enqueued {
  readonly announced: number;
  /** Items recorded as history. */
  readonly quiet: number;
  /** New items that mutes hid from some chat. */
  readonly muted: number;
  /** New items that windows kept from some chat, because it was just sent one that is alike. */
  readonly folded: number;
  /** Threats that were not handed over, because their case tells them wherever they would go. */
  readonly told: number;
  readonly messages: number;
  /** Some queue did not take something, now or earlier. The items are recorded with what is missing. */
  readonly unfinished: boolean;
  readonly unsent: readonly UnsentItem[];
}

/** Created before the bridge began: recorded, and not announced. */
export const isHistory = ({ createdAtMs }: FeedItem, quietBeforeMs: number | null): boolean =>
  quietBeforeMs !== null && createdAtMs < quietBeforeMs;
