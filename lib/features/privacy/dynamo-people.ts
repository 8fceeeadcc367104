import { DeleteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { toAwsError } from '../../base/aws/aws-error.ts';
import type { PartChange } from '../../base/parted-rows.ts';
import { newCase } from '../../case/after-listing.ts';
import type { Answer } from '../../case/answer.ts';
import { dueMinute, setTodo } from '../../dynamo/answer-row.ts';
import { within } from '../../dynamo/call-timeout.ts';
import { type DynamoParts, newWriteId, queryRows, updateRow } from '../../dynamo/dynamo-calls.ts';
import { createCaseLedger } from '../../dynamo/dynamo-case-ledger.ts';
import { createDynamoVersionedRows } from '../../dynamo/dynamo-versioned-rows.ts';
import { changing, isAsKnown, updateIf } from '../../dynamo/expressions.ts';
import { packedValue, readValue, removePacked, setPacked } from '../../dynamo/packed-value.ts';
import { partsIn } from '../../dynamo/row-parts.ts';
import { json, number, type Row, readNumber, readText, text } from '../../dynamo/row-values.ts';
import type { EndpointEvent } from '../../endpoints/endpoint-event.ts';
import { EVENT_FORMAT } from '../../endpoints/event-row.ts';
import { answerRow } from '../../ledger/case-rows.ts';
import { ROWS, rowNameOf } from '../../ledger/catalogue.ts';
import type { RowDefinition } from '../../ledger/define-row.ts';
import { answerBeside, readItemPartition } from '../../ledger/item-partition.ts';
import { deliveryRow } from '../../ledger/item-rows.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { contentOfParts, shownOf } from '../../outbox/delivery-parts.ts';
import { readDelivery } from '../../outbox/delivery-row.ts';
import { changePriority } from '../../outbox/priority.ts';
import { readMoment } from '../../posture/schemas/timestamp.ts';
import type { Judged, PersonRow, RowKind } from './forget.ts';
import type { PeopleLedger } from './people-ledger.ts';
import { expiryOf, owesTrail, proofsOf } from './people-trail.ts';

interface DynamoPersonRow extends PersonRow {
  /** The attribute with its content. */
  readonly says: string;
  readonly raw: Row;
}

/** Of a case that was never recorded. */
const NOTHING_LISTED = {
  ...{ revision: '', createdAtMs: 0, updatedAtMs: 0, closedAtMs: null, severity: null },
  ...{ routes: [], destinations: [], escalatesAfterMs: null },
};

/** When the case was created that a row is about; null where it does not say. */
function createdIn(value: unknown): number | null {
  const { content } = value as Partial<Pick<Delivery, 'content'>>;
  const item = content?.kind === 'case' ? content.item : (value as { readonly created_at?: string });
  return readMoment(item.created_at);
}

const MAX_BYTES = 400 * 1024 - 8_192;

/** The whole table, row by row. For an operator's command: no function of the bridge may scan. */
export function createDynamoPeople(parts: DynamoParts): PeopleLedger {
  const rows = createDynamoVersionedRows(parts);

  async function* scanned() {
    let ExclusiveStartKey: Row | undefined;
    do {
      const command = new ScanCommand({
        TableName: parts.tableName,
        ConsistentRead: true,
        ExclusiveStartKey,
      });
      const { Items = [], LastEvaluatedKey } = await parts.client
        .send(command, within(parts))
        .catch((thrown: unknown) => Promise.reject(toAwsError('Scan', thrown)));
      yield Items;
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }

  return {
    async *partitions() {
      let found: Row[] = [];
      let count = 0;
      // The rows of a partition follow each other, also over the end of a page.
      for await (const page of scanned()) {
        for (const row of page) {
          if (found[0] && found[0].pk?.S !== row.pk?.S) {
            yield { rows: found.flatMap(readPersonRow), scanned: count };
            found = [];
          }
          found.push(row);
          count++;
        }
      }
      yield { rows: found.flatMap(readPersonRow), scanned: count };
    },
    async read(pk) {
      const condition = { condition: '#pk = :pk', values: { ':pk': text(pk) } };
      return (await queryRows(parts, condition, { ConsistentRead: true })).flatMap(readPersonRow);
    },
    answerBeside,
    owesTrail: (answer) => owesTrail(parts, answer),
    proofsOf: (trail) => proofsOf(parts, trail),
    async apply({ row, own, forgetting }) {
      const one = row as DynamoPersonRow;
      const Key = { pk: text(one.pk), sk: text(one.sk) };
      // First, because only the delivery says whose case it was.
      if (own && ['delivery', 'event', 'item'].includes(one.kind)) await markForgotten(one);
      if (forgetting.do === 'delete') return remove(Key);
      if (one.kind === 'delivery' && forgetting.do === 'rewrite') {
        const next = forgetting.value as Delivery;
        const change = deliveryChange(one.value as Delivery, next, one.raw, parts.clock.now());
        return (await rows.parted.change(one, change)).is === 'written' ? 'done' : 'moved on';
      }
      const writeId = newWriteId(parts.random);
      const update = updateOf(one, forgetting, writeId);
      if (!update) return 'done';
      return (await updateRow(parts, updateIf(update, Key, update.change), writeId)) ? 'moved on' : 'done';
    },
  };

  /** What is recorded of a case says that it goes nowhere else, also where the poller is about to record it. */
  async function markForgotten({ pk, value }: DynamoPersonRow): Promise<void> {
    const { domain, feed, id: caseId } = readItemPartition(pk) ?? {};
    if (domain === undefined || caseId === undefined || feed !== 'cases') return;
    const cases = createCaseLedger(rows);
    const mark = () => cases.change(domain, caseId, (record) => ({ ...record, forgotten: true }));
    if (await mark()) return;
    const createdAtMs = createdIn(value);
    const listed = { ...NOTHING_LISTED, createdAtMs: createdAtMs ?? 0 };
    // Its message may stand somewhere: it is followed to its end like any other.
    const record = { ...newCase({ domain, caseId }, listed, parts.clock.now()), forgotten: true };
    const next = createdAtMs === null ? { ...record, quiet: true } : record;
    if ((await cases.save(next)) === 'moved on') await mark();
  }

  async function remove(Key: Row): Promise<'done'> {
    await parts.client
      .send(new DeleteItemCommand({ TableName: parts.tableName, Key }), within(parts))
      .catch((thrown: unknown) => Promise.reject(toAwsError('DeleteItem', thrown)));
    return 'done';
  }
}

function updateOf({ kind, says, raw }: DynamoPersonRow, forgetting: Judged['forgetting'], writeId: string) {
  const isItem = kind === 'item';
  if (forgetting.do === 'finish') {
    // As it is written once all destinations have it.
    const change = 'SET #writeId = :writeId REMOVE #item, #missing, #id, #due, #dueAtMs';
    return {
      condition: '#item = :before',
      change,
      values: { ':before': raw.item as Row[string], ':writeId': text(writeId) },
    };
  }
  if (forgetting.do !== 'rewrite') return null;
  if (isItem) {
    const value = json(forgetting.value, MAX_BYTES, 'a row');
    const change = 'SET #item = :value, #writeId = :writeId';
    return {
      condition: '#item = :before',
      change,
      values: { ':before': raw.item as Row[string], ':value': value, ':writeId': text(writeId) },
    };
  }
  const version = readNumber(raw, 'version');
  const values: Row = {
    ...valuesOf(kind, forgetting.value, version),
    ':version': number(version),
    ':next': number(version + 1),
    ':writeId': text(writeId),
  };
  const isPacked = values[':packed'] !== undefined;
  const isDue = values[':todo'] !== undefined;
  const sets = `#${says} = :value${isPacked ? `, ${setPacked}` : ''}${isDue ? `, ${setTodo}` : ''}, #version = :next, #writeId = :writeId`;
  const change = changing(sets, isPacked ? [] : [removePacked]);
  return { condition: isAsKnown, change, values };
}

/** From then on no newer content is taken, and the chats show the message again. */
function deliveryChange(before: Delivery, next: Delivery, raw: Row, nowMs: number): PartChange {
  const version = Number(partsIn(raw).shownV);
  const { content, rev, ...first } = contentOfParts(next);
  const showAgain = isShown(before) && !raw.todo;
  return {
    if: [
      { part: 'shownV', equals: version },
      { part: 'rev', equals: rev },
    ],
    set: {
      ...{ content, ...first, shown: shownOf(next), shownV: version + 1 },
      ...(next.forgotten && { forgotten: next.forgotten }),
      ...(showAgain && { todo: deliveryRow.list(before.key.destination), todoAt: changePriority(nowMs) }),
    },
    raise: ['asked'],
  };
}

/** In a message of its own, or along with others. */
const isShown = ({ main, groupId }: Delivery): boolean => main !== null || groupId !== undefined;

function valuesOf(kind: RowKind, value: unknown, version: number): Row {
  if (kind === 'event') {
    const both = packedValue({ ...(value as EndpointEvent), v: EVENT_FORMAT }, MAX_BYTES, 'a row');
    return { ':value': both.value, ':packed': both.packed };
  }
  if (kind !== 'answer') return { ':value': json(value, MAX_BYTES, 'a row') };
  // The answer has its version inside too.
  const next = { ...(value as Answer), version: version + 1 };
  const listed = { ':todo': text(answerRow.list(next.domain)), ':todoAt': text(dueMinute(0)) };
  return { ':value': json(next, MAX_BYTES, 'a row'), ...(next.lookMs === 0 && listed) };
}

/** Nothing for rows that name nobody. A row that the catalogue does not know may name anybody. */
function readPersonRow(raw: Row): DynamoPersonRow[] {
  const [pk, sk] = [readText(raw, 'pk') ?? '', readText(raw, 'sk') ?? ''];
  const name = rowNameOf({ pk, sk });
  const { people: kind, says = 'value' }: Pick<RowDefinition, 'people' | 'says'> = name
    ? ROWS[name]
    : { people: 'other' };
  const value =
    kind === 'nobody' ? undefined : kind === 'delivery' ? readDelivery(partsIn(raw)) : readValue(raw, says);
  if (kind === 'nobody' || value === undefined) return [];
  return [{ kind, says, pk, sk, value, expiresAtMs: expiryOf(raw), raw }];
}
