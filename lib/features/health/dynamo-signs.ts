import type { CallAws } from '../../base/aws/signed-aws.ts';
import type { Random } from '../../base/clock.ts';
import type { TodoList } from '../../base/todo-list.ts';
import { type DynamoParts, newWriteId } from '../../dynamo/dynamo-calls.ts';
import { insertAll } from '../../dynamo/dynamo-inserts.ts';
import { insertOnce } from '../../dynamo/insert-statement.ts';
import { number, type Row, text } from '../../dynamo/row-values.ts';
import { signRow } from '../../ledger/bridge-rows.ts';
import { type LeaveSign, listOf, type Sign, type Signs } from './signs.ts';

/** A sign is all in its key, so that listing keys is enough. */
const FORMAT = 1;
const MOST = 1_000;

function rowOf(sign: Sign, random: Random): Row {
  const { pk, sk } = signRow.key(sign, newWriteId(random));
  return {
    pk: text(pk),
    sk: text(sk),
    v: number(FORMAT),
    expiresAtSeconds: number(Math.ceil((sign.atMs + signRow.keptMs) / 1000)),
    todo: text(signRow.list(listOf(sign))),
    todoAt: text(new Date(sign.atMs).toISOString()),
  };
}

/** Leaves signs as rows that are only ever added. */
export const createDynamoLeaveSign =
  (parts: DynamoParts): LeaveSign =>
  async (sign) =>
    void (await insertAll(parts, [rowOf(sign, parts.random)]));

/** The same without the SDK, for the action function. */
export const createSignedLeaveSign =
  (callAws: CallAws, tableName: string, random: Random): LeaveSign =>
  async (sign) =>
    void (await insertOnce(callAws, tableName, rowOf(sign, random)));

/** The newest first: in a flood of signs, these are the ones that count. */
export const createDynamoSigns = (todo: TodoList): Signs => ({
  async since(list, sinceMs) {
    const found = await todo.list(signRow.list(list), {
      limit: MOST,
      from: new Date(sinceMs).toISOString(),
      backwards: true,
      belongs: ({ pk }) => pk.startsWith('sign#'),
    });
    return found.flatMap(({ key }) => (signRow.readKey(key) as Sign | null) ?? []);
  },
});
