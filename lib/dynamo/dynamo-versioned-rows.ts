import { changeRow, type RowKey, type VersionedRows, type WriteOptions } from '../base/versioned-rows.ts';
import { getAll, putAll } from './dynamo-batches.ts';
import { type DynamoParts, getRow, newWriteId, queryPages, queryRows, updateRow } from './dynamo-calls.ts';
import { createDynamoDueList } from './dynamo-due-list.ts';
import { createDynamoPartedRows } from './dynamo-parted-rows.ts';
import { createDynamoTodoList } from './dynamo-todo-list.ts';
import { all, changing, hasNoRow, isAsKnown, updateIf } from './expressions.ts';
import { PACKED_ATTRIBUTE, packedValue, readValue, removePacked, setPacked } from './packed-value.ts';
import { json, number, type Row, readNumber, readText, text } from './row-values.ts';

/** What DynamoDB allows for a row, less the room that the other attributes need. */
const MAX_VALUE_BYTES = 400 * 1024 - 8_192;

const setValue = '#version = :next, #value = :value, #writeId = :writeId';
const setExpiry = '#expiresAtSeconds = :expiresAtSeconds';
/** All that `read` has to know. */
const WHOLE_ROW = `#pk, #sk, #version, #value, #${PACKED_ATTRIBUTE}, #todoAt`;
const setTodo = '#todo = :todo, #todoAt = :todoAt';
const setDue = '#due = :due, #dueAtMs = :dueAtMs';
const inPartition = '#pk = :pk';
const beginsSo = 'begins_with(#sk, :prefix)';

const rowKey = ({ pk, sk }: RowKey): Row => ({ pk: text(pk), sk: text(sk) });
const seconds = (ms: number) => number(Math.ceil(ms / 1000));

const startingSo = (pk: string, skPrefix: string) => ({
  condition: skPrefix === '' ? inPartition : all(inPartition, beginsSo),
  values: { ':pk': text(pk), ...(skPrefix !== '' && { ':prefix': text(skPrefix) }) },
});

/** The rows on DynamoDB: one conditional UpdateItem for a write. */
export function createDynamoVersionedRows(options: DynamoParts): VersionedRows {
  return {
    todo: createDynamoTodoList(options),
    due: createDynamoDueList(options),
    parted: createDynamoPartedRows(options),
    async read(key) {
      const row = await getRow(options, rowKey(key));
      return row && readVersioned(row);
    },
    async readAll(keys) {
      return (await getAll(options, keys.map(rowKey), WHOLE_ROW)).map(readListed);
    },
    async write(key, value, write) {
      const writeId = newWriteId(options.random);
      const { change, values } = updateOf(value, write, writeId);
      const condition = write.version === 0 ? hasNoRow : isAsKnown;
      const update = updateIf({ condition, values }, rowKey(key), change);
      return (await updateRow(options, update, writeId)) ? null : write.version + 1;
    },
    change: changeRow,
    async list(pk, skPrefix) {
      return (await queryRows(options, startingSo(pk, skPrefix), { ConsistentRead: true })).map(readListed);
    },
    async keys(pk, skPrefix) {
      return (await queryRows(options, startingSo(pk, skPrefix), { ConsistentRead: true })).map(keyIn);
    },
    async *pages(pk, skPrefix, after) {
      const ExclusiveStartKey = after === undefined ? undefined : rowKey({ pk, sk: after });
      const query = { ConsistentRead: true, ExclusiveStartKey };
      for await (const page of queryPages(options, startingSo(pk, skPrefix), query))
        yield page.map(readListed);
    },
    putAll: (rows, expiresAtMs) =>
      putAll(
        options,
        rows.map(({ key, value }) => ({
          ...rowKey(key),
          version: number(1),
          value: json(value, MAX_VALUE_BYTES, `the row ${key.sk.slice(0, 80)}`),
          ...(expiresAtMs !== null && { expiresAtSeconds: seconds(expiresAtMs) }),
        })),
      ),
  };
}

function updateOf(
  value: unknown,
  { version, todo, due, expiresAtMs, packed }: WriteOptions,
  writeId: string,
) {
  const keeps = expiresAtMs === null;
  const sets = [
    ...[setValue, ...(keeps ? [] : [setExpiry])],
    ...[...(packed ? [setPacked] : []), ...(todo ? [setTodo] : []), ...(due ? [setDue] : [])],
  ].join(', ');
  const removes = [
    ...(todo ? [] : ['#todo, #todoAt']),
    ...(due === null ? ['#due, #dueAtMs'] : []),
    ...(packed ? [] : [removePacked]),
  ];
  const values: Row = {
    ':version': number(version),
    ':next': number(version + 1),
    ':writeId': text(writeId),
    ...(!keeps && { ':expiresAtSeconds': seconds(expiresAtMs) }),
    ...valuesOf(value, packed),
    ...(todo && { ':todo': text(todo.under), ':todoAt': text(todo.at) }),
    ...(due && { ':due': text(due.name), ':dueAtMs': number(due.atMs) }),
  };
  return { change: changing(sets, removes), values };
}

function valuesOf(value: unknown, packed = false): Row {
  if (!packed) return { ':value': json(value, MAX_VALUE_BYTES, 'a row') };
  const both = packedValue(value as { v: number }, MAX_VALUE_BYTES, 'a row');
  return { ':value': both.value, ':packed': both.packed };
}

const readVersioned = (row: Row) => {
  const todo = readText(row, 'todoAt');
  const value = readValue(row) ?? null;
  return { version: readNumber(row, 'version'), value, ...(todo !== undefined && { todo }) };
};

const keyIn = (row: Row): RowKey => ({ pk: readText(row, 'pk') ?? '', sk: readText(row, 'sk') ?? '' });

const readListed = (row: Row) => ({
  key: keyIn(row),
  ...readVersioned(row),
});
