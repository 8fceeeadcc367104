import type { CallAws } from '../platform/aws/signed-aws.ts';
import { firstEventId } from '../webhook/hook-event.ts';
import type { SystemCases } from '../webhook/verdicts/submission.ts';
import { LIFE, readLife } from './dynamo-life-ledger.ts';
import { readHookEvent } from './hook-row.ts';
import { readValue } from './packed-value.ts';
import { caseRowKey, hookRow } from './row-keys.ts';
import { type Row, text } from './row-values.ts';
import { GET_ITEM } from './signed-reads.ts';
import { readVerdictRow, verdictRowKey } from './verdict-row.ts';

/** What the ledger says of a case to a system, without the SDK. */
export function createSystemCases(callAws: CallAws, TableName: string): SystemCases {
  async function read(Key: Row): Promise<Row | null> {
    const { Item } = await callAws(GET_ITEM, { TableName, Key, ConsistentRead: true });
    return (Item as Row | undefined) ?? null;
  }
  return {
    async sentTo(domain, caseId, destination) {
      const key = { domain, feed: 'cases', id: caseId, destination } as const;
      const { pk, sk } = hookRow(key, firstEventId(key));
      const row = await read({ pk: text(pk), sk: text(sk) });
      return row && readHookEvent(readValue(row));
    },
    async verdictOf(domain, caseId) {
      const row = await read(verdictRowKey(domain, caseId));
      return row && readVerdictRow(row);
    },
    async lifeOf(domain, caseId) {
      const row = await read(caseRowKey(domain, caseId, LIFE));
      return row && readLife(readValue(row));
    },
  };
}
