import '../../../../support/aws/quiet-sdk.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTableMeter } from '../../../../../local/cloud/meter/table-meter.ts';
import { type LocalTables, startTables } from '../../../../../local/cloud/tables.ts';

const TableName = 'ledger';
const SHAPE = {
  keys: ['pk', 'sk'],
  indexes: [{ name: 'todo', keys: ['todo', 'todoAt'], projected: [] }],
} as const;
const key = (pk: string, sk = 'seen') => ({ pk: { S: pk }, sk: { S: sk } });
const long = (bytes: number) => ({ S: 'x'.repeat(bytes) });
const listed = { todo: { S: 'list' }, todoAt: { S: '1' } };

describe('what a call to DynamoDB would cost', () => {
  let tables: LocalTables;
  beforeAll(async () => {
    tables = await startTables('eu-west-1');
    await tables.create({
      logicalId: 'Table',
      type: 'AWS::DynamoDB::Table',
      identity: { ref: TableName, attributes: {} },
      properties: {
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: ['pk', 'sk', 'todo', 'todoAt'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S' as const,
        })),
        GlobalSecondaryIndexes: [
          {
            IndexName: 'todo',
            KeySchema: [
              { AttributeName: 'todo', KeyType: 'HASH' },
              { AttributeName: 'todoAt', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
      },
    });
  });
  afterAll(() => tables.stop());

  /** Makes the call for real, and what it costs. */
  async function costs(operation: string, input: Record<string, unknown>) {
    const { meter } = createTableMeter(tables.client, () => SHAPE);
    const headers = {
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'content-type': 'application/x-amz-json-1.0',
      authorization: 'AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=host, Signature=0',
      'x-amz-date': '20260101T000000Z',
    };
    const { units } = await meter(operation, input, async () => {
      const answer = await tables.ask(headers, Buffer.from(JSON.stringify(input)));
      return { answer, ok: answer.status === 200 };
    });
    return units.map(({ row, tableUnits, indexUnits, refused }) => [
      row,
      tableUnits,
      indexUnits,
      ...(refused ? ['refused'] : []),
    ]);
  }

  it('is by the size of the row and by what the index holds of it', async () => {
    const Item = { ...key('item#1'), ...listed, text: long(2_000) };
    expect(await costs('PutItem', { TableName, Item })).toEqual([['item/seen', 2, 1]]);
    const UpdateExpression = 'REMOVE todo, todoAt';
    expect(await costs('UpdateItem', { TableName, Key: key('item#1'), UpdateExpression })).toEqual([
      ['item/seen', 2, 1],
    ]);
  });

  it('is paid for a write whose condition does not hold', async () => {
    const Item = { ...key('item#1'), ...listed };
    const ConditionExpression = 'attribute_not_exists(pk)';
    expect(await costs('PutItem', { TableName, Item, ConditionExpression })).toEqual([
      ['item/seen', 2, 0, 'refused'],
    ]);
  });

  it('is twice as much in a transaction', async () => {
    const insert = (pk: string) => ({
      Statement: `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?}`,
      Parameters: [{ S: pk }, { S: '2026-01-01' }],
    });
    const TransactStatements = [insert('audit#1'), insert('chain#1')];
    expect(await costs('ExecuteTransaction', { TransactStatements })).toEqual([
      ['audit/*', 2, 0],
      ['chain/*', 2, 0],
    ]);
  });

  it('is by the item in a batch, also for those that are not there', async () => {
    const puts = [key('item#2'), key('item#3')].map((Item) => ({ PutRequest: { Item } }));
    expect(await costs('BatchWriteItem', { RequestItems: { [TableName]: puts } })).toHaveLength(2);
    const Keys = [key('item#2'), key('item#9')];
    const RequestItems = { [TableName]: { Keys, ConsistentRead: true } };
    expect(await costs('BatchGetItem', { RequestItems })).toEqual([
      ['item/seen', 1, 0],
      ['item/seen', 1, 0],
    ]);
  });

  it('is by all that a query looks at, and half of it in an index', async () => {
    for (const sk of ['a', 'b', 'c'])
      await costs('PutItem', { TableName, Item: { ...key('item#4', sk), ...listed, text: long(2_000) } });
    const query = { TableName, KeyConditionExpression: 'pk = :pk', ConsistentRead: true };
    const ExpressionAttributeValues = { ':pk': { S: 'item#4' } };
    expect(await costs('Query', { ...query, ExpressionAttributeValues })).toEqual([['item/*', 2, 0]]);
    const inIndex = { TableName, IndexName: 'todo', KeyConditionExpression: 'todo = :list' };
    const values = { ':list': { S: 'list' } };
    expect(await costs('Query', { ...inIndex, ExpressionAttributeValues: values })).toEqual([
      ['index todo', 0, 0.5],
    ]);
  });
});
