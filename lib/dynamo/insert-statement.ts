import type { AwsOperation } from '../base/aws/signed-aws.ts';
import type { Row } from './row-values.ts';

/** For a caller without the SDK. */
export const EXECUTE_STATEMENT: AwsOperation = {
  service: 'dynamodb',
  name: 'ExecuteStatement',
  target: 'DynamoDB_20120810',
  contentType: 'application/x-amz-json-1.0',
};

/** For such a caller: bytes as they are sent, where the SDK would write them so. */
export const asSent = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value.B ? { B: Buffer.from(value.B).toString('base64') as never } : value,
    ]),
  );

/** Every value is a parameter: nothing of it is read as PartiQL. */
export const insertOf = (tableName: string, row: Row) => ({
  Statement: `INSERT INTO "${tableName}" VALUE {${Object.keys(row)
    .map((name) => `'${name}': ?`)
    .join(', ')}}`,
  Parameters: Object.values(row),
});
