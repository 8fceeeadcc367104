import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  GetItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTables } from '../../../../local/cloud/tables.ts';
import { type LocalTable, startDynalite } from '../../../support/aws/start-dynalite.ts';
import { failure } from '../../../support/client.ts';

const insert = (table: string, pk: string, value = 'x') => ({
  Statement: `INSERT INTO "${table}" VALUE {'pk': ?, 'sk': ?, 'value': ?}`,
  Parameters: [{ S: pk }, { S: 's' }, { S: value }],
});

describe('inserts on one machine', () => {
  let table: LocalTable;
  beforeAll(async () => {
    table = await startDynalite();
  });
  afterAll(() => table.stop());

  const transact = (...statements: object[]) =>
    table.client.send(new ExecuteTransactionCommand({ TransactStatements: statements as never }));
  const of = (...args: [string, string?]) => insert(table.tableName, ...args);
  const valueAt = async (pk: string) => {
    const Key = { pk: { S: pk }, sk: { S: 's' } };
    return (await table.client.send(new GetItemCommand({ TableName: table.tableName, Key }))).Item?.value?.S;
  };

  it('add a row, and never change one, with the words of DynamoDB', async () => {
    await table.client.send(new ExecuteStatementCommand(of('one')));
    const again = failure(table.client.send(new ExecuteStatementCommand(of('one', 'changed'))));
    expect(await again).toMatchObject({ name: 'DuplicateItemException' });
    expect(await valueAt('one')).toBe('x');
  });

  it('add all rows or none, and say which one was there', async () => {
    await transact(of('a'), of('b'));
    const canceled = await failure(transact(of('c'), of('b', 'changed'), of('d')));
    expect(canceled).toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'DuplicateItem' }, { Code: 'None' }],
    });
    expect([await valueAt('b'), await valueAt('c'), await valueAt('d')]).toEqual(['x', undefined, undefined]);
  });

  it('take nothing that DynamoDB would not take as a whole', async () => {
    const invalid = { name: 'ValidationException' };
    expect(await failure(transact(of('e'), of('e')))).toMatchObject(invalid);
    expect(await failure(transact(of('e'), of('f', 'x'.repeat(410_000))))).toMatchObject(invalid);
    expect(await failure(transact({ Statement: 'DELETE FROM "ledger" WHERE pk = ?' }))).toMatchObject(
      invalid,
    );
    expect(await failure(transact(...Array.from({ length: 101 }, (_, n) => of(`n${n}`))))).toMatchObject(
      invalid,
    );
    expect(await valueAt('e')).toBeUndefined();
  });

  it('let one win of many that come at once, and nobody see half of it', async () => {
    const half: string[] = [];
    let looking = true;
    const look = (async () => {
      while (looking) {
        const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.tableName }));
        const pairs = Items.filter(({ pk }) => pk?.S?.startsWith('pair')).length;
        if (pairs % 2 !== 0) half.push(`${pairs} rows`);
      }
    })();
    const tries = Array.from({ length: 12 }, (_, n) =>
      transact(of(`pair-${n % 3}-a`), of(`pair-${n % 3}-b`)),
    );
    const answers = await Promise.allSettled(tries);
    looking = false;
    await look;
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(half).toEqual([]);
  });
});

it('completes a transaction that it was killed in the middle of', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'inserts-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const properties = {
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  };
  const open = async () => {
    const tables = await startTables('eu-west-1', dataDir);
    await tables.create({ logicalId: 'L', identity: { ref: 'ledger' }, properties } as never);
    return tables;
  };
  const first = await open();
  await first.client.send(new ExecuteStatementCommand(insert('ledger', 'a')));
  await first.stop();
  const journal = join(dataDir, 'inserts.json');
  const row = (pk: string) => ({ pk: { S: pk }, sk: { S: 's' } });
  await writeFile(journal, JSON.stringify(['b', 'c'].map((pk) => ({ table: 'ledger', item: row(pk) }))));
  const second = await open();
  const { Items = [] } = await second.client.send(new ScanCommand({ TableName: 'ledger' }));
  expect(Items.map(({ pk }) => pk?.S).toSorted()).toEqual(['a', 'b', 'c']);
  expect(existsSync(journal)).toBe(false);
  await second.stop();
});
