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
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Outbox } from '../platform/queues/outbox.ts';
import type { Case } from '../posture/schemas/case.ts';

export interface BringUpToDateParts {
  readonly config: BridgeConfig;
  readonly queueUrls: QueueUrls;
  /** Writes what chats show and what webhooks are told into the ledger, and wakes them. */
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
 * Hands what is new about a recorded case to where it stands, and the case to where it belongs now; the record then.
 * Null where another function was quicker. `onlyAdded`: the caller tells those where it stands.
 */
export type BringUpToDate = (
  record: CaseRecord,
  item: Case,
  how?: { readonly onlyAdded: boolean },
) => Promise<CaseRecord | null>;

/** As the poller does while it still looks at the case. May repeat: a place that has it absorbs that. */
export function createBringUpToDate(parts: BringUpToDateParts): BringUpToDate {
  const nothing = () => undefined;
  return async (record, item, how) => {
    // What some queue has not taken yet is the poller's.
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
