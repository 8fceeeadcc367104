import { lifeRow } from '../ledger/case-rows.ts';
import { owns } from '../ledger/owns-row.ts';
import type { Clock } from '../platform/clock.ts';
import { understood } from '../platform/read-versioned.ts';
import type { Todo } from '../platform/todo-list.ts';
import type { RowKey, VersionedRows } from '../platform/versioned-rows.ts';
import {
  CASE_LIFE_FORMAT,
  type CaseLife,
  isSettled,
  type LifeState,
  readCaseLife,
} from '../verdict/case-life.ts';
import type { FollowedCase, LifeLedger } from '../verdict/life-ledger.ts';
import { KEPT_MS } from './verdict-row.ts';

export interface LifeLedgerParts {
  readonly rows: VersionedRows;
  readonly clock: Clock;
  /** How long it is kept after its last change: as long as what was decided. */
  readonly keptMs?: number | undefined;
}

/** Throws a RestsError for what this version does not understand. */
export const readLife = (value: unknown): CaseLife => understood(readCaseLife(value));

export function createDynamoLifeLedger({ rows, clock, keptMs = KEPT_MS }: LifeLedgerParts): LifeLedger {
  async function read(key: RowKey): Promise<CaseLife | null> {
    const row = await rows.read(key);
    return row && { ...readLife(row.value), version: row.version };
  }
  return {
    load: (domain, caseId) => read(lifeRow.key(domain, caseId)),
    read: ({ todo }) => read(todo.key),
    async save(next) {
      const { domain, caseId, version, endedAtMs } = next;
      const written = await rows.write(
        lifeRow.key(domain, caseId),
        { v: CASE_LIFE_FORMAT, ...next },
        {
          version: version - 1,
          expiresAtMs: clock.now() + (endedAtMs === null ? Math.max(keptMs, KEPT_MS) : keptMs),
          todo: { under: lifeRow.list(domain), at: placeOf(next) },
        },
      );
      return written === null ? 'moved on' : 'saved';
    },
    async followed(domain, limit) {
      const listed = await rows.todo.list(lifeRow.list(domain), {
        limit,
        belongs: (key) => owns(lifeRow, key),
      });
      return listed.map(readPlace);
    },
    async fresh(domain, sinceMs, limit) {
      const range = { from: `${OPEN}#${padded(Math.max(0, sinceMs))}`, until: `${OPEN}#~`, backwards: true };
      const listed = await rows.todo.list(lifeRow.list(domain), {
        ...range,
        limit,
        belongs: (key) => owns(lifeRow, key),
      });
      return listed.map(readPlace);
    },
    async drop(domain, { todo }) {
      await rows.todo.move(lifeRow.list(domain), todo, null);
    },
    nameOf: (domain, caseId) => lifeRow.key(domain, caseId).pk,
  };
}

const padded = (ms: number): string => String(ms).padStart(14, '0');
const [OPEN, ENDED] = ['1', '2'];
const NOT_ENDED = '-';
const UNSETTLED = '!';

/**
 * The place on the list says all that a look has to know, so that it reads no row of a case that is as it was:
 * `1#created#updated#state#ended#settled`. Those that ended come behind.
 */
const placeOf = (life: CaseLife): string =>
  [
    life.endedAtMs === null ? OPEN : ENDED,
    padded(life.createdAtMs),
    life.updatedAtMs,
    life.state,
    life.endedAtMs ?? NOT_ENDED,
    isSettled(life) ? '' : UNSETTLED,
  ].join('#');

function readPlace(todo: Todo): FollowedCase {
  const [, created, updated, state, ended = NOT_ENDED, settled] = todo.at.split('#');
  return {
    todo,
    name: todo.key.pk,
    createdAtMs: Number(created),
    updatedAtMs: Number(updated),
    state: state as LifeState,
    endedAtMs: ended === NOT_ENDED ? null : Number(ended),
    isSettled: settled !== UNSETTLED,
  };
}
