import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import type { CaseLedger } from '../case/case-ledger.ts';
import { type CaseRecord, hasUnsent } from '../case/case-record.ts';
import type { HandOver } from '../case/envelope.ts';
import type { CasePolicy } from '../case/standing.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import type { QueueUrls } from '../config/destination-queues.ts';
import type { FeedLedger } from '../feed/feed-ledger.ts';
import { createHandOverCases } from '../feed/hand-over-cases.ts';
import { createItemMessages } from '../feed/item-messages.ts';
import { createWithholding, type Withholder } from '../feed/withholding.ts';
import type { Case } from '../posture/schemas/case.ts';

export interface BringUpToDateParts {
  readonly config: BridgeConfig;
  readonly queueUrls: QueueUrls;
  /** Writes what chats should show and the events of webhooks into the ledger, and wakes their functions. */
  readonly outbox: Outbox<HandOver>;
  readonly feeds: Pick<FeedLedger, 'noteCovered'>;
  readonly cases: Pick<CaseLedger, 'loadAll' | 'save' | 'deliveredTo'>;
  /** What keeps the cases of a domain from chats. */
  readonly withholders: (domain: string) => readonly Withholder[];
  readonly stepsOf: CasePolicy['stepsOf'];
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Hands what is new about a recorded case to the destinations that have it, and the case to those that routes name now.
 * Returns the record after that, or null if another function was quicker. `onlyAdded`: the caller updates those that have it.
 */
export type BringUpToDate = (
  record: CaseRecord,
  item: Case,
  how?: { readonly onlyAdded: boolean },
) => Promise<CaseRecord | null>;

/** Does what the poller does while it still meets the case. May repeat: a destination absorbs a repeat. */
export function createBringUpToDate(parts: BringUpToDateParts): BringUpToDate {
  const nothing = () => undefined;
  return async (record, item, how) => {
    // The poller retries what a queue has not taken yet.
    if (hasUnsent(record)) return record;
    const feed = { domain: record.domain, feed: 'cases' } as const;
    const handOver = createHandOverCases({
      ...parts,
      domain: record.domain,
      messages: createItemMessages({ ...parts, feed, onShadow: nothing, onUnrouted: nothing }),
      withholding: createWithholding(parts.withholders(record.domain)),
      isAfterCrash: false,
      covered: { note: (covered) => parts.feeds.noteCovered(record.domain, covered) },
    });
    const { case_id: id, updated_at: revision } = item;
    const listed = { id, createdAtMs: record.createdAtMs, revision: revision ?? undefined, item };
    const { handed, unsent } = await handOver([{ item: listed, record, ...how }]);
    const [reason] = unsent.values();
    if (reason !== undefined) throw new Error(`a place was not told: ${reason}`);
    return handed[0]?.next ?? null;
  };
}
