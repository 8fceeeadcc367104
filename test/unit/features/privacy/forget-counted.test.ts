import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../../lib/base/clock.ts';
import { type PastCase, pastCaseOf, placeHash } from '../../../../lib/case/past-entry.ts';
import { createDynamoPast } from '../../../../lib/features/history/dynamo-past.ts';
import { createDynamoPeople } from '../../../../lib/features/privacy/dynamo-people.ts';
import { findPerson } from '../../../../lib/features/privacy/find-person.ts';
import { searchFor } from '../../../../lib/features/privacy/person.ts';
import { type LocalTable, startDynalite } from '../../../support/aws/start-dynalite.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

it('forgets the cases of a person in every domain, and counts those of others as before', async () => {
  const parts = { ...table, clock: systemClock, random: Math.random };
  const ledger = createDynamoPast(parts, { keptMs: 93 * 86_400_000 });
  const nowMs = systemClock.now();
  const caseOf = (id: string, person: string) =>
    pastCaseOf({ case_id: id, user_email: person }, nowMs, [placeHash('soc')]);
  const bo = caseOf('c2', 'bo@acme.example');
  const [first, third] = [caseOf('c1', 'ada@acme.example'), caseOf('c3', 'ada@acme.example')];
  const markOf = (one: PastCase): PastCase => ({ ...one, person: null, type: null, places: [] });
  await ledger.addCases('acme', [first, bo], nowMs);
  await ledger.addCases('other#one', [third], nowMs);
  const person = searchFor('Ada@acme.example', []);
  const look = async (forget: boolean) => {
    const found: string[] = [];
    const all = findPerson({ ledger: createDynamoPeople(parts), person, forget });
    for await (const { row, forgetting } of all) found.push(`${row.kind} ${forgetting.do}`);
    return found.toSorted();
  };
  expect(await look(false)).toEqual(['counted rewrite', 'counted rewrite']);
  expect(await look(true)).toHaveLength(2);
  expect(await look(false)).toEqual([]);
  const range = { fromMs: 0, mostRows: 10 };
  expect((await ledger.cases('acme', range)).entries).toEqual([markOf(first), bo]);
  expect((await ledger.cases('other#one', range)).entries).toEqual([markOf(third)]);
});
