import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  ExecuteTransactionCommand,
  GetItemCommand,
  QueryCommand,
  ScanCommand,
  TransactionCanceledException,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { Row } from '../../../lib/dynamo/row-values.ts';
import { readInsert } from '../../../local/cloud/read-insert.ts';

/** As much of DynamoDB as the ledger uses, in memory. It passes the ledger's contract suite. */
export class FakeDynamo {
  readonly rows = new Map<string, Row>();
  onUpdate: (row: Row) => void = () => {};
  onWrite: (name: string) => void = () => {};
  /** Whether the index shows this row already. */
  isListed: (name: string) => boolean = () => true;
  readonly #isUnprocessed: () => boolean;

  /** Whether a row of a batch is left unprocessed. */
  constructor(isUnprocessed = () => false) {
    this.#isUnprocessed = isUnprocessed;
  }

  /** A client whose every call goes through `call`, which decides when and whether it happens. */
  client(call: <T>(label: string, effect: () => T) => Promise<T>): Pick<DynamoDBClient, 'send'> {
    const send = (command: { constructor: { name: string } }) =>
      call(command.constructor.name, () => this.#run(command));
    return { send } as unknown as Pick<DynamoDBClient, 'send'>;
  }

  #run(command: unknown): unknown {
    if (command instanceof GetItemCommand) return { Item: this.rows.get(keyOf(command.input.Key)) };
    if (command instanceof UpdateItemCommand) return this.#update(command);
    if (command instanceof BatchGetItemCommand) return this.#batchGet(command);
    if (command instanceof BatchWriteItemCommand) return this.#batchWrite(command);
    if (command instanceof QueryCommand) return this.#query(command);
    if (command instanceof ExecuteTransactionCommand) return this.#insert(command);
    if (command instanceof DeleteItemCommand) return this.#delete(command);
    if (command instanceof ScanCommand) return { Items: this.#scan(filterOf(command.input)) };
    throw new Error('the fake does not know this command');
  }

  #scan(isMeant: (row: Row) => boolean): Row[] {
    const names = [...this.rows.keys()].sort();
    return names.map((name) => this.rows.get(name) as Row).filter(isMeant);
  }

  #delete({ input }: DeleteItemCommand): object {
    this.rows.delete(keyOf(input.Key));
    return {};
  }

  #update({ input }: UpdateItemCommand): object {
    const key = keyOf(input.Key);
    const row = this.rows.get(key);
    const values = input.ExpressionAttributeValues ?? {};
    if (!holds(input.ConditionExpression ?? '', row, values)) {
      throw new ConditionalCheckFailedException({ $metadata: {}, message: 'the condition failed' });
    }
    const { sets, adds, removes } = changesOf(input.UpdateExpression ?? '');
    const next: Row = { ...row, ...input.Key };
    for (const [name, value] of adds)
      next[name] = { N: String(Number(next[name]?.N ?? 0) + Number(values[value]?.N)) };
    for (const [name, value] of sets) next[name] = settingOf(value, row, values);
    for (const name of removes) delete next[name];
    this.rows.set(key, next);
    this.onWrite(key);
    this.onUpdate(next);
    return { Attributes: next };
  }

  #batchGet({ input }: BatchGetItemCommand): object {
    const [[table, request] = ['', undefined]] = Object.entries(input.RequestItems ?? {});
    const keys = request?.Keys ?? [];
    const left = keys.filter(() => this.#isUnprocessed());
    const found = keys
      .filter((key) => !left.includes(key))
      .map((key) => this.rows.get(keyOf(key)))
      .filter((row) => row !== undefined);
    return {
      Responses: { [table]: found },
      UnprocessedKeys: left.length ? { [table]: { ...request, Keys: left } } : {},
    };
  }

  #batchWrite({ input }: BatchWriteItemCommand): object {
    const [[table, writes] = ['', []]] = Object.entries(input.RequestItems ?? {});
    const left = writes.filter(() => this.#isUnprocessed());
    for (const write of writes) {
      const row = write.PutRequest?.Item;
      if (row && !left.includes(write)) this.rows.set(keyOf(row), row);
    }
    return { UnprocessedItems: left.length ? { [table]: left } : {} };
  }

  /** All of them or none. */
  #insert({ input }: ExecuteTransactionCommand): object {
    const inserts = (input.TransactStatements ?? []).map(readInsert);
    const rows = inserts.map((insert) => (insert?.item ?? {}) as Row);
    if (inserts.includes(null) || new Set(rows.map(keyOf)).size < rows.length)
      throw new Error('DynamoDB would not take this transaction');
    const taken = rows.map((row) => this.rows.has(keyOf(row)));
    if (taken.includes(true)) {
      const CancellationReasons = taken.map((is) => ({ Code: is ? 'DuplicateItem' : 'None' }));
      throw new TransactionCanceledException({ $metadata: {}, message: 'canceled', CancellationReasons });
    }
    for (const row of rows) this.rows.set(keyOf(row), row);
    return {};
  }

  #query({ input }: QueryCommand): object {
    const [[, value] = []] = Object.entries(input.ExpressionAttributeValues ?? {});
    if (input.IndexName === 'todo') return this.#queryTodo(input);
    if (input.IndexName === 'due') return this.#queryDue(input);
    const [, prefix = ''] = /begins_with\(#sk, (:\w+)\)/.exec(input.KeyConditionExpression ?? '') ?? [];
    return this.#queryPartition(input, value?.S, input.ExpressionAttributeValues?.[prefix]?.S ?? '');
  }

  #queryPartition(input: QueryCommand['input'], pk: string | undefined, prefix: string): object {
    const sk = (row: Row) => row.sk?.S ?? '';
    const [, side, end = ''] = /#sk (<|>) (:\w+)/.exec(input.KeyConditionExpression ?? '') ?? [];
    const bound = input.ExpressionAttributeValues?.[end]?.S ?? '';
    const isBeside = (one: string) => side === undefined || (side === '<' ? one < bound : one > bound);
    const rows = [...this.rows.values()].filter(
      (row) => row.pk?.S === pk && sk(row).startsWith(prefix) && isBeside(sk(row)),
    );
    const sign = input.ScanIndexForward === false ? -1 : 1;
    return { Items: rows.sort((a, b) => (sk(a) < sk(b) ? -sign : sign)).slice(0, input.Limit) };
  }

  #queryTodo({ ExpressionAttributeValues: values = {}, ...input }: QueryCommand['input']): object {
    const [under, from, until] = [':todo', ':from', ':until'].map((name) => values[name]?.S ?? '');
    const place = (row: Row) => JSON.stringify([row.todoAt?.S, row.pk?.S, row.sk?.S]);
    const sign = input.ScanIndexForward === false ? -1 : 1;
    const compare = (a: Row, b: Row) => (place(a) < place(b) ? -sign : place(a) > place(b) ? sign : 0);
    const start = input.ExclusiveStartKey;
    const rows = [...this.rows.values()]
      .filter(({ todo, todoAt }) => todo?.S === under && within(todoAt?.S ?? '', from, until))
      .filter((row) => this.isListed(keyOf(row)))
      .filter((row) => !start || compare(row, start) > 0)
      .sort(compare);
    return {
      Items: rows.slice(0, input.Limit).map(({ pk, sk, todo, todoAt }) => ({ pk, sk, todo, todoAt })),
    };
  }

  #queryDue({ ExpressionAttributeValues: values = {}, ...input }: QueryCommand['input']): object {
    const [name, until] = [values[':due']?.S, Number(values[':until']?.N)];
    const place = (row: Row) => [Number(row.dueAtMs?.N), row.pk?.S ?? ''] as const;
    const compare = (a: Row, b: Row) => {
      const [[timeA, keyA], [timeB, keyB]] = [place(a), place(b)];
      return timeA - timeB || (keyA < keyB ? -1 : keyA > keyB ? 1 : 0);
    };
    const start = input.ExclusiveStartKey;
    const rows = [...this.rows.values()]
      .filter((row) => row.due?.S === name && Number(row.dueAtMs?.N) <= until)
      .filter((row) => !start || compare(row, start) > 0)
      .sort(compare);
    return {
      Items: rows.slice(0, input.Limit).map(({ pk, sk, due, dueAtMs }) => ({ pk, sk, due, dueAtMs })),
    };
  }
}

const within = (text: string, from = '', until = ''): boolean => text >= from && text <= until;

interface Changes {
  readonly sets: readonly (readonly [string, string])[];
  readonly adds: readonly (readonly [string, string])[];
  readonly removes: readonly string[];
}
const knownChanges = new Map<string, Changes>();

/** `SET #a = :a, #b = :b REMOVE #c ADD #d :d` taken apart. */
function changesOf(expression: string): Changes {
  const known = knownChanges.get(expression);
  if (known) return known;
  const [, sets = '', removes = '', adds = ''] =
    /^(?:SET (.*?) ?)?(?:REMOVE (.*?) ?)?(?:ADD (.*))?$/.exec(expression) ?? [];
  const changes = {
    sets: (sets ? sets.split(', ') : []).map((assignment) => {
      const [name = '', value = ''] = assignment.split(' = ');
      return [name.slice(1), value] as const;
    }),
    adds: (adds ? adds.split(', ') : []).map((addition) => {
      const [name = '', value = ''] = addition.split(' ');
      return [name.slice(1), value] as const;
    }),
    removes: removes ? removes.split(', ').map((name) => name.slice(1)) : [],
  };
  knownChanges.set(expression, changes);
  return changes;
}

/** `:a`, `if_not_exists(#a,:a)` or `if_not_exists(#a,:zero) + :one`. */
function settingOf(expression: string, row: Row | undefined, values: Row): Row[string] {
  const [, name = '', other = '', more] =
    /^if_not_exists\(#(\w+),(:\w+)\)(?: \+ (:\w+))?$/.exec(expression) ?? [];
  if (name === '') return values[expression] as Row[string];
  const value = row?.[name] ?? (values[other] as Row[string]);
  return more ? { N: String(Number(value.N) + Number(values[more]?.N)) } : value;
}

/** Filters as the ledger writes them: beginnings and comparisons of texts, with AND and OR. */
function filterOf({
  FilterExpression: filter = '',
  ExpressionAttributeValues: values = {},
}: ScanCommand['input']): (row: Row) => boolean {
  const holdsFor = (row: Row, term: string): boolean => {
    const [, begins, beginning = '', name = '', value = ''] =
      /^\(*(?:begins_with\(#(\w+), (:\w+)\)|#(\w+) = (:\w+))\)*$/.exec(term) ?? [];
    return begins === undefined
      ? row[name]?.S === values[value]?.S
      : (row[begins]?.S ?? '').startsWith(values[beginning]?.S ?? '');
  };
  return (row) =>
    filter === '' ||
    filter.split(' AND ').every((part) => part.split(' OR ').some((term) => holdsFor(row, term)));
}

const keyOf = (key: Row | undefined): string => `${key?.pk?.S}|${key?.sk?.S}`;

interface Term {
  readonly name: string;
  readonly operator: 'missing' | 'there' | '=' | '<=' | '<' | '>';
  readonly value: string;
}
const knownConditions = new Map<string, readonly (readonly Term[])[]>();

/** Conditions as the ledger writes them: comparisons joined by AND, with alternatives in brackets. */
function alternativesIn(condition: string): readonly (readonly Term[])[] {
  const known = knownConditions.get(condition);
  if (known) return known;
  const parts = condition.split(' AND ').map((part) =>
    part
      .replace(/^\((.*#.*)\)$/, '$1')
      .split(' OR ')
      .map(termOf),
  );
  knownConditions.set(condition, parts);
  return parts;
}

function termOf(term: string): Term {
  const [, not, one] = /^attribute_(not_)?exists\(#(\w+)\)$/.exec(term) ?? [];
  if (one) return { name: one, operator: not ? 'missing' : 'there', value: '' };
  const [, name = '', operator, value = ''] = /^#(\w+) (=|<=|<|>) (:\w+)$/.exec(term) ?? [];
  return { name, operator: operator as Term['operator'], value };
}

const holds = (condition: string, row: Row | undefined, values: Row): boolean =>
  alternativesIn(condition).every((terms) => terms.some((term) => termHolds(term, row, values)));

function termHolds({ name, operator, value }: Term, row: Row | undefined, values: Row): boolean {
  const left = row?.[name];
  if (operator === 'missing') return left === undefined;
  if (operator === 'there') return left !== undefined;
  const right = values[value];
  if (left === undefined || right === undefined) return false;
  if (operator === '=') return left.S === right.S && left.N === right.N;
  const [a, b] = [left, right].map(({ N, S = '' }) => (N === undefined ? S : Number(N))) as [number, number];
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a < b;
}
