import { tableDefinition } from '../config/table-definition.ts';
import type { DeliveryLedger } from '../delivery/delivery-ledger.ts';
import { changePlace } from '../delivery/urgency.ts';
import { leaveToNewer } from '../platform/read-versioned.ts';
import type { RowKey } from '../platform/versioned-rows.ts';
import type { EarlierTodos } from '../reconcile/earlier-todos.ts';
import { type DynamoParts, queryRows, updateRow } from './dynamo-calls.ts';
import { all, updateIf } from './expressions.ts';
import { deliveryRow, domainName } from './row-keys.ts';
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

/** The index `unfinished`, as earlier versions wrote it for deliveries and verdicts. Its items are the poller's. */
export function createDynamoEarlierTodos({ deliveries, ...parts }: EarlierTodosStore): EarlierTodos {
  async function list(under: string, untilMs: number, limit: number): Promise<Row[]> {
    const values = { ':under': text(under), ':untilMs': number(untilMs) };
    const condition = { condition: all(isUnder, isOldEnough), values };
    return queryRows(parts, condition, { IndexName: UNFINISHED.name }, limit);
  }

  return {
    async takeVerdicts(domain, untilMs, limit) {
      const under = `${domainName(domain)}#verdicts`;
      let count = 0;
      for (const row of await list(under, untilMs, limit)) {
        if (!isVerdictRow(keyIn(row))) continue;
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
      for (const row of await list('deliveries', untilMs, limit)) {
        const key = keyIn(row);
        const saved = /^(item|notice|digest)#/.test(key.pk)
          ? await deliveries.read(key).catch(leaveToNewer)
          : null;
        const nowMs = parts.clock.now();
        const written =
          saved &&
          deliveryRow(saved.value.key).pk === key.pk &&
          (await deliveries.save(saved.value, saved.version, changePlace(nowMs), nowMs));
        if (written) count++;
      }
      return count;
    },
  };
}
