import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import type { CaseLedger } from '../case/case-ledger.ts';
import type { HandOver } from '../case/envelope.ts';
import type { CasePolicy } from '../case/standing.ts';
import type { Routing } from '../routing/route-item.ts';
import type { CoveredThreats } from './covered-threats.ts';
import type { FactFinder, FactsByDestination } from './fact-finder.ts';
import type { FeedKey, FeedLedger } from './feed-ledger.ts';
import type { FeedItem } from './feed-source.ts';
import type { QueuedItem, UnsentItem } from './queued-items.ts';
import type { SeenMemory } from './seen-memory.ts';
import type { Withholding } from './withholding.ts';

/** Messages about items. Equal items and destinations have equal delivery ids. Never throws because of an item. */
export interface ItemMessages {
  route(item: unknown): Routing;
  isChat(destination: string): boolean;
  /** Counts what shadow routes would send, and reports a new item that no route takes. */
  tellRouting(item: FeedItem): void;
  /** One message for each of these places, which do not have the item yet. */
  forPlaces(item: FeedItem, places: readonly string[], facts?: FactsByDestination): readonly QueuedItem[];
  /** One message for each of these places, which have an earlier version of the item. */
  forChanged(item: FeedItem, places: readonly string[]): readonly QueuedItem[];
  /** The same for places that may have it through an escalation. Sent only if they do. */
  forSteps(item: FeedItem, places: readonly string[]): readonly QueuedItem[];
  /** Whether a case in these chats covers the threat everywhere it would go. */
  isCoveredBy(item: FeedItem, coveredAt: readonly string[]): boolean;
  /** The events that these messages of a case show. Empty if no threats can reach the same places. */
  eventsIn(queued: readonly QueuedItem[]): readonly string[];
  /** The item as the ledger stores it until its queue takes it. */
  keep(item: FeedItem, facts?: FactsByDestination): unknown;
  /** The message about a kept item for one destination; null if the destination is no longer configured. */
  forKept(kept: FeedItem, destination: string): QueuedItem | null;
}

export interface EnqueueParts {
  readonly feed: FeedKey;
  readonly ledger: FeedLedger;
  readonly cases: Pick<CaseLedger, 'loadAll' | 'save' | 'change' | 'putHistory' | 'deliveredTo'>;
  readonly outbox: Outbox<HandOver>;
  readonly messages: ItemMessages;
  readonly memory: SeenMemory;
  readonly covered: CoveredThreats;
  readonly facts: Required<FactFinder>;
  readonly withholding: Withholding;
  /** The escalation steps of the routes. */
  readonly stepsOf: CasePolicy['stepsOf'];
  /** A poller of this feed crashed or failed, and its items were not met again yet. */
  readonly isAfterCrash?: (() => boolean) | undefined;
  readonly clock: Clock;
  /** Makes sure that no other poller works on this feed. Called before the first effect, and again before sending. */
  readonly hold: () => Promise<void>;
}

export interface Enqueued {
  readonly announced: number;
  /** Items recorded as history. */
  readonly quiet: number;
  /** New items that a mute hid from some chat. */
  readonly muted: number;
  /** New items that a dedupe window kept from some chat, because the chat had just received a similar one. */
  readonly deduped: number;
  /** Threats that were not sent, because their case covers them everywhere they would go. */
  readonly covered: number;
  readonly messages: number;
  /** Some queue did not take something, now or earlier. The items are recorded with what is missing. */
  readonly unfinished: boolean;
  readonly unsent: readonly UnsentItem[];
}

/** Created before the bridge was switched on: recorded, but not announced. */
export const isHistory = ({ createdAtMs }: FeedItem, quietBeforeMs: number | null): boolean =>
  quietBeforeMs !== null && createdAtMs < quietBeforeMs;
