import { describe, expect, it } from 'vitest';
import { readInsert } from '../../../../local/cloud/read-insert.ts';
import { rowNeeds } from '../../../../local/cloud/row-needs.ts';

const needs = (operation: string, input: object) =>
  rowNeeds(
    operation,
    input as Record<string, unknown>,
    (name) => `table/${name}`,
    (_table, index) => (index === undefined ? 'pk' : 'todo'),
  );
const pk = (S: string) => ({ pk: { S }, sk: { S: 's' } });
const TableName = 'ledger';
const insert = (
  table = TableName,
  names = "'pk': ?, 'sk': ?",
  Parameters: object[] = [{ S: 'a' }, { S: 's' }],
) => ({
  Statement: `INSERT INTO "${table}" VALUE {${names}}`,
  Parameters,
});

describe('the rows that a call is about', () => {
  it.each<[string, object, string[]]>([
    ['GetItem', { TableName, Key: pk('a') }, ['a']],
    ['UpdateItem', { TableName, Key: pk('a') }, ['a']],
    ['DeleteItem', { TableName, Key: pk('a') }, ['a']],
    ['PutItem', { TableName, Item: { ...pk('a'), more: { S: 'b' } } }, ['a']],
    ['BatchGetItem', { RequestItems: { ledger: { Keys: [pk('a'), pk('b')] } } }, ['a', 'b']],
    [
      'BatchWriteItem',
      { RequestItems: { ledger: [{ PutRequest: { Item: pk('a') } }, { DeleteRequest: { Key: pk('b') } }] } },
      ['a', 'b'],
    ],
    [
      'Query',
      {
        TableName,
        KeyConditionExpression: '#p = :p AND begins_with(#s, :x)',
        ExpressionAttributeNames: { '#p': 'pk', '#s': 'sk' },
        ExpressionAttributeValues: { ':p': { S: 'a' }, ':x': { S: 'b' } },
      },
      ['a'],
    ],
    [
      'Query',
      {
        TableName,
        KeyConditionExpression: 'sk > :s and pk=:p',
        ExpressionAttributeValues: { ':p': { S: 'a' } },
      },
      ['a'],
    ],
  ])('are those of %s', (operation, input, keys) => {
    expect(needs(operation, input)).toEqual([
      { action: `dynamodb:${operation}`, resource: 'table/ledger', keys },
    ]);
  });

  it('are known of an index by what that is sorted under', () => {
    const query = {
      ...{ TableName, IndexName: 'todo', KeyConditionExpression: '#t = :t AND #pk = :pk' },
      ExpressionAttributeNames: { '#t': 'todo', '#pk': 'pk' },
      ExpressionAttributeValues: { ':t': { S: 'deliver#soc' }, ':pk': { S: 'item#1' } },
    };
    expect(needs('Query', query)).toMatchObject([
      { resource: 'table/ledger/index/todo', keys: ['deliver#soc'] },
    ]);
  });

  it('are none of a scan', () => {
    expect(needs('Scan', { TableName })).toEqual([{ action: 'dynamodb:Scan', resource: 'table/ledger' }]);
  });

  it('are those of each INSERT, whose right has a name of its own', () => {
    const input = { TransactStatements: [insert(), insert('other', "'pk': ?", [{ S: 'b' }])] };
    expect(needs('ExecuteTransaction', input)).toEqual([
      { action: 'dynamodb:PartiQLInsert', resource: 'table/ledger', keys: ['a'] },
      { action: 'dynamodb:PartiQLInsert', resource: 'table/other', keys: ['b'] },
    ]);
    expect(needs('ExecuteStatement', insert())).toHaveLength(1);
  });

  it.each<[string, string, object]>([
    ['a query that does not say which', 'Query', { TableName, KeyConditionExpression: 'sk = :s' }],
    [
      'a query that says two',
      'Query',
      {
        ...{ TableName, KeyConditionExpression: 'pk = :a AND pk = :b' },
        ExpressionAttributeValues: { ':a': { S: 'a' }, ':b': { S: 'b' } },
      },
    ],
    [
      'a query of the older kind',
      'Query',
      { TableName, KeyConditions: {}, KeyConditionExpression: 'pk = :a' },
    ],
    [
      'a statement among others that is no INSERT',
      'ExecuteTransaction',
      { TransactStatements: [insert(), { Statement: 'x' }] },
    ],
    ['a transaction of nothing', 'ExecuteTransaction', { TransactStatements: [] }],
    ['an operation that nobody uses', 'TransactWriteItems', {}],
  ])('are not guessed for %s', (_, operation, input) => {
    expect(needs(operation, input)).toBeUndefined();
  });
});

describe('an INSERT', () => {
  it('is read with a parameter for each attribute', () => {
    expect(readInsert(insert())).toEqual({ table: 'ledger', item: { pk: { S: 'a' }, sk: { S: 's' } } });
  });

  it.each<[string, unknown]>([
    ['UPDATE', { ...insert(), Statement: 'UPDATE "ledger" SET a = ? WHERE pk = ?' }],
    ['DELETE', { ...insert(), Statement: 'DELETE FROM "ledger" WHERE pk = ? AND sk = ?' }],
    ['SELECT', { ...insert(), Statement: 'SELECT * FROM "ledger"' }],
    ['a literal', insert(TableName, "'pk': 'audit#x', 'sk': ?", [{ S: 's' }])],
    ['an attribute twice', insert(TableName, "'pk': ?, 'pk': ?")],
    ['a parameter too many', insert(TableName, "'pk': ?")],
    ['a parameter too few', insert(TableName, "'pk': ?, 'sk': ?, 'x': ?")],
    ['something behind it', { ...insert(), Statement: `${insert().Statement} RETURNING ALL OLD *` }],
    ['another table in the name', insert('a" VALUE {} INSERT INTO "b')],
    ['more than a statement', { ...insert(), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }],
    ['nothing', undefined],
  ])('is not read from %s', (_, statement) => {
    expect(readInsert(statement)).toBeNull();
  });
});
