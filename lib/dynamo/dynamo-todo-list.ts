import { tableDefinition } from '../config/table-definition.ts';
import type { Todo, TodoList } from '../platform/todo-list.ts';
import { type DynamoParts, queryRows } from './dynamo-calls.ts';
import { type Row, readText, text } from './row-values.ts';

const [TODO] = tableDefinition.indexes;

/** Smaller and larger than everything that is written there. DynamoDB takes no empty text in a key. */
const [SMALLEST, LARGEST] = [' ', '~'];
const condition = '#todo = :todo AND #todoAt BETWEEN :from AND :until';

/** The list on DynamoDB: the sparse index of the table. */
export const createDynamoTodoList = (parts: Omit<DynamoParts, 'clock' | 'random'>): TodoList => ({
  async list(under, { limit, from = SMALLEST, until = LARGEST, after, backwards = false }) {
    const values = { ':todo': text(under), ':from': text(from), ':until': text(until) };
    const query = {
      IndexName: TODO.name,
      ScanIndexForward: !backwards,
      ExclusiveStartKey: after && startKey(under, after),
    };
    return (await queryRows(parts, { condition, values }, query, limit)).map(readTodo);
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
