import type { Due, DueList } from '../base/due-list.ts';
import { tableDefinition } from '../ledger/table-definition.ts';
import { type DynamoParts, queryRows, updateRow } from './dynamo-calls.ts';
import { updateIf } from './expressions.ts';
import { number, type Row, readNumber, readText, text } from './row-values.ts';

const [, DUE] = tableDefinition.indexes;
const isWhereItWas = '#due = :due AND #dueAtMs = :at';
/** The row keeps the write id of the function that last saved it. */
const NO_WRITE_ID = '';
const condition = '#due = :due AND #dueAtMs <= :until';

/** The attributes by which a row is on a list. */
export const dueOn = (name: string, atMs: number): Row => ({ due: text(name), dueAtMs: number(atMs) });

/** The list on DynamoDB: a sparse index of the table. */
export const createDynamoDueList = (parts: Omit<DynamoParts, 'clock' | 'random'>): DueList => ({
  async list(name, { limit, untilMs = Number.MAX_SAFE_INTEGER, after, belongs }) {
    const values = { ':due': text(name), ':until': number(untilMs) };
    const found: Due[] = [];
    for (let last = after; ; ) {
      const query = { IndexName: DUE.name, ExclusiveStartKey: last && startKey(name, last) };
      const page = (await queryRows(parts, { condition, values }, query, limit)).map(readDue);
      found.push(...page.filter(({ key }) => belongs(key)));
      if (page.length < limit || found.length >= limit) return found.slice(0, limit);
      // Some do not belong here, and there may be others behind them.
      last = page.at(-1);
    }
  },
  async move(name, { key, atMs }, nextMs) {
    const values = { ':due': text(name), ':at': number(atMs), ':next': number(nextMs) };
    const Key = { pk: text(key.pk), sk: text(key.sk) };
    const update = updateIf({ condition: isWhereItWas, values }, Key, 'SET #dueAtMs = :next');
    return (await updateRow(parts, update, NO_WRITE_ID)) === null;
  },
});

const startKey = (name: string, { key, atMs }: Due): Row => ({
  pk: text(key.pk),
  sk: text(key.sk),
  ...dueOn(name, atMs),
});

const readDue = (row: Row): Due => ({
  key: { pk: readText(row, 'pk') ?? '', sk: readText(row, 'sk') ?? '' },
  atMs: readNumber(row, 'dueAtMs'),
});
