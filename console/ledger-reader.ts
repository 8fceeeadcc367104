import type { RowKey } from '../lib/base/versioned-rows.ts';
import type { CaseLedger } from '../lib/case/case-ledger.ts';
import { createDynamoAnswerLedger } from '../lib/dynamo/dynamo-answer-ledger.ts';
import { createDynamoAuditTrail } from '../lib/dynamo/dynamo-audit-trail.ts';
import type { DynamoParts } from '../lib/dynamo/dynamo-calls.ts';
import { createCaseLedger } from '../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoHealthLedger } from '../lib/dynamo/dynamo-health-ledger.ts';
import { readShownItems } from '../lib/dynamo/dynamo-shown-items.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import type { EventLedger } from '../lib/endpoints/event-ledger.ts';
import { createEventLedger } from '../lib/endpoints/stored-events.ts';
import type { HealthAnswer } from '../lib/features/health/health-answer.ts';
import { createReadHealth, type ReadHealthParts } from '../lib/features/health/read-health.ts';
import type { FeedLedger } from '../lib/feed/feed-ledger.ts';
import { readItemPartition } from '../lib/ledger/item-partition.ts';
import type { DeliveryLedger } from '../lib/outbox/delivery-ledger.ts';
import { createDeliveryLedger } from '../lib/outbox/stored-deliveries.ts';
import { EMPTY_ROW } from '../lib/posture/budget/budget-window.ts';
import type { AnswerLedger } from '../lib/verdict/answer-ledger.ts';
import { findLatestThreats, type LatestThreats } from './flow/latest-threats.ts';
import { createReadWithheld, type Withheld } from './flow/read-withheld.ts';
import type { ItemKey } from './wire.ts';

export type BudgetKind = 'read' | 'write';

/** The ledger, read-only: nothing here writes. */
export interface LedgerReader {
  readonly feeds: Pick<FeedLedger, 'load' | 'recorded' | 'coveredAt'>;
  readonly deliveries: Pick<DeliveryLedger, 'places' | 'load' | 'loadOutage' | 'todo'>;
  readonly answers: Pick<AnswerLedger, 'load' | 'readTrail'>;
  readonly cases: Pick<CaseLedger, 'fresh' | 'read' | 'loadAll'>;
  readonly events: Pick<EventLedger, 'namesOf' | 'read' | 'rowOf' | 'loadOutage' | 'todo'>;
  /** The item that a row is about, if its key says so. */
  itemOf(row: RowKey): ItemKey | null;
  /** Requests leased in each second, and until when the window is closed. */
  budget(domain: string, kind: BudgetKind): Promise<Pick<typeof EMPTY_ROW, 'counts' | 'closedUntilMs'>>;
  /** How the bridge is. */
  health(parts: Pick<ReadHealthParts, 'config' | 'deadLetters' | 'clock' | 'log'>): Promise<HealthAnswer>;
  /** What mutes hide and dedupe windows stand for, now. */
  withheld(domains: readonly string[]): Promise<Withheld>;
  /** The latest threats that chats were sent since then. Reads the table from its beginning: once for each console. */
  latestThreats(sinceMs: number, most: number): Promise<LatestThreats>;
  /** How many entries a domain's trail has on its last day up to this one: the number differs if it has grown. */
  trailLength(domain: string, day: string): Promise<number>;
}

/** Uses the functions' own readers, so that a row means the same here and there. */
export function openLedger(parts: DynamoParts): LedgerReader {
  const rows = createDynamoVersionedRows(parts);
  const health = createDynamoHealthLedger(parts);
  const trail = createDynamoAuditTrail(parts);
  const [deliveries, events] = [createDeliveryLedger(rows), createEventLedger(rows)];
  return {
    feeds: createDynamoFeedLedger(parts),
    deliveries,
    answers: createDynamoAnswerLedger(parts),
    events,
    cases: createCaseLedger(rows),
    itemOf: ({ pk }) => readItemPartition(pk),
    budget: async (domain, kind) => (await health.readBudgets([domain], [kind]))[0] ?? EMPTY_ROW,
    health: (given) => createReadHealth({ ...given, rows, overview: health, deliveries, events })(),
    withheld: createReadWithheld(rows, parts.clock.now),
    latestThreats: (sinceMs, most) => findLatestThreats(readShownItems(parts), sinceMs, most),
    trailLength: async (domain, day) => (await trail.linkBeside(domain, day, '<'))?.seq ?? 0,
  };
}
