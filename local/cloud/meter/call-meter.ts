import type { Answer } from '../answering-server.ts';
import type { AwsRequest } from '../aws-request.ts';
import type { LocalTables } from '../tables.ts';
import type { StackTemplate } from '../template.ts';
import type { TableShape } from './row-units.ts';
import { createTableMeter, type RowUnits } from './table-meter.ts';

/** An answered call to AWS. */
export interface MeteredCall extends Pick<AwsRequest, 'service' | 'operation'> {
  /** The name of a function, or the operator. */
  readonly caller: string;
  readonly bytes: number;
  readonly status: number;
  /** The resource of the call, such as the ARN of a queue. */
  readonly resource: string;
  /** The rows that it wrote or read. */
  readonly rows: readonly RowUnits[];
}

interface AskedCall extends AwsRequest {
  readonly caller: string;
  readonly bytes: number;
}

/** Makes a call, and reports what it would cost. */
export type CallMeter = (asked: AskedCall, answer: () => Promise<Answer>) => Promise<Answer>;

export function createCallMeter(
  template: StackTemplate,
  { client }: Pick<LocalTables, 'client'>,
  tell: (call: MeteredCall) => void,
): CallMeter {
  const shapes = shapesIn(template);
  const { meter } = createTableMeter(client, (table) => shapes.get(table.replace(/^.*\//, '')));
  return async ({ caller, service, operation, input, needs, bytes }, answer) => {
    const told = (status: number, rows: readonly RowUnits[]) =>
      tell({ caller, service, operation, bytes, status, resource: needs[0]?.resource ?? '', rows });
    if (service !== 'dynamodb') {
      const given = await answer();
      told(given.status, []);
      return given;
    }
    const made = await meter(operation, input, async () => {
      const given = await answer();
      return { answer: given, ok: given.status === 200 };
    });
    told(made.answer.status, made.units);
    return made.answer;
  };
}

function shapesIn(template: StackTemplate): ReadonlyMap<string, TableShape> {
  const tables = template.of('AWS::DynamoDB::Table').map(({ identity, properties }): [string, TableShape] => {
    const { KeySchema, GlobalSecondaryIndexes = [] } = properties;
    const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys, Projection }) => ({
      name: IndexName,
      keys: namesIn(keys),
      projected: Projection.ProjectionType === 'ALL' ? ('all' as const) : (Projection.NonKeyAttributes ?? []),
    }));
    return [identity.ref, { keys: namesIn(KeySchema), indexes }];
  });
  return new Map(tables);
}

const namesIn = (schema: readonly { readonly AttributeName: string }[]): string[] =>
  schema.map(({ AttributeName }) => AttributeName);
