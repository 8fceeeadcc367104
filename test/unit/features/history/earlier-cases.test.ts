import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  caseHash,
  type PastCase,
  pastCaseOf,
  placeHash,
  readSent,
  secondsOf,
} from '../../../../lib/case/past-entry.ts';
import { createPast, type Past, type PastFacts } from '../../../../lib/features/history/earlier-cases.ts';
import type { PastTail } from '../../../../lib/feed/fact-finder.ts';
import type { Outcome } from '../../../../lib/posture/schemas/verdict-schema.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryPast } from '../../../support/memory/memory-past.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const WINDOW_MS = 90 * DAY_MS;
const [SOC, HR] = ['slack C0SOC00001', 'slack C0HR000001'].map(placeHash) as [string, string];

/** Processes of the poller that share a table and the row of a feed. */
function createWorld({ most = 20_000 } = {}) {
  const clock = createManualClock();
  const ledger = createMemoryPast();
  const failing = { put: false, read: false };
  const logged: string[] = [];
  const past = () =>
    createPast({
      ledger: {
        ...ledger,
        addCases: (...args) => (failing.put ? Promise.reject(new Error('no')) : ledger.addCases(...args)),
        cases: (...args) => (failing.read ? Promise.reject(new Error('no')) : ledger.cases(...args)),
      },
      domain: 'acme',
      clock,
      log: (event) => logged.push(event),
      windowMs: WINDOW_MS,
      most,
    });
  const row: { tail: PastTail | undefined } = { tail: undefined };
  const caseOf = (n: number, person = 'ada', type = 'sabotage', ageMs = 0, places = [SOC]): PastCase =>
    pastCaseOf({ case_id: `c${n}`, user_email: person, threat_type: type }, clock.now() - ageMs, places);
  const sentTo = (places: readonly string[], n: number): PastCase =>
    caseOf(n, 'ada', 'sabotage', 0, [...places]);
  /** One poll that meets these, and what each place is told. */
  async function told(by: Past, cases: readonly PastCase[], { saves = true, asks = true } = {}) {
    by.open(structuredClone(row.tail), undefined);
    by.note(cases);
    const found = asks ? await by.before(cases) : new Map<string, PastFacts>();
    const tail = await by.tail();
    if (saves) row.tail = structuredClone(tail);
    return found;
  }
  /** What the one place is told that all cases go to. */
  async function poll(
    by: Past,
    cases: readonly PastCase[],
    options: { saves?: boolean; asks?: boolean } = {},
  ) {
    const found = await told(by, cases, options);
    return new Map(
      [...found].flatMap(([id, facts]) => {
        const fact = facts.get(SOC);
        return fact ? [[id, fact] as const] : [];
      }),
    );
  }
  const decide = (n: number, outcome: Outcome, atMs = clock.now()) =>
    ledger.note('acme', { id: caseHash(`c${n}`), outcome, atSeconds: secondsOf(atMs) }, atMs);
  return { clock, ledger, failing, logged, past, row, caseOf, sentTo, poll, told, decide };
}

describe('the cases before a case', () => {
  it('are nothing on a new table, and then those of the person and of the type with what was decided', async () => {
    const { past, poll, caseOf, decide, clock } = createWorld();
    const one = past();
    expect(await poll(one, [caseOf(1)])).toEqual(new Map());
    clock.advance(60_000);
    await poll(one, [caseOf(2), caseOf(3, 'bo')]);
    await decide(1, 'SAFE');
    clock.advance(60_000);
    const next = caseOf(4);
    expect((await poll(one, [next])).get(next.id)).toEqual({
      days: 90,
      atLeast: true,
      person: { cases: 2, decided: { SAFE: 1 } },
      type: { cases: 3, decided: { SAFE: 1 } },
    });
    const other = caseOf(5, 'cleo', 'financial_fraud');
    expect((await poll(one, [other])).has(other.id)).toBe(false);
  });

  it('are not before a case that is older, whatever order they come in', async () => {
    const { past, poll, caseOf } = createWorld();
    const [older, newer] = [caseOf(1, 'ada', 'sabotage', 60_000), caseOf(2)];
    const found = await poll(past(), [newer, older]);
    expect(found.get(newer.id)?.person?.cases).toBe(1);
    expect(found.has(older.id)).toBe(false);
  });

  it('count the decision that was made last', async () => {
    const { past, poll, caseOf, decide, clock } = createWorld();
    await poll(past(), [caseOf(1)]);
    await decide(1, 'SAFE');
    clock.advance(HOUR_MS * 3);
    await decide(1, 'TRUE_POSITIVE');
    clock.advance(60_000);
    const next = caseOf(2);
    expect((await poll(past(), [next])).get(next.id)?.person?.decided).toEqual({ TRUE_POSITIVE: 1 });
  });

  it('are those of 90 days, and no longer "at least" when all of these were counted', async () => {
    const { past, poll, caseOf, clock, row } = createWorld();
    await poll(past(), [caseOf(1)]);
    clock.advance(50 * DAY_MS);
    await poll(past(), [caseOf(2)]);
    clock.advance(39 * DAY_MS);
    const third = caseOf(3);
    expect((await poll(past(), [third])).get(third.id)).toMatchObject({
      atLeast: true,
      person: { cases: 2 },
    });
    clock.advance(2 * DAY_MS);
    const fourth = caseOf(4);
    expect((await poll(past(), [fourth])).get(fourth.id)).toMatchObject({
      atLeast: false,
      person: { cases: 2 },
    });
    expect(row.tail?.sinceMs).toBeLessThan(clock.now() - WINDOW_MS);
  });

  it('are "at least" again after a version polled for long that counts nothing', async () => {
    const { past, caseOf, clock, row, poll } = createWorld();
    await poll(past(), [caseOf(1)]);
    row.tail = { ...(row.tail as PastTail), sinceMs: 1, upToMs: clock.now() };
    const polled = async (polledMs: number) => {
      const one = past();
      one.open(row.tail, polledMs);
      const next = caseOf(2);
      one.note([next]);
      return (await one.before([next])).get(next.id)?.get(SOC)?.atLeast;
    };
    expect(await polled(clock.now() + HOUR_MS)).toBe(false);
    expect(await polled(clock.now() + 2 * DAY_MS)).toBe(true);
  });

  it('say nothing while the table cannot be read, and all of it afterwards', async () => {
    const { past, poll, caseOf, failing, logged, clock } = createWorld();
    await poll(past(), [caseOf(1)]);
    clock.advance(60_000);
    failing.read = true;
    const next = caseOf(2);
    expect(await poll(past(), [next])).toEqual(new Map());
    expect(logged).toContain('earlier cases not read');
    failing.read = false;
    clock.advance(60_000);
    const third = caseOf(3);
    expect((await poll(past(), [third])).get(third.id)?.person?.cases).toBe(2);
  });

  it('are forgotten beyond what the memory holds, which is then said', async () => {
    const { past, poll, caseOf, clock } = createWorld({ most: 20 });
    const one = past();
    for (let n = 0; n < 40; n++) {
      await poll(one, [caseOf(n)]);
      clock.advance(60_000);
    }
    const next = caseOf(99);
    const fact = (await poll(one, [next])).get(next.id);
    expect(fact?.atLeast).toBe(true);
    expect(fact?.person?.cases).toBeLessThanOrEqual(20);
    expect(fact?.person?.cases).toBeGreaterThan(10);
  });
});

describe('a place', () => {
  it('is told only of cases that were sent there too, and of what was decided about these', async () => {
    const { past, told, sentTo, decide, clock } = createWorld();
    const one = past();
    await told(one, [sentTo([HR], 1), sentTo([HR, SOC], 2), sentTo([], 3)]);
    await decide(1, 'TRUE_POSITIVE');
    clock.advance(60_000);
    const next = sentTo([SOC, HR], 4);
    const facts = (await told(one, [next])).get(next.id);
    expect(facts?.get(SOC)).toMatchObject({ person: { cases: 1, decided: {} }, type: { cases: 1 } });
    expect(facts?.get(HR)).toMatchObject({ person: { cases: 2, decided: { TRUE_POSITIVE: 1 } } });
  });

  it.each([
    ['in the row of the feed', 1_000],
    ['in a row of its own', 2 * HOUR_MS],
  ])('is told nothing where all that was before went elsewhere, and is %s', async (_where, waitMs) => {
    const { past, told, sentTo, clock } = createWorld();
    await told(past(), [sentTo([HR], 1)]);
    clock.advance(waitMs);
    await told(past(), []);
    expect(await told(past(), [sentTo([SOC], 2)])).toEqual(new Map());
  });

  it.each([
    ['in the row of the feed', 1_000],
    ['in a row of its own', 2 * HOUR_MS],
  ])(
    'is not told of a case that routes send there now, and that is noted otherwise %s',
    async (_where, waitMs) => {
      const { past, told, sentTo, clock } = createWorld();
      const secret = sentTo([HR], 1);
      await told(past(), [secret]);
      clock.advance(waitMs);
      await told(past(), []);
      expect(await told(past(), [{ ...secret, places: [SOC] }, sentTo([SOC], 2)])).toEqual(new Map());
    },
  );

  it('is told of a case without a type only where the person is the same', async () => {
    const { past, poll, caseOf, clock } = createWorld();
    const one = past();
    await poll(one, [caseOf(1, 'ada', ''), caseOf(2, 'bo', '')]);
    clock.advance(1_000);
    const next = caseOf(3, 'ada', '');
    expect((await poll(one, [next])).get(next.id)).toMatchObject({ person: { cases: 1 }, type: null });
  });
});

describe('a person who was forgotten', () => {
  const marked = (one: PastCase): PastCase => ({ ...one, person: null, type: null, places: [] });

  it('is not counted again by a process that meets the case again, nor written again', async () => {
    const { past, poll, caseOf, clock, row, ledger } = createWorld();
    const forgotten = caseOf(1);
    await ledger.addCases('acme', [marked(forgotten)], clock.now());
    clock.advance(2 * HOUR_MS);
    const one = past();
    await poll(one, [forgotten], { asks: false });
    expect(readSent(row.tail?.sent)).toEqual([]);
    const next = caseOf(2);
    expect(await poll(one, [next])).toEqual(new Map());
    clock.advance(2 * HOUR_MS);
    await poll(one, []);
    const { entries } = await ledger.cases('acme', { fromMs: 0, mostRows: 9 });
    expect(entries.filter(({ person }) => person === forgotten.person)).toEqual([next]);
  });

  it('is put into no row while the rows cannot be read', async () => {
    const { past, poll, caseOf, clock, ledger, failing } = createWorld();
    const forgotten = caseOf(1);
    await ledger.addCases('acme', [marked(forgotten)], clock.now());
    failing.read = true;
    const one = past();
    for (let n = 0; n < 3; n++) {
      clock.advance(HOUR_MS);
      await poll(one, [forgotten], { asks: false });
    }
    const rows = async () => (await ledger.cases('acme', { fromMs: 0, mostRows: 9 })).entries;
    expect(await rows()).toEqual([marked(forgotten)]);
    failing.read = false;
    await poll(one, [caseOf(2)]);
    expect((await rows()).filter(({ id }) => id === forgotten.id)).toEqual([marked(forgotten)]);
  });

  it('is counted no longer by a process that knew the case, once another one has put something into a row', async () => {
    const { past, poll, caseOf, clock, ledger } = createWorld();
    const [one, other] = [past(), past()];
    const forgotten = caseOf(1);
    await poll(one, [forgotten]);
    clock.advance(2 * HOUR_MS);
    await poll(one, []);
    await ledger.addCases('acme', [marked(forgotten)], clock.now());
    await poll(
      other,
      Array.from({ length: 20 }, (_, n) => caseOf(100 + n, 'bo')),
    );
    clock.advance(60_000);
    const next = caseOf(2);
    expect((await poll(one, [next])).get(next.id)?.person).toBeNull();
  });
});

describe('the row of the feed', () => {
  it('keeps a few cases, and for an hour at the most', async () => {
    const { past, poll, caseOf, clock, row, ledger } = createWorld();
    const one = past();
    await poll(one, [caseOf(1), caseOf(2)]);
    expect(readSent(row.tail?.sent)).toHaveLength(2);
    const before = JSON.stringify(row.tail);
    clock.advance(30 * 60_000);
    await poll(one, []);
    // A poll that finds nothing has nothing to write.
    expect(JSON.stringify(row.tail)).toBe(before);
    clock.advance(31 * 60_000);
    await poll(one, []);
    expect(row.tail?.sent).toBeUndefined();
    expect((await ledger.cases('acme', { fromMs: 0, mostRows: 9 })).entries).toHaveLength(2);
  });

  it('stays small while nothing can be put anywhere else, and it is said that not all is counted', async () => {
    const { past, poll, caseOf, row, failing, clock } = createWorld();
    failing.put = true;
    const one = past();
    for (let n = 0; n < 40; n++)
      await poll(
        one,
        Array.from({ length: 20 }, (_, at) => caseOf(n * 20 + at)),
      );
    expect(readSent(row.tail?.sent).length).toBe(300);
    expect(row.tail?.sinceMs).toBe(clock.now());
  });

  it('is nothing where no case ever came', async () => {
    const { past, poll, row } = createWorld();
    await poll(past(), []);
    expect(row.tail).toBeUndefined();
  });
});

/** What a poll meets, and what becomes of it. */
const step = fc.record({
  process: fc.nat(2),
  people: fc.array(fc.nat(3), { maxLength: 6 }),
  saves: fc.boolean(),
  crashes: fc.boolean(),
  puts: fc.boolean(),
  decides: fc.option(fc.nat(20), { nil: null }),
  minutes: fc.integer({ min: 1, max: 90 }),
});

it('counts each case once, through crashes, lost writes, repeats and other processes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { past, poll, caseOf, decide, clock, failing } = createWorld();
      const processes = [past(), past(), past()];
      const all: PastCase[] = [];
      const decided = new Set<string>();
      /** Met, and not written down: the next poll meets them again, since its mark was not moved. */
      let unsaved: PastCase[] = [];
      for (const { process, people, saves, crashes, puts, decides, minutes } of steps) {
        clock.advance(minutes * 60_000);
        failing.put = !puts;
        const news = people.map((person, at) => caseOf(all.length + at, `p${person}`));
        all.push(...news);
        const met = [...news, ...unsaved];
        const found = await poll(processes[process] as Past, met, { saves });
        for (const one of news) {
          const isBefore = (other: PastCase) =>
            other.atSeconds < one.atSeconds || (other.atSeconds === one.atSeconds && other.id < one.id);
          const mine = all.filter((other) => other.person === one.person && isBefore(other));
          expect(found.get(one.id)?.person?.cases ?? 0).toBe(mine.length);
          expect(found.get(one.id)?.person?.decided.SAFE ?? 0).toBe(
            mine.filter(({ id }) => decided.has(id)).length,
          );
        }
        unsaved = saves ? [] : met;
        if (crashes) processes[process] = past();
        if (decides !== null && decides < all.length) {
          await decide(decides, 'SAFE');
          decided.add(caseHash(`c${decides}`));
        }
      }
    }),
    { numRuns: 200 },
  );
});
