import type { CallAws } from '../base/aws/signed-aws.ts';
import type { Answer } from '../case/answer.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { answerRow, caseRow } from '../ledger/case-rows.ts';
import { deliveryRow } from '../ledger/item-rows.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { readDelivery } from '../outbox/delivery-row.ts';
import { readAnswerRow } from './answer-row.ts';
import { caseIn } from './dynamo-case-ledger.ts';
import { readValue } from './packed-value.ts';
import { partsIn } from './row-parts.ts';
import { type Row, readNumber, rowKey } from './row-values.ts';
import { GET_ITEM } from './signed-reads.ts';

/** Reads what the ledgers wrote of a case, without their SDK: for a form that an analyst is waiting for. */
export function createCaseLookUp(callAws: CallAws, tableName: string) {
  async function read(Key: Row): Promise<Row | null> {
    const { Item } = await callAws(GET_ITEM, { TableName: tableName, Key, ConsistentRead: true });
    return (Item as Row | undefined) ?? null;
  }
  return {
    /** What is shown of the case at this destination. */
    async deliveryOf(domain: string, caseId: string, destination: string): Promise<Delivery | null> {
      const row = await read(rowKey(deliveryRow.key({ domain, feed: 'cases', id: caseId, destination })));
      return row && readDelivery(partsIn(row));
    },
    async answerOf(domain: string, caseId: string): Promise<Answer | null> {
      const row = await read(rowKey(answerRow.key(domain, caseId)));
      return row && readAnswerRow(row);
    },
    async recordOf(domain: string, caseId: string): Promise<CaseRecord | null> {
      const row = await read(rowKey(caseRow.key(domain, caseId)));
      return row && caseIn({ value: readValue(row), version: readNumber(row, 'version') });
    },
  };
}
