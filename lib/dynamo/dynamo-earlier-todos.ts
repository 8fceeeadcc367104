import { tableDefinition } from '../config/table-definition.ts';
import type { DeliveryLedger } from '../delivery/delivery-ledger.ts';
import { changePlace } from '../delivery/urgency.ts';
import { leaveToNewer } from '../platform/read-versioned.ts';
import type { RowKey } from '../platform/versioned-rows.ts';
import type { EarlierTodos } from '../reconcile/earlier-todos.ts';
import { type DynamoParts, queryRows, updateRow } from './dynamo-calls.ts';
import { all, updateIf } from './expressions.ts';
import { deliveryRow, domainName, isDeliveryRow, isSameRow, unfinishedKeyIn } from './row-keys.ts';
import { number, type Row, readNumber, readText, text } from './row-values.ts';
import { isVerdictRow, verdictList, verdictPlace } from './verdict-row.ts';

const [, UNFINISHED] = tableDefinition.indexes;

const isUnder = '#unfinished = :under';
const isOldEnough = '#unfinishedSince <= :untilMs';
const isWhereItWas = '#unfinishedSince = :sinceMs';
const toTodo = 'SET #todo = :todo, #todoAt = :todoAt REMOVE #unfinished, #unfinishedSince';
const keyIn = (row: Row): RowKey => ({ pk: readText(row, 'pk') ?? '', sk: readText(row, 'sk') ?? '' });
/** The rows keep that of the function that wrote them. */
const NO_WRITE_ID = '';

export interface EarlierTodosStore extends DynamoParts {
  readonly deliveries: Pick<DeliveryLedger, 'read' | 'save'>;
}

interface Range {
  readonly untilMs: number;
  readonly limit: number;
  /** Whoever may add a row says itself on which list it stands. */
  readonly belongs: (key: RowKey) => boolean;
}

/** The index `unfinished`, as earlier versions wrote it for deliveries and verdicts. Its items are the poller's. */
export function createDynamoEarlierTodos({ deliveries, ...parts }: EarlierTodosStore): EarlierTodos {
  async function list(under: string, { untilMs, limit, belongs }: Range): Promise<Row[]> {
    const values = { ':under': text(under), ':untilMs': number(untilMs) };
    const condition = { condition: all(isUnder, isOldEnough), values };
    const found: Row[] = [];
    for (let last: Row | undefined; ; ) {
      const query = { IndexName: UNFINISHED.name, ExclusiveStartKey: last && unfinishedKeyIn(last) };
      const page = await queryRows(parts, condition, query, limit);
      found.push(...page.filter((row) => belongs(keyIn(row))));
      if (page.length < limit || found.length >= limit) return found.slice(0, limit);
      // Some do not belong here, and there may be others behind them.
      last = page.at(-1);
    }
  }

  return {
    async takeVerdicts(domain, untilMs, limit) {
      const under = `${domainName(domain)}#verdicts`;
      let count = 0;
      for (const row of await list(under, { untilMs, limit, belongs: isVerdictRow })) {
        const sinceMs = readNumber(row, 'unfinishedSince');
        const values = {
          ':under': text(under),
          ':sinceMs': number(sinceMs),
          ':todo': text(verdictList(domain)),
          ':todoAt': text(verdictPlace(sinceMs)),
        };
        const Key = { pk: text(readText(row, 'pk') ?? ''), sk: text(readText(row, 'sk') ?? '') };
        const update = updateIf({ condition: all(isUnder, isWhereItWas), values }, Key, toTodo);
        if ((await updateRow(parts, update, NO_WRITE_ID)) === null) count++;
      }
      return count;
    },
    async takeDeliveries(untilMs, limit) {
      let count = 0;
      for (const row of await list('deliveries', { untilMs, limit, belongs: (key) => isDeliveryRow(key) })) {
        const key = keyIn(row);
        const saved = await deliveries.read(key).catch(leaveToNewer);
        const nowMs = parts.clock.now();
        const written =
          saved &&
          isSameRow(deliveryRow(saved.value.key), key) &&
          (await deliveries.save(saved.value, saved.version, changePlace(nowMs), nowMs));
        if (written) count++;
      }
      return count;
    },
  };
}
