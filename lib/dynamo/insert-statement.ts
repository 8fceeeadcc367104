import type { AwsOperation, CallAws } from '../base/aws/signed-aws.ts';
import type { Row } from './row-values.ts';

const EXECUTE_STATEMENT: AwsOperation = {
  service: 'dynamodb',
  name: 'ExecuteStatement',
  target: 'DynamoDB_20120810',
  contentType: 'application/x-amz-json-1.0',
};

/** Bytes as they are sent, where the SDK would write them so. */
const asSent = (row: Row): Row =>
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

/**
 * Adds a row without the SDK, for the action function, which may do nothing else to it. False when it is there already: the
 * same request came again, or AWS got our first try.
 */
export async function insertOnce(callAws: CallAws, tableName: string, row: Row): Promise<boolean> {
  try {
    await callAws(EXECUTE_STATEMENT, insertOf(tableName, asSent(row)));
    return true;
  } catch (thrown) {
    if (/DuplicateItem/.test(String(thrown))) return false;
    throw thrown;
  }
}
