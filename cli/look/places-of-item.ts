import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import type { FeedKey } from '../../lib/feed/feed-ledger.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';

/** The destinations that show an item or will, and the webhooks that got it or will. */
export async function placesOf(
  { ledger }: OpenBridge,
  item: FeedKey & { readonly id: string },
): Promise<string[]> {
  const rows = createDynamoVersionedRows(ledger);
  const [shown, told] = await Promise.all([
    createDeliveryLedger(rows).places(item),
    createEventLedger(rows).namesOf(item),
  ]);
  return [
    ...new Set([
      ...shown.map(({ value }) => value.key.destination),
      ...told.map(({ destination }) => destination),
    ]),
  ].toSorted();
}
