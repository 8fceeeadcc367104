import {
  type DynamoDBClient,
  GetItemCommand,
  type GetItemCommandInput,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { insertsIn } from '../read-insert.ts';
import { type Row, sizeOfRow } from './row-size.ts';
import { entryOf, indexWriteUnits, readUnits, type TableShape, tableWriteUnits } from './row-units.ts';

/** What DynamoDB would bill for one row that a call wrote or read. */
export interface RowUnits {
  readonly does: 'write' | 'read';
  /** `item/delivery`: the first parts of its two keys. */
  readonly row: string;
  readonly bytes: number;
  readonly tableUnits: number;
  readonly indexUnits: number;
  /** Whether the condition of a write failed. */
  readonly refused?: boolean;
}

type Input = Readonly<Record<string, unknown>>;
interface Target {
  readonly table: string;
  readonly key: Row;
}

/** A write in a transaction is billed twice: it is prepared, and then made. */
const TRANSACTION = 2;

/** Looks at the rows of a call before and after it, and computes what DynamoDB would bill. */
export function createTableMeter(
  client: Pick<DynamoDBClient, 'send'>,
  shapeOf: (table: string) => TableShape | undefined,
) {
  const shape = (table: string): TableShape => shapeOf(table) ?? { keys: ['pk', 'sk'], indexes: [] };
  const look = async ({ table: TableName, key }: Target): Promise<Row | null> => {
    const Key = key as unknown as GetItemCommandInput['Key'];
    const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
    return (Item as unknown as Row | undefined) ?? null;
  };

  async function writesOf<T>(
    targets: readonly Target[],
    times: number,
    call: () => Promise<{ readonly answer: T; readonly ok: boolean }>,
  ): Promise<{ answer: T; units: RowUnits[] }> {
    const before = await Promise.all(targets.map(look));
    const { answer, ok } = await call();
    const after = ok ? await Promise.all(targets.map(look)) : before;
    const units = targets.map(({ table, key }, at): RowUnits => {
      const [was = null, is = null] = [before[at], after[at]];
      const { keys, indexes } = shape(table);
      return {
        does: 'write',
        row: kindOf(key, keys),
        bytes: Math.max(was ? sizeOfRow(was) : 0, is ? sizeOfRow(is) : 0),
        tableUnits: tableWriteUnits(was, is) * times,
        indexUnits: indexes.reduce((sum, index) => sum + indexWriteUnits(index, { keys }, was, is), 0),
        ...(!ok && { refused: true }),
      };
    });
    return { answer, units };
  }

  async function readOf({ table, key }: Target, consistent: boolean): Promise<RowUnits> {
    const row = await look({ table, key });
    const bytes = row ? sizeOfRow(row) : 0;
    const tableUnits = readUnits(bytes, consistent);
    return { does: 'read', row: kindOf(key, shape(table).keys), bytes, tableUnits, indexUnits: 0 };
  }

  /** Billed by what was examined: whole rows, all together. */
  async function queryOf(input: Input): Promise<RowUnits> {
    const table = String(input.TableName);
    const { ProjectionExpression: _, FilterExpression: __, Select: ___, ...whole } = input;
    const { Items = [] } = await client.send(new QueryCommand(whole as never));
    const { keys, indexes } = shape(table);
    const index = indexes.find(({ name }) => name === input.IndexName);
    const entries = (Items as unknown as Row[]).map(
      (row) => (index ? entryOf(index, keys, row) : row) ?? row,
    );
    const bytes = entries.reduce((sum, row) => sum + sizeOfRow(row), 0);
    const units = readUnits(bytes, input.ConsistentRead === true);
    const values = Object.values((input.ExpressionAttributeValues ?? {}) as Row).map(({ S }) => String(S));
    return {
      does: 'read',
      row: index ? `index ${index.name}` : `${partOf(values.find((one) => one.includes('#')) ?? '')}/*`,
      bytes,
      tableUnits: index ? 0 : units,
      indexUnits: index ? units : 0,
    };
  }

  return {
    /** Makes the call, and returns its cost. Malformed calls that are refused cost nothing. */
    async meter<T>(
      operation: string,
      input: Input,
      call: () => Promise<{ readonly answer: T; readonly ok: boolean }>,
    ): Promise<{ answer: T; units: RowUnits[] }> {
      const table = String(input.TableName);
      const keyIn = (of: string, row: unknown): Target => ({
        table: of,
        key: keyOf(row as Row, shape(of).keys),
      });
      switch (operation) {
        case 'PutItem':
          return writesOf([keyIn(table, input.Item)], 1, call);
        case 'UpdateItem':
        case 'DeleteItem':
          return writesOf([keyIn(table, input.Key)], 1, call);
        case 'BatchWriteItem':
          return writesOf(
            requestsIn(input).flatMap(([of, asked]) =>
              (asked as Write[]).map(({ PutRequest, DeleteRequest }) =>
                keyIn(of, PutRequest?.Item ?? DeleteRequest?.Key),
              ),
            ),
            1,
            call,
          );
        case 'ExecuteStatement':
        case 'ExecuteTransaction': {
          const inserts = insertsIn(operation, input) ?? [];
          const targets = inserts.map(({ table: of, item }) => keyIn(of, item));
          return writesOf(targets, operation === 'ExecuteTransaction' ? TRANSACTION : 1, call);
        }
        case 'GetItem': {
          const { answer } = await call();
          return { answer, units: [await readOf(keyIn(table, input.Key), input.ConsistentRead === true)] };
        }
        case 'BatchGetItem': {
          const { answer } = await call();
          const asked = requestsIn(input).flatMap(([of, one]) => {
            const { Keys = [], ConsistentRead } = one as { Keys?: unknown[]; ConsistentRead?: boolean };
            return Keys.map((key) => readOf(keyIn(of, key), ConsistentRead === true));
          });
          return { answer, units: await Promise.all(asked) };
        }
        case 'Query': {
          const { answer } = await call();
          return { answer, units: [await queryOf(input)] };
        }
        default: {
          const { answer } = await call();
          return { answer, units: [] };
        }
      }
    },
  };
}

interface Write {
  readonly PutRequest?: { readonly Item?: unknown };
  readonly DeleteRequest?: { readonly Key?: unknown };
}

const requestsIn = ({ RequestItems }: Input): [string, unknown][] => Object.entries(RequestItems ?? {});
const keyOf = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(keys.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
/** `delivery` for `delivery#soc`; individual names and times are left out. */
const partOf = (text: string): string => (/^\d/.test(text) ? '*' : (text.split('#', 1)[0] ?? ''));
const kindOf = (key: Row, keys: readonly string[]): string =>
  keys.map((name) => partOf(String(key[name]?.S ?? key[name]?.N ?? ''))).join('/');
