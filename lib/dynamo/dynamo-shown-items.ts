import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { toAwsError } from '../base/aws/aws-error.ts';
import { UnreadableError } from '../base/read-versioned.ts';
import { deliveryRow } from '../ledger/item-rows.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { readDelivery } from '../outbox/delivery-row.ts';
import { within } from './call-timeout.ts';
import type { DynamoParts } from './dynamo-calls.ts';
import { partsIn } from './row-parts.ts';
import { type Row, readNumber, readText, text } from './row-values.ts';

/** What one page of the table shows of items. */
export interface ShownPage {
  readonly deliveries: readonly Delivery[];
  /** Items that were handed over, by the names of their partitions, and those that some chat was sent. */
  readonly items: readonly string[];
  readonly shown: readonly string[];
  /** Rows that only a newer version understands. */
  readonly unreadable: number;
  /** How many rows were read for it, and what AWS counts for that. */
  readonly read: number;
  readonly units: number;
}

/**
 * All that chats show of cases and threats, page by page: the table has no order by time. For an operator's command, with
 * reads that cost half as much because they may be moments old. No function of the bridge may scan.
 */
export async function* readShownItems(parts: DynamoParts): AsyncGenerator<ShownPage, void, undefined> {
  const nowSeconds = parts.clock.now() / 1_000;
  let ExclusiveStartKey: Row | undefined;
  do {
    const command = new ScanCommand({
      TableName: parts.tableName,
      FilterExpression: 'begins_with(#pk, :item) AND (begins_with(#sk, :delivery) OR #sk = :seen)',
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
      ExpressionAttributeValues: {
        ':item': text('item#'),
        ':delivery': text(deliveryRow.prefix),
        ':seen': text('seen'),
      },
      ReturnConsumedCapacity: 'TOTAL',
      ExclusiveStartKey,
    });
    const {
      Items = [],
      ScannedCount = 0,
      ConsumedCapacity,
      LastEvaluatedKey,
    } = await parts.client
      .send(command, within(parts))
      .catch((thrown: unknown) => Promise.reject(toAwsError('Scan', thrown)));
    // AWS removes what has expired within days, not at once.
    const kept = Items.filter(
      (row) => !row.expiresAtSeconds || readNumber(row, 'expiresAtSeconds') > nowSeconds,
    );
    const shown = kept.filter((row) => readText(row, 'sk') !== 'seen');
    const rows = shown.map(deliveryIn);
    yield {
      deliveries: rows.filter((one) => one !== null),
      items: kept.filter((row) => readText(row, 'sk') === 'seen' && !row.quiet).map(({ pk }) => pk?.S ?? ''),
      shown: shown.map(({ pk }) => pk?.S ?? ''),
      unreadable: rows.filter((one) => one === null).length,
      read: ScannedCount,
      units: ConsumedCapacity?.CapacityUnits ?? 0,
    };
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

function deliveryIn(row: Row): Delivery | null {
  try {
    return readDelivery(partsIn(row));
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}
