import { FORGOTTEN_LIST } from '../../lib/base/key-names.ts';
import { createDynamoPeople } from '../../lib/features/privacy/dynamo-people.ts';
import { findPerson } from '../../lib/features/privacy/find-person.ts';
import { searchFor } from '../../lib/features/privacy/person.ts';
import {
  newForgottenList,
  readForgotten,
  withPerson,
  writeForgotten,
} from '../../lib/outbox/forgotten/forgotten-list.ts';
import type { Bridge } from './bridge.ts';
import { PEOPLE } from './platform.ts';
import type { World } from './world.ts';

/** Whom an operator had forgotten, and since when it was done. */
export interface Forgotten {
  readonly email: string;
  /** When it was begun. */
  readonly atMs: number;
  /** When a first run had done all of it; `doneAtMs`: a second one. */
  onceMs: number | null;
  doneAtMs: number | null;
}

/** A run that finds something under way is run again, as its own words say. */
const AGAIN_MS = 60_000;
const MOST_RUNS = 30;
/** And once more some time later, for what was under way. */
const ONCE_MORE_MS = 120_000;

/** What operators do with their command. */
export function createOperators(world: World, bridge: Bridge, keys: Map<string, string>) {
  const { time, say, count, createInstance } = world;
  const forgotten: Forgotten[] = [];

  /** As the command does before it erases anything. */
  function addToList(email: string): void {
    const before = keys.get(FORGOTTEN_LIST);
    const list = before ? readForgotten(before) : newForgottenList(Buffer.alloc(16, 1));
    keys.set(FORGOTTEN_LIST, writeForgotten(withPerson(list, [email], time.nowMs)));
  }

  async function run(one: Forgotten): Promise<boolean> {
    addToList(one.email);
    const { table } = bridge.portsOf(createInstance('operator'));
    const found = findPerson({
      ledger: createDynamoPeople({ ...table, timeoutMs: 60_000 }),
      ...{ person: searchFor(one.email, []), forget: true, leftovers: true },
    });
    let isAll = true;
    for await (const { row, forgetting } of found)
      if (forgetting.do === 'cannot' && row.kind !== 'trail' && row.kind !== 'proof') {
        say(() => `not forgotten yet: ${row.kind} ${forgetting.why}`);
        isAll = false;
      }
    return isAll;
  }

  function attempt(one: Forgotten, runs = 0, isSecond = false): void {
    if (runs >= MOST_RUNS) return;
    let isAnswered = false;
    const again = () => time.schedule(time.nowMs + AGAIN_MS, () => attempt(one, runs + 1, isSecond));
    run(one).then(
      (isAll) => {
        isAnswered = true;
        if (!isAll) again();
        else if (isSecond) one.doneAtMs = time.nowMs;
        else {
          one.onceMs = time.nowMs;
          time.schedule(time.nowMs + ONCE_MORE_MS, () => attempt(one, 0, true));
        }
      },
      (error: Error) => {
        isAnswered = true;
        say(() => `forgetting failed: ${error.message}`);
        again();
      },
    );
    // Its machine may have died too.
    time.schedule(time.nowMs + AGAIN_MS - 1, () => {
      if (!isAnswered) attempt(one, runs + 1, isSecond);
    });
  }

  return {
    forgotten,
    forget(person: number): void {
      const one: Forgotten = { email: PEOPLE[person] ?? '', atMs: time.nowMs, onceMs: null, doneAtMs: null };
      forgotten.push(one);
      count('forgotten');
      say(() => `an operator forgets ${one.email}`);
      attempt(one);
    },
  };
}
export type Operators = ReturnType<typeof createOperators>;
