import { GetItemCommand, QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../config/table-definition.ts';
import { isNamed, toAwsError } from '../platform/aws/aws-error.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import { dueAtMs } from '../verdict/next-due.ts';
import type { VerdictLedger } from '../verdict/verdict-ledger.ts';
import { type DynamoParts, putAll, within } from './dynamo-calls.ts';
import { namesIn } from './expressions.ts';
import { auditPartition } from './row-keys.ts';
import { number, type Row, readText, text } from './row-values.ts';
import {
  auditRow,
  readAuditRow,
  readVerdictRow,
  saveVerdictUpdate,
  unfinishedVerdicts,
  verdictRowKey,
} from './verdict-row.ts';

const [UNFINISHED] = tableDefinition.indexes;

const indexKey = ({ domain, caseId, decision }: CaseVerdict): Row => ({
  ...verdictRowKey(domain, caseId),
  unfinished: text(unfinishedVerdicts(domain)),
  unfinishedSince: number(dueAtMs(decision.state) ?? 0),
});

/** The ledger on DynamoDB: one row for each case, moved by conditional writes, and one for each step of its trail. */
export function createDynamoVerdictLedger(parts: DynamoParts): VerdictLedger {
  const { client, tableName: TableName, clock, random } = parts;

  async function loadRow(domain: string, caseId: string): Promise<Row | null> {
    try {
      const command = new GetItemCommand({
        TableName,
        Key: verdictRowKey(domain, caseId),
        ConsistentRead: true,
      });
      return (await client.send(command, within(parts))).Item ?? null;
    } catch (thrown) {
      throw toAwsError('GetItem', thrown);
    }
  }

  async function queryPage(condition: string, value: string, more: object) {
    const query = new QueryCommand({
      TableName,
      KeyConditionExpression: condition,
      ExpressionAttributeNames: namesIn(condition),
      ExpressionAttributeValues: { ':value': text(value) },
      ...more,
    });
    try {
      const { Items = [], LastEvaluatedKey } = await client.send(query, within(parts));
      return { rows: Items, lastKey: LastEvaluatedKey };
    } catch (thrown) {
      throw toAwsError('Query', thrown);
    }
  }

  return {
    async load(domain, caseId) {
      const row = await loadRow(domain, caseId);
      return row && readVerdictRow(row);
    },
    async save(next) {
      const writeId = random().toString(36).slice(2);
      const update = saveVerdictUpdate(next, writeId, clock.now());
      try {
        await client.send(new UpdateItemCommand({ TableName, ...update }), within(parts));
        return 'saved';
      } catch (thrown) {
        if (!isNamed(thrown, 'ConditionalCheckFailedException')) throw toAwsError('UpdateItem', thrown);
      }
      // The SDK repeats a call whose answer was lost, and the repeat then fails on what the first one wrote.
      const inTheWay = await loadRow(next.domain, next.caseId);
      return inTheWay && readText(inTheWay, 'writeId') === writeId ? 'saved' : 'moved on';
    },
    async copyTrail(entries) {
      const rows = new Map(entries.map(auditRow).map((row) => [`${row.pk?.S} ${row.sk?.S}`, row]));
      await putAll(parts, [...rows.values()]);
    },
    async *readTrail(domain, day) {
      let ExclusiveStartKey: Row | undefined;
      do {
        const { rows, lastKey } = await queryPage('#pk = :value', auditPartition(domain, day.getTime()), {
          ConsistentRead: true,
          ExclusiveStartKey,
        });
        if (rows.length > 0) yield rows.map(readAuditRow);
        ExclusiveStartKey = lastKey;
      } while (ExclusiveStartKey);
    },
    async unfinished(domain, limit, after) {
      const found: CaseVerdict[] = [];
      let ExclusiveStartKey: Row | undefined = after ? indexKey(after) : undefined;
      // A page of the index ends at 1 MB, which a few long trails fill.
      while (found.length < limit) {
        const { rows, lastKey } = await queryPage('#unfinished = :value', unfinishedVerdicts(domain), {
          IndexName: UNFINISHED.name,
          Limit: limit - found.length,
          ExclusiveStartKey,
        });
        found.push(...rows.map(readVerdictRow));
        ExclusiveStartKey = lastKey;
        if (!ExclusiveStartKey) break;
      }
      return found;
    },
  };
}
