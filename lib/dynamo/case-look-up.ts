import type { Delivery } from '../delivery/delivery.ts';
import { verdictRow, watchRow } from '../ledger/case-rows.ts';
import { deliveryRow } from '../ledger/item-rows.ts';
import type { CallAws } from '../platform/aws/signed-aws.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import type { CaseWatch } from '../verdict/case-watch.ts';
import { readDelivery } from './delivery-row.ts';
import { readWatch } from './dynamo-watch-ledger.ts';
import { readValue } from './packed-value.ts';
import { partsIn } from './row-parts.ts';
import { type Row, rowKey } from './row-values.ts';
import { GET_ITEM } from './signed-reads.ts';
import { readVerdictRow } from './verdict-row.ts';

export interface LookedUp {
  /** What is shown of the case at this destination. */
  readonly delivery: Delivery | null;
  readonly verdict: CaseVerdict | null;
  readonly watch: CaseWatch | null;
}

/** Reads what the ledgers wrote of a case, without their SDK: for a form that an analyst is waiting for. */
export function createCaseLookUp(callAws: CallAws, tableName: string) {
  async function read(Key: Row): Promise<Row | null> {
    const { Item } = await callAws(GET_ITEM, { TableName: tableName, Key, ConsistentRead: true });
    return (Item as Row | undefined) ?? null;
  }
  return async function lookUpCase(domain: string, caseId: string, destination: string): Promise<LookedUp> {
    const [delivery, verdict, watch] = await Promise.all([
      read(rowKey(deliveryRow.key({ domain, feed: 'cases', id: caseId, destination }))),
      read(rowKey(verdictRow.key(domain, caseId))),
      read(rowKey(watchRow.key(domain, caseId))),
    ]);
    return {
      delivery: delivery && readDelivery(partsIn(delivery)),
      verdict: verdict && readVerdictRow(verdict),
      watch: watch && readWatch(readValue(watch)),
    };
  };
}
