import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { decodeCounts, EMPTY_ROW } from '../lib/budget/budget-window.ts';
import type { DeliveryLedger } from '../lib/delivery/delivery-ledger.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoFeedLedger } from '../lib/dynamo/dynamo-feed-ledger.ts';
import { createHookLedger } from '../lib/dynamo/dynamo-hook-ledger.ts';
import { createDynamoLifeLedger } from '../lib/dynamo/dynamo-life-ledger.ts';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoWatchLedger } from '../lib/dynamo/dynamo-watch-ledger.ts';
import { budgetRowKey } from '../lib/dynamo/row-keys.ts';
import { readNumber, readText } from '../lib/dynamo/row-values.ts';
import type { FeedLedger } from '../lib/feed/feed-ledger.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import type { LifeLedger } from '../lib/verdict/life-ledger.ts';
import type { VerdictLedger } from '../lib/verdict/verdict-ledger.ts';
import type { WatchLedger } from '../lib/verdict/watch-ledger.ts';
import type { HookLedger } from '../lib/webhook/hook-ledger.ts';
import type { LocalCloud } from '../local/cloud/local-cloud.ts';

export type BudgetKind = 'read' | 'write';

/** The ledger, for looking only: nothing here writes. */
export interface LedgerReader {
  readonly feeds: Pick<FeedLedger, 'load' | 'recorded' | 'toldAt'>;
  readonly deliveries: Pick<DeliveryLedger, 'places' | 'load' | 'loadClosed'>;
  readonly verdicts: Pick<VerdictLedger, 'load' | 'readTrail'>;
  readonly lives: Pick<LifeLedger, 'fresh' | 'read'>;
  readonly watches: Pick<WatchLedger, 'load'>;
  readonly hooks: Pick<HookLedger, 'namesOf' | 'read' | 'rowOf' | 'loadClosed' | 'todo'>;
  /** Requests leased in each second, and until when the window is closed. */
  budget(domain: string, kind: BudgetKind): Promise<Pick<typeof EMPTY_ROW, 'counts' | 'closedUntilMs'>>;
  close(): void;
}

/** Reads with the readers of the functions, so that a row means here what it means there. */
export function openLedger({ endpoints, outputs }: Pick<LocalCloud, 'endpoints' | 'outputs'>): LedgerReader {
  const { aws: endpoint, region, operator: credentials } = endpoints;
  const client = new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 2 });
  const tableName = outputs.LedgerTableName ?? '';
  const parts = { client, tableName, clock, random: Math.random };
  const rows = createDynamoVersionedRows(parts);
  return {
    feeds: createDynamoFeedLedger(parts),
    deliveries: createDeliveryLedger(rows),
    verdicts: createDynamoVerdictLedger(parts),
    lives: createDynamoLifeLedger({ rows, clock }),
    watches: createDynamoWatchLedger({ rows, clock }),
    hooks: createHookLedger(rows),
    async budget(domain, kind) {
      const Key = budgetRowKey(domain, kind);
      const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key }));
      if (!Item) return EMPTY_ROW;
      return {
        counts: decodeCounts(readText(Item, 'counts') ?? ''),
        closedUntilMs: Item.closedUntilMs ? readNumber(Item, 'closedUntilMs') : 0,
      };
    },
    close: () => client.destroy(),
  };
}
