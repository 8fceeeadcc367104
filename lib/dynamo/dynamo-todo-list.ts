import type { Todo, TodoList } from '../base/todo-list.ts';
import { tableDefinition } from '../ledger/table-definition.ts';
import { type DynamoParts, queryRows, updateRow } from './dynamo-calls.ts';
import { updateIf } from './expressions.ts';
import { type Row, readText, text } from './row-values.ts';

const [TODO] = tableDefinition.indexes;

/** Smaller and larger than everything that is written there. DynamoDB takes no empty text in a key. */
const [SMALLEST, LARGEST] = [' ', '~'];
const isWhereItWas = '#todo = :todo AND #todoAt = :todoAt';
/** The row keeps the write id of the function that last saved it. */
const NO_WRITE_ID = '';
const condition = '#todo = :todo AND #todoAt BETWEEN :from AND :until';

/** The list on DynamoDB: the sparse index of the table. */
export const createDynamoTodoList = (parts: Omit<DynamoParts, 'clock' | 'random'>): TodoList => ({
  async list(under, { limit, from = SMALLEST, until = LARGEST, after, backwards = false, belongs }) {
    const values = { ':todo': text(under), ':from': text(from), ':until': text(until) };
    const found: Todo[] = [];
    for (let last = after; ; ) {
      const query = {
        IndexName: TODO.name,
        ScanIndexForward: !backwards,
        ExclusiveStartKey: last && startKey(under, last),
      };
      const page = (await queryRows(parts, { condition, values }, query, limit)).map(readTodo);
      found.push(...page.filter(({ key, at }) => belongs?.(key, at) ?? true));
      if (page.length < limit || found.length >= limit) return found.slice(0, limit);
      // Some do not belong here, and there may be others behind them.
      last = page.at(-1);
    }
  },
  async move(under, { key, at }, next) {
    const values = {
      ':todo': text(under),
      ':todoAt': text(at),
      ...(next !== null && { ':next': text(next) }),
    };
    const Key = { pk: text(key.pk), sk: text(key.sk) };
    const update = updateIf(
      { condition: isWhereItWas, values },
      Key,
      next === null ? 'REMOVE #todo, #todoAt' : 'SET #todoAt = :next',
    );
    return (await updateRow(parts, update, NO_WRITE_ID)) === null;
  },
});

const startKey = (under: string, { key, at }: Todo): Row => ({
  pk: text(key.pk),
  sk: text(key.sk),
  todo: text(under),
  todoAt: text(at),
});

const readTodo = (row: Row): Todo => ({
  key: { pk: readText(row, 'pk') ?? '', sk: readText(row, 'sk') ?? '' },
  at: readText(row, 'todoAt') ?? '',
});
