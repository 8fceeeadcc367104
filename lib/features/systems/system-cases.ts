import type { CallAws } from '../../base/aws/signed-aws.ts';
import { firstEventId } from '../../case/delivery-id.ts';
import { createCaseLookUp } from '../../dynamo/case-look-up.ts';
import { readValue } from '../../dynamo/packed-value.ts';
import { type Row, rowKey } from '../../dynamo/row-values.ts';
import { GET_ITEM } from '../../dynamo/signed-reads.ts';
import { readEndpointEvent } from '../../endpoints/event-row.ts';
import { endpointEventRow } from '../../ledger/item-rows.ts';
import type { SystemCases } from './submission.ts';

/** What the ledger says of a case to a system, without the SDK. */
export function createSystemCases(callAws: CallAws, TableName: string): SystemCases {
  async function read(Key: Row): Promise<Row | null> {
    const { Item } = await callAws(GET_ITEM, { TableName, Key, ConsistentRead: true });
    return (Item as Row | undefined) ?? null;
  }
  const { answerOf, recordOf } = createCaseLookUp(callAws, TableName);
  return {
    async sentTo(domain, caseId, destination) {
      const key = { domain, feed: 'cases', id: caseId, destination } as const;
      const row = await read(rowKey(endpointEventRow.key(key, firstEventId(key))));
      return row && readEndpointEvent(readValue(row));
    },
    answerOf,
    recordOf,
  };
}
