import { insertsIn } from './read-insert.ts';

/** One right that the caller needs for this request. */
export interface Need {
  readonly action: string;
  readonly resource: string;
  /** The partitions of the rows in question, if it names any. */
  readonly keys?: readonly string[];
  /** The service that calls on the caller's behalf, if it is not the caller itself. */
  readonly viaService?: string;
  /** Whether it replaces what is there, for a parameter of SSM. */
  readonly overwrite?: boolean;
}

type Input = Readonly<Record<string, unknown>>;
/** The attribute by which the rows of a table, or the entries of an index, are partitioned. */
export type PartitionKeyOf = (table: string, index?: string) => string;

/** The rights that a call to DynamoDB needs, with its rows. Undefined for what is not understood here. */
export function rowNeeds(
  operation: string,
  input: Input,
  tableArn: (name: string) => string,
  partitionKeyOf: PartitionKeyOf,
): Need[] | undefined {
  const action = `dynamodb:${operation}`;
  const table = String(input.TableName);
  const resource = tableArn(table);
  const keyIn = (of: string, row: unknown) =>
    textOf((row as Input | undefined)?.[partitionKeyOf(nameIn(of))]);
  /** DynamoDB itself refuses a row without a key. Until then it belongs to nobody. */
  const about = (of: string, rows: readonly unknown[]) => rows.map((row) => keyIn(of, row) ?? '');
  switch (operation) {
    case 'GetItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [{ action, resource, keys: about(table, [input.Key]) }];
    case 'PutItem':
      return [{ action, resource, keys: about(table, [input.Item]) }];
    case 'BatchGetItem':
      return tablesIn(input).map(([name, asked]) => ({
        action,
        resource: tableArn(name),
        keys: about(name, (asked as { Keys?: unknown[] }).Keys ?? []),
      }));
    case 'BatchWriteItem':
      return tablesIn(input).map(([name, asked]) => ({
        action,
        resource: tableArn(name),
        keys: about(
          name,
          (asked as Write[]).map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key),
        ),
      }));
    case 'Query': {
      const index = input.IndexName === undefined ? undefined : String(input.IndexName);
      const key = queriedKey(input, partitionKeyOf(nameIn(table), index));
      return key === undefined ? undefined : [{ action, resource: onIndex(resource, index), keys: [key] }];
    }
    // These name no row.
    case 'Scan':
      return [{ action, resource: onIndex(resource, input.IndexName as string | undefined) }];
    case 'DescribeTable':
      return [{ action, resource }];
    case 'ExecuteStatement':
    case 'ExecuteTransaction':
      return insertsIn(operation, input)?.map((insert) => ({
        action: 'dynamodb:PartiQLInsert',
        resource: tableArn(insert.table),
        keys: about(insert.table, [insert.item]),
      }));
    default:
      return undefined;
  }
}

interface Write {
  readonly PutRequest?: { readonly Item?: unknown };
  readonly DeleteRequest?: { readonly Key?: unknown };
}

const tablesIn = ({ RequestItems }: Input): [string, unknown][] => Object.entries(RequestItems ?? {});
const onIndex = (table: string, index: string | undefined): string =>
  index === undefined ? table : `${table}/index/${index}`;
/** A table may be named by its ARN. */
const nameIn = (table: string): string => table.replace(/^.*\//, '');

const textOf = (value: unknown): string | undefined => {
  const { S, N, B } = (value ?? {}) as Readonly<Record<string, string | undefined>>;
  return S ?? N ?? B;
};

const EQUALS = /([#\w.-]+)\s*=\s*(:\w+)/g;

/** The value that a query requires of the partition key. Older ways to write a query are not supported here. */
function queriedKey(input: Input, partitionKey: string): string | undefined {
  const { KeyConditionExpression, KeyConditions } = input;
  const names = (input.ExpressionAttributeNames ?? {}) as Readonly<Record<string, string>>;
  const values = (input.ExpressionAttributeValues ?? {}) as Input;
  if (KeyConditions !== undefined) return undefined;
  const found = [...String(KeyConditionExpression).matchAll(EQUALS)].flatMap(([, name = '', value = '']) =>
    (name.startsWith('#') ? names[name] : name) === partitionKey ? [textOf(values[value])] : [],
  );
  return found.length === 1 ? found[0] : undefined;
}
