import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Row } from '../../../lib/dynamo/row-values.ts';
import { tableDefinition } from '../../../lib/ledger/table-definition.ts';
import type { FakeDynamo } from './fake-dynamo.ts';

/** What DynamoDB charges for: units of 1 KB written and of 4 KB read. */
export interface Units {
  written: number;
  read: number;
}

interface Command {
  readonly constructor: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: the commands of one SDK client have inputs of many kinds
  readonly input: any;
}

/**
 * A client of the table that counts what each call would be charged, by the rules of DynamoDB's documentation: a write by
 * the larger of the row before and after it, an index by what it gains and loses, a read by 4 KB, half where it may be stale.
 */
export function countUnits(table: FakeDynamo): {
  client: Pick<DynamoDBClient, 'send'>;
  units: Units;
  /** Units of each kind of row, by how its partition begins: `item delivery`. */
  byKind: Map<string, Units>;
} {
  const units: Units = { written: 0, read: 0 };
  const byKind = new Map<string, Units>();
  const inner = table.client(async (_label, effect) => effect());
  const nameOf = (key: Row) => `${key.pk?.S}|${key.sk?.S}`;

  function add(key: Row, what: keyof Units, count: number): void {
    const kind = `${key.pk?.S?.split('#')[0]} ${key.sk?.S?.split('#')[0]}`;
    const mine = byKind.get(kind) ?? { written: 0, read: 0 };
    byKind.set(kind, mine);
    mine[what] += count;
    units[what] += count;
  }

  async function written<T>(keys: readonly Row[], factor: number, run: () => Promise<T>): Promise<T> {
    const before = keys.map((key) => table.rows.get(nameOf(key)));
    try {
      return await run();
    } finally {
      for (const [index, key] of keys.entries()) {
        const after = table.rows.get(nameOf(key));
        const bytes = Math.max(sizeOf(before[index]), sizeOf(after));
        add(
          key,
          'written',
          factor * (Math.max(1, Math.ceil(bytes / 1024)) + indexUnits(before[index], after)),
        );
      }
    }
  }

  async function send(command: Command): Promise<unknown> {
    const { input } = command;
    const run = () => (inner.send as unknown as (one: unknown) => Promise<Record<string, unknown>>)(command);
    switch (command.constructor.name) {
      case 'UpdateItemCommand':
        return written([input.Key], 1, run);
      case 'BatchWriteItemCommand': {
        const [requests] = Object.values(input.RequestItems) as { PutRequest: { Item: Row } }[][];
        return written(
          (requests ?? []).map(({ PutRequest }) => PutRequest.Item),
          1,
          run,
        );
      }
      case 'ExecuteTransactionCommand': {
        const before = new Set(table.rows.keys());
        const answer = await run();
        for (const [name, row] of table.rows) {
          if (!before.has(name)) add(row, 'written', 2 * Math.ceil(sizeOf(row) / 1024));
        }
        return answer;
      }
      case 'GetItemCommand': {
        const answer = await run();
        add(input.Key, 'read', readUnits(sizeOf(answer.Item as Row), input.ConsistentRead));
        return answer;
      }
      case 'BatchGetItemCommand': {
        const [{ Keys, ConsistentRead }] = Object.values(input.RequestItems) as [
          { Keys: Row[]; ConsistentRead?: boolean },
        ];
        for (const key of Keys)
          add(key, 'read', readUnits(sizeOf(table.rows.get(nameOf(key))), ConsistentRead));
        return run();
      }
      case 'QueryCommand': {
        const answer = await run();
        const bytes = (answer.Items as Row[]).reduce((sum, row) => sum + sizeOf(row), 0);
        const kind = input.IndexName ? `index ${input.IndexName}` : 'query table';
        const [pk, sk] = kind.split(' ') as [string, string];
        add({ pk: { S: pk }, sk: { S: sk } }, 'read', readUnits(bytes, input.ConsistentRead));
        return answer;
      }
      default:
        throw new Error(`nobody knows what ${command.constructor.name} costs`);
    }
  }
  return { client: { send } as unknown as Pick<DynamoDBClient, 'send'>, units, byKind };
}

const readUnits = (bytes: number, isConsistent = false): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);

/** Names and values, as DynamoDB counts them. */
export const sizeOf = (row: Row | undefined): number =>
  Object.entries(row ?? {}).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesIn(value), 0);

function bytesIn(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.B !== undefined) return value.B.length;
  if (value.N !== undefined) return Math.ceil(value.N.replace(/\D/g, '').length / 2) + 1;
  if (value.L !== undefined) return 3 + value.L.reduce((sum, one) => sum + 1 + bytesIn(one), 0);
  throw new Error(`nobody knows the size of ${Object.keys(value)}`);
}

/** What a row costs in the indexes that it enters, leaves or moves in. */
function indexUnits(before: Row | undefined, after: Row | undefined): number {
  return tableDefinition.indexes.reduce((sum, { partitionKey, sortKey, projection }) => {
    const entryOf = (row: Row | undefined) => {
      if (!row?.[partitionKey.name] || !row[sortKey.name]) return null;
      const keys = ['pk', 'sk', partitionKey.name, sortKey.name];
      const kept = projection === 'KEYS_ONLY' ? keys.map((name) => [name, row[name]]) : Object.entries(row);
      return {
        row: Object.fromEntries(kept) as Row,
        at: JSON.stringify([row[partitionKey.name], row[sortKey.name]]),
      };
    };
    const [old, next] = [entryOf(before), entryOf(after)];
    const unitsOf = (entry: { row: Row }) => Math.max(1, Math.ceil(sizeOf(entry.row) / 1024));
    if (JSON.stringify(old) === JSON.stringify(next)) return sum;
    if (old && next && old.at === next.at) return sum + Math.max(unitsOf(old), unitsOf(next));
    return sum + (old ? unitsOf(old) : 0) + (next ? unitsOf(next) : 0);
  }, 0);
}
