import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../../../lib/base/clock.ts';
import { createDynamoBudget } from '../../../../lib/dynamo/dynamo-budget.ts';
import type { BudgetRows } from '../../../../lib/posture/budget/budget-rows.ts';
import { SHARED_WINDOW_MS } from '../../../../lib/posture/budget/budget-window.ts';
import { createSharedBudget } from '../../../../lib/posture/budget/shared-budget.ts';
import {
  type Priority,
  type RequestBudget,
  type RequestKind,
  WINDOW_MS,
} from '../../../../lib/posture/request-budget.ts';
import { describeRequestBudget } from '../../../contract/request-budget.ts';
import { type LocalTable, startDynalite } from '../../../support/aws/start-dynalite.ts';
import { shareOf } from '../../../support/extent.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryBudgetRows } from '../../../support/memory/memory-budget-rows.ts';

type Limits = Record<RequestKind, number>;

let table: LocalTable;
let keys = 0;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

const fail = (error: unknown): void => {
  throw error;
};
const overTable = (clock: Clock, limits: Limits, key = `acme-${++keys}`) =>
  createDynamoBudget({ ...table, key, clock, random: Math.random, limits, onProblem: fail });
const overRows = (clock: Clock, limits: Limits, rows = createMemoryBudgetRows(), onProblem = fail) =>
  createSharedBudget({ rows, clock, random: Math.random, limits, onProblem });

const COARSE = { windowMs: SHARED_WINDOW_MS + 1_000 };
describeRequestBudget('the shared budget', overRows, COARSE);
describeRequestBudget('the budget on DynamoDB', (clock, limits) => overTable(clock, limits), COARSE);

it('is not closed by a clock that is an hour ahead, and closes again when the server says so again', async () => {
  const rows = createMemoryBudgetRows();
  const [ahead, right] = [createManualClock(), createManualClock()];
  ahead.advance(60 * 60_000);
  await overRows(ahead, { read: 10, write: 10 }, rows).close('read', 2_000);
  const budget = overRows(right, { read: 10, write: 10 }, rows);
  expect(await budget.take('read', 'live')).toEqual({ granted: true });
  await budget.close('read', 2_000);
  expect(await budget.take('read', 'live')).toEqual({ granted: false, retryAfterMs: 2_000 });
  right.advance(2_000);
  expect(await budget.take('read', 'live')).toEqual({ granted: true });
});

interface Step {
  /** Who asks at once, and how often. */
  readonly bursts: ReadonlyArray<{ readonly who: number; readonly takes: number }>;
  readonly priority: Priority;
  readonly waitMs: number;
  readonly closeMs: number | null;
}
const burst = fc.record({ who: fc.nat(4), takes: fc.constantFrom(1, 1, 2, 3, 10, 120) });
const step = (atOnce: number): fc.Arbitrary<Step> =>
  fc.record({
    bursts: fc.array(burst, { minLength: 1, maxLength: atOnce }),
    priority: fc.constantFrom<Priority>('live', 'live', 'interactive', 'background', 'backfill'),
    // Around the edges: a block used at its last moment, a window that has just let go of it.
    waitMs: fc.oneof(
      fc.constantFrom(0, 1, 200, 998, 1_000, 1_001, 1_500, 1_999, 2_000, 2_001),
      fc.constantFrom(27_999, 28_000, 29_999, 30_000, 30_001),
      fc.constantFrom(57_000, 58_001, 59_001, 60_000, 60_999, 61_001, 62_000, 63_000),
      fc.integer({ min: 0, max: 3_000 }),
    ),
    closeMs: fc.option(fc.integer({ min: 1, max: 5_000 }), { freq: 30 }),
  });
const history = (maxLength: number, atOnce = 3) =>
  fc.record({
    steps: fc.array(step(atOnce), { minLength: 3, maxLength }),
    limit: fc.integer({ min: 3, max: 100 }),
  });

type Create = (clock: ReturnType<typeof createManualClock>, limits: Limits) => RequestBudget;

/** Plays the steps on five functions and checks every minute of what was used. */
async function play(
  { steps, limit }: { steps: readonly Step[]; limit: number },
  create: Create,
  allowed = limit,
) {
  const clock = createManualClock();
  const five = Array.from({ length: 5 }, () => create(clock, { read: limit, write: limit }));
  const used: number[] = [];
  for (const { bursts, priority, waitMs, closeMs } of steps) {
    const ask = async ({ who, takes }: { who: number; takes: number }) => {
      for (let taken = 0; taken < takes; taken++) {
        if (!(await five[who]?.take('read', priority))?.granted) return;
        used.push(clock.now());
      }
    };
    await Promise.all(bursts.map(ask));
    if (closeMs !== null) await five[bursts[0]?.who ?? 0]?.close('read', closeMs);
    clock.advance(waitMs);
  }
  let first = 0;
  for (const [last, time] of used.sort((a, b) => a - b).entries()) {
    while ((used[first] ?? 0) <= time - WINDOW_MS) first++;
    const count = last - first + 1;
    if (count > allowed) throw new Error(`${count} requests in a minute, ${allowed} allowed`);
  }
}

/** Rows that write at once and answer late. */
const late = (rows: BudgetRows, next: () => number, clock: { advance(ms: number): void }): BudgetRows => ({
  ...rows,
  async replace(...args) {
    const written = await rows.replace(...args);
    if (next() < 0.3) clock.advance(Math.round(next() * 2_500));
    return written;
  },
});

/** Rows behind a client that loses answers and repeats the call, while others go on, as the SDK does. */
const repeating = (rows: BudgetRows, next: () => number): BudgetRows => ({
  ...rows,
  async replace(...args) {
    const written = await rows.replace(...args);
    if (next() < 0.6) return written;
    for (let pause = next() * 60; pause > 0; pause--) await Promise.resolve();
    const repeated = await rows.replace(...args);
    return repeated === 'written' ? 'written' : 'unsure';
  },
});

/** Rows that are out of reach now and then, before or after they wrote. */
function unreliable(rows: BudgetRows, next: () => number): BudgetRows {
  const lose = (chance: number) => {
    if (next() < chance) throw new Error('lost');
  };
  return {
    async read(kind) {
      lose(0.05);
      return rows.read(kind);
    },
    async replace(...args) {
      lose(0.05);
      const written = await rows.replace(...args);
      lose(0.1);
      return written;
    },
    async close(...args) {
      lose(0.1);
      return rows.close(...args);
    },
  };
}

const chances = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }));

describe('five functions on one budget', () => {
  const asTheyAre = (rows: BudgetRows) => rows;
  const none = () => undefined;

  it.each([
    ['never exceed a minute, in any order of their requests', history(25), asTheyAre, 1_500],
    ['never exceed it when answers are late', history(25, 1), late, 500],
    ['never exceed it when answers are lost and calls repeated', history(25, 5), repeating, 1_000],
  ])('together %s', async (_what, histories, behave, numRuns) => {
    await fc.assert(
      fc.asyncProperty(histories, chances, async (one, stream) => {
        const rows = createMemoryBudgetRows();
        const next = () => Number(stream.next().value);
        await play(one, (clock, limits) => overRows(clock, limits, behave(rows, next, clock)));
      }),
      { numRuns: shareOf(numRuns) },
    );
  });

  it('together never exceed a minute on DynamoDB either', async () => {
    await fc.assert(
      fc.asyncProperty(history(8), async (one) => {
        const key = `shared-${++keys}`;
        await play(one, (clock, limits) => overTable(clock, limits, key));
      }),
      { numRuns: 6 },
    );
  });

  it('exceed it by no more than a tenth each when the rows are out of reach now and then', async () => {
    await fc.assert(
      fc.asyncProperty(history(25), chances, async (one, stream) => {
        const rows = unreliable(createMemoryBudgetRows(), () => Number(stream.next().value));
        const alone = Math.max(1, Math.floor(one.limit / 10));
        const create: Create = (clock, limits) => overRows(clock, limits, rows, none);
        await play(one, create, one.limit + 5 * alone);
      }),
      { numRuns: shareOf(300) },
    );
  });

  it('get most of a minute out together, though each leases blocks', async () => {
    const clock = createManualClock();
    const rows = createMemoryBudgetRows();
    const five = Array.from({ length: 5 }, () => overRows(clock, { read: 1000, write: 200 }, rows));
    let used = 0;
    for (let ms = 0; ms < 600_000; ms += 50) {
      const budget = five[(ms / 50) % 5];
      if ((await budget?.take('read', 'live'))?.granted) used++;
      clock.advance(50);
    }
    expect(used).toBeGreaterThan(9_400);
  });
});

describe('a shared budget', () => {
  const counted = (rows: BudgetRows) => {
    const calls = { read: 0, replace: 0 };
    const counting: BudgetRows = {
      ...rows,
      read(...args) {
        calls.read++;
        return rows.read(...args);
      },
      replace(...args) {
        calls.replace++;
        return rows.replace(...args);
      },
    };
    return { calls, counting };
  };

  it('costs a function that asks every five seconds two writes a minute and no read', async () => {
    const clock = createManualClock();
    const { calls, counting } = counted(createMemoryBudgetRows());
    const budget = overRows(clock, { read: 1000, write: 200 }, counting);
    for (let poll = 0; poll < 100; poll++) {
      await budget.take('read', 'live');
      clock.advance(5_000);
    }
    expect(calls.read).toBe(1);
    // 100 requests in 500 seconds.
    expect(calls.replace).toBeLessThan(20);
  });

  it('costs a function that asks once a minute one write for all that it asks then', async () => {
    const clock = createManualClock();
    const { calls, counting } = counted(createMemoryBudgetRows());
    const budget = overRows(clock, { read: 1000, write: 200 }, counting);
    for (let poll = 0; poll < 100; poll++) {
      await Promise.all([budget.take('read', 'live'), budget.take('read', 'live')]);
      clock.advance(60_000);
    }
    expect(calls.read).toBe(1);
    expect(calls.replace).toBeLessThan(105);
  });

  it('costs a busy function one write for twenty requests', async () => {
    const clock = createManualClock();
    const { calls, counting } = counted(createMemoryBudgetRows());
    const budget = overRows(clock, { read: 1000, write: 200 }, counting);
    for (let request = 0; request < 500; request++) {
      await budget.take('read', 'live');
      clock.advance(60);
    }
    expect(calls.replace).toBeLessThan(35);
    expect(calls.read).toBe(1);
  });

  it('gives many callers at once what they ask for without stepping on its own feet', async () => {
    const { calls, counting } = counted(createMemoryBudgetRows());
    const budget = overRows(createManualClock(), { read: 1000, write: 200 }, counting);
    const grants = await Promise.all(Array.from({ length: 200 }, () => budget.take('read', 'live')));
    expect(grants.every((grant) => grant.granted)).toBe(true);
    expect(calls.read).toBe(1);
    expect(calls.replace).toBeLessThan(20);
  });

  it('keeps what was leased for the more urgent from the less urgent', async () => {
    const clock = createManualClock();
    const budget = overRows(clock, { read: 100, write: 20 });
    for (let request = 0; request < 72; request++) await budget.take('read', 'live');
    expect((await budget.take('read', 'backfill')).granted).toBe(false);
    expect((await budget.take('read', 'background')).granted).toBe(true);
  });

  it('shows a closing to every other function at its next lease, half a minute later at most', async () => {
    const clock = createManualClock();
    const rows = createMemoryBudgetRows();
    const [one, other] = [
      overRows(clock, { read: 100, write: 20 }, rows),
      overRows(clock, { read: 100, write: 20 }, rows),
    ];
    for (let request = 0; request < 10; request++) await other.take('read', 'live');
    await one.close('read', 60_000);
    clock.advance(30_000);
    expect(await other.take('read', 'live')).toEqual({ granted: false, retryAfterMs: 30_000 });
    expect(await other.take('write', 'live')).toEqual({ granted: true });
  });

  it.each([
    ['the answer is lost', () => Promise.reject(new Error('lost'))],
    ['the call was repeated and others wrote since', async () => 'unsure' as const],
  ])('gives nothing back twice when %s', async (_what, answer) => {
    const clock = createManualClock();
    const memory = createMemoryBudgetRows();
    let shaky = false;
    const rows: BudgetRows = {
      ...memory,
      async replace(kind, ...args) {
        const written = await memory.replace(kind, ...args);
        if (!shaky) return written;
        shaky = false;
        const { version, counts } = await memory.read(kind);
        await memory.replace(kind, version, counts, 'another');
        return answer();
      },
    };
    const budget = overRows(clock, { read: 100, write: 20 }, rows, () => undefined);
    // The last of these opens a block of which all the rest expires.
    for (let request = 0; request < 32; request++) await budget.take('read', 'live');
    clock.advance(30_000);
    shaky = true;
    await budget.take('read', 'live');
    clock.advance(5_000);
    let granted = 33;
    while ((await budget.take('read', 'live')).granted) granted++;
    expect(granted).toBeLessThanOrEqual(100);
    expect(granted).toBeGreaterThan(70);
  });

  it('goes on alone with a tenth when the rows are out of reach, says so, and comes back', async () => {
    const clock = createManualClock();
    const memory = createMemoryBudgetRows();
    let broken = true;
    const gate = <T>(answer: Promise<T>) => (broken ? Promise.reject(new Error('out of reach')) : answer);
    const rows: BudgetRows = {
      read: (...args) => gate(memory.read(...args)),
      replace: (...args) => gate(memory.replace(...args)),
      close: (...args) => gate(memory.close(...args)),
    };
    const problems: unknown[] = [];
    const budget = overRows(clock, { read: 100, write: 20 }, rows, (error) => void problems.push(error));
    let granted = 0;
    while ((await budget.take('read', 'live')).granted) granted++;
    expect(granted).toBe(10);
    expect(problems).toHaveLength(1);
    await budget.close('read', 1_000);
    expect(await budget.take('read', 'live')).toEqual({ granted: false, retryAfterMs: 1_000 });

    broken = false;
    clock.advance(5_000);
    while ((await budget.take('read', 'live')).granted) granted++;
    expect(granted).toBe(100);
  });
});
