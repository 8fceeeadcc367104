import { change as changing } from '../base/change.ts';
import { understood } from '../base/read-versioned.ts';
import type { Todo } from '../base/todo-list.ts';
import type { RowKey, VersionedRow, VersionedRows } from '../base/versioned-rows.ts';
import type { CaseLedger, FollowedCase } from '../case/case-ledger.ts';
import { type CaseRecord, type CaseStatus, isSettled } from '../case/case-record.ts';
import { firstEventId } from '../case/delivery-id.ts';
import { CASE_RECORD_FORMAT, readCaseRecord } from '../case/read-case-record.ts';
import { caseRow } from '../ledger/case-rows.ts';
import { deliveryRow, endpointEventRow } from '../ledger/item-rows.ts';
import { owns } from '../ledger/owns-row.ts';

const belongs = (key: RowKey): boolean => owns(caseRow, key);

/** The record that a row holds. Throws a UnreadableError for what this version does not understand. */
export const caseIn = ({ value, version }: Pick<VersionedRow, 'value' | 'version'>): CaseRecord => ({
  ...understood(readCaseRecord(value)),
  version,
});

const placeIn = (sk: string): string => sk.split('#')[1] ?? '';

const written = ({ version: _, ...record }: CaseRecord) => ({ v: CASE_RECORD_FORMAT, ...record });

/** Without an expiry: a case that was forgotten would be announced again. A million of them cost some cents a month. */
export function createCaseLedger(
  rows: Pick<VersionedRows, 'read' | 'readAll' | 'write' | 'keys' | 'putAll' | 'todo' | 'due'>,
): CaseLedger {
  async function read(key: RowKey): Promise<CaseRecord | null> {
    const row = await rows.read(key);
    return row && caseIn(row);
  }
  const load: CaseLedger['load'] = (domain, caseId) => read(caseRow.key(domain, caseId));
  const save: CaseLedger['save'] = async (next) => {
    const { domain, caseId, version } = next;
    const todo = next.quiet ? undefined : { under: caseRow.list(domain), at: placeOf(next) };
    const due = next.lookMs === null ? null : { name: caseRow.due(domain), atMs: next.lookMs };
    const options = { version, expiresAtMs: null, todo, due };
    const saved = await rows.write(caseRow.key(domain, caseId), written(next), options);
    return saved === null ? 'moved on' : 'saved';
  };

  return {
    load,
    save,
    read: ({ todo }) => read(todo.key),
    async loadAll(domain, caseIds) {
      const idOf = new Map(caseIds.map((id) => [caseRow.key(domain, id).pk, id]));
      const found = await rows.readAll([...idOf.values()].map((id) => caseRow.key(domain, id)));
      return new Map(
        found.map((row): [string, CaseRecord | 'unreadable'] => {
          const read = readCaseRecord(row.value);
          const record = 'ok' in read ? { ...read.ok, version: row.version } : 'unreadable';
          return [idOf.get(row.key.pk) ?? '', record];
        }),
      );
    },
    async change(domain, caseId, change) {
      const { record } = await changing(
        {
          load: () => load(domain, caseId),
          save: async (next: CaseRecord) => ((await save(next)) === 'saved' ? next : null),
        },
        (known) => {
          const next = known && change(known);
          return { record: next, next: next === null || next === known ? undefined : next };
        },
      );
      return record;
    },
    async deliveredTo(domain, caseId) {
      const { pk } = caseRow.key(domain, caseId);
      const [chats, events] = await Promise.all([
        rows.keys(pk, deliveryRow.prefix),
        rows.keys(pk, endpointEventRow.prefix),
      ]);
      // A webhook may be told of a verdict before it is told of the case.
      const firsts = events.filter(({ sk }) => {
        const destination = placeIn(sk);
        const key = { domain, feed: 'cases', id: caseId, destination } as const;
        return sk === endpointEventRow.key(key, firstEventId(key)).sk;
      });
      return [...chats, ...firsts].map(({ sk }) => placeIn(sk));
    },
    async putHistory(records) {
      const byPartition = new Map(records.map((one) => [caseRow.key(one.domain, one.caseId).pk, one]));
      await rows.putAll(
        [...byPartition.values()].map((one) => ({
          key: caseRow.key(one.domain, one.caseId),
          value: written(one),
        })),
        null,
      );
    },
    async followed(domain, limit) {
      const listed = await rows.todo.list(caseRow.list(domain), { limit, belongs });
      return listed.map(readPlace);
    },
    async fresh(domain, sinceMs, limit, which) {
      const group = which === 'ended' ? ENDED : OPEN;
      const range = {
        from: `${group}#${padded(Math.max(0, sinceMs))}`,
        until: `${group}#~`,
        backwards: true,
      };
      const listed = await rows.todo.list(caseRow.list(domain), { ...range, limit, belongs });
      return listed.map(readPlace);
    },
    async drop(domain, { todo }) {
      await rows.todo.move(caseRow.list(domain), todo, null);
    },
    nameOf: (domain, caseId) => caseRow.key(domain, caseId).pk,
    due: (domain, untilMs, limit) => rows.due.list(caseRow.due(domain), { untilMs, limit, belongs }),
    loadDue: ({ key }) => read(key),
    async postpone(domain, due, untilMs) {
      await rows.due.move(caseRow.due(domain), due, untilMs);
    },
  };
}

const padded = (ms: number): string => String(ms).padStart(14, '0');
const [OPEN, ENDED] = ['1', '2'];
const NOT_ENDED = '-';
const UNSETTLED = '!';

/**
 * The key on the list holds all that a look has to know, so that the reconciler reads no row of an unchanged case:
 * `1#created#updated#status#ended#settled`. Those that ended come behind.
 */
const placeOf = (record: CaseRecord): string =>
  [
    record.endedAtMs === null ? OPEN : ENDED,
    padded(record.createdAtMs),
    record.statusAtMs,
    record.status,
    record.endedAtMs ?? NOT_ENDED,
    isSettled(record) ? '' : UNSETTLED,
  ].join('#');

function readPlace(todo: Todo): FollowedCase {
  const [, created, updated, status, ended = NOT_ENDED, settled] = todo.at.split('#');
  return {
    todo,
    name: todo.key.pk,
    createdAtMs: Number(created),
    statusAtMs: Number(updated),
    status: status as CaseStatus,
    endedAtMs: ended === NOT_ENDED ? null : Number(ended),
    isSettled: settled !== UNSETTLED,
  };
}
