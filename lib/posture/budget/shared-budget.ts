import type { Clock, Random } from '../../base/clock.ts';
import {
  CONTRACT_LIMITS,
  ceiling,
  createMemoryBudget,
  DEFAULT_CLOSE_MS,
  type Grant,
  type Priority,
  type RequestBudget,
  type RequestKind,
} from '../request-budget.ts';
import { BudgetBlocks } from './budget-blocks.ts';
import type { BudgetRows } from './budget-rows.ts';
import {
  type BudgetRow,
  type Counts,
  correctedCounts,
  heldSecond,
  secondOf,
  totalOf,
  USE_WITHIN_MS,
  waitMs,
} from './budget-window.ts';

export interface SharedBudgetOptions {
  readonly rows: BudgetRows;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits?: Readonly<Record<RequestKind, number>> | undefined;
  /** The rows cannot be reached, so this function goes on alone, slowly. */
  readonly onProblem: (error: unknown) => void;
}

/** So many functions may be cut off from the table at once and still stay below the limit together. */
const ALONE_SHARE = 0.1;
const ALONE_FOR_MS = 5_000;
/**
 * For no longer does a 429 keep functions away. What ends later was written by a clock ahead of ours, or before ours was put
 * back: it does not count, and if the server still means it, it says so again.
 */
const LONGEST_CLOSE_MS = 10 * 60_000;
/** Each round is a write that another was quicker than, or a look at the row: more than a few are rare. */
const MAX_ROUNDS = 20;

const GRANTED: Grant = { granted: true };
const refused = (retryAfterMs: number): Grant => ({ granted: false, retryAfterMs });

interface Held {
  readonly blocks: BudgetBlocks;
  row: BudgetRow | null;
  readAtMs: number;
  closedUntilMs: number;
  /** Leases of one function come one after the other, or they would fail on each other's version. */
  queue: Promise<unknown>;
}

const nothingHeld = (): Held => ({
  blocks: new BudgetBlocks(),
  row: null,
  readAtMs: 0,
  closedUntilMs: 0,
  queue: Promise.resolve(),
});

/**
 * One budget for all functions that use one API key. Requests are leased in small blocks by one conditional
 * write on the row as last known; only when that fails is the row read again.
 */
export function createSharedBudget(options: SharedBudgetOptions): RequestBudget {
  const { rows, clock, random, limits = CONTRACT_LIMITS, onProblem } = options;
  const held: Record<RequestKind, Held> = { read: nothingHeld(), write: nothingHeld() };
  const believed = (untilMs: number) => (untilMs <= clock.now() + LONGEST_CLOSE_MS ? untilMs : 0);
  const newWriteId = () => random().toString(36).slice(2);

  // Live polling must not stop because a table did, and the server's own 429 stays as the second fence.
  const alone = createMemoryBudget(clock, { read: tenth(limits.read), write: tenth(limits.write) });
  let aloneUntilMs = 0;

  async function take(kind: RequestKind, priority: Priority): Promise<Grant> {
    const atOnce = fromMemory(kind, priority);
    if (atOnce) return atOnce;
    const mine = held[kind].queue.then(() => lease(kind, priority));
    held[kind].queue = mine.catch(() => undefined);
    return mine;
  }

  function fromMemory(kind: RequestKind, priority: Priority): Grant | null {
    const { blocks } = held[kind];
    const closedUntilMs = believed(held[kind].closedUntilMs);
    const now = clock.now();
    if (now < closedUntilMs) return refused(closedUntilMs - now);
    return blocks.use(now, ceiling(limits[kind], priority)) ? GRANTED : null;
  }

  async function lease(kind: RequestKind, priority: Priority): Promise<Grant> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const atOnce = fromMemory(kind, priority);
      if (atOnce) return atOnce;
      if (clock.now() < aloneUntilMs) return takeAlone(kind, priority);
      try {
        const outcome = await tryLease(kind, ceiling(limits[kind], priority));
        if (outcome !== 'again') return outcome;
      } catch (error) {
        aloneUntilMs = clock.now() + ALONE_FOR_MS;
        onProblem(error);
      }
    }
    return refused(50 + Math.round(random() * 200));
  }

  /** `again`: something changed that `lease` has to look at; in the best case there is a block now. */
  async function tryLease(kind: RequestKind, highest: number): Promise<Grant | 'again'> {
    const mine = held[kind];
    if (!mine.row) {
      await refresh(kind);
      return 'again';
    }
    const now = clock.now();
    const known = mine.row;
    const corrections = mine.blocks.takeCorrections();
    const counts = correctedCounts(known.counts, corrections, now);
    const before = totalOf(counts);
    const room = highest - before;
    if (room <= 0 && !owes(corrections)) {
      keep(kind, corrections);
      if (now - mine.readAtMs < USE_WITHIN_MS) return refused(waitMs(counts, highest, now));
      // Others may have given back what they did not use.
      await refresh(kind);
      return 'again';
    }
    // Near the ceiling a small part of what is left: an unused block there keeps others waiting.
    const size = Math.max(0, Math.min(mine.blocks.wanted, Math.ceil(room / 4)));
    const second = heldSecond(now);
    if (size > 0) counts.set(second, (counts.get(second) ?? 0) + size);
    const written = await write(kind, known, counts, corrections);
    if (written && size > 0) mine.blocks.add(now, size, before);
    return 'again';
  }

  async function write(kind: RequestKind, known: BudgetRow, counts: Counts, corrections: Counts) {
    const writeId = newWriteId();
    const next = { ...known, version: known.version + 1, counts, writeId };
    try {
      const replaced = await rows.replace(kind, known.version, counts, writeId);
      if (replaced === 'written') {
        remember(kind, next);
        return true;
      }
      const row = await refresh(kind);
      if (row.writeId === writeId) return true;
      // Giving back twice would overrun the limit; what is owed twice only slows us down.
      keep(kind, replaced === 'moved on' ? corrections : debts(corrections));
      return false;
    } catch (error) {
      // It may have been written all the same.
      keep(kind, debts(corrections));
      held[kind].row = null;
      throw error;
    }
  }

  async function refresh(kind: RequestKind): Promise<BudgetRow> {
    const row = await rows.read(kind);
    held[kind].row = null;
    remember(kind, row);
    return row;
  }

  function remember(kind: RequestKind, row: BudgetRow): void {
    const mine = held[kind];
    if (mine.row && mine.row.version > row.version) return;
    mine.row = row;
    mine.readAtMs = clock.now();
    mine.closedUntilMs = Math.max(mine.closedUntilMs, believed(row.closedUntilMs));
  }

  function keep(kind: RequestKind, corrections: Counts): void {
    for (const [second, by] of corrections) held[kind].blocks.correct(second, by);
  }

  async function takeAlone(kind: RequestKind, priority: Priority): Promise<Grant> {
    const grant = await alone.take(kind, priority);
    if (grant.granted) held[kind].blocks.correct(secondOf(clock.now()), 1);
    return grant;
  }

  async function close(kind: RequestKind, forMs = DEFAULT_CLOSE_MS): Promise<void> {
    const mine = held[kind];
    const untilMs = clock.now() + Math.min(forMs, LONGEST_CLOSE_MS);
    mine.closedUntilMs = Math.max(believed(mine.closedUntilMs), untilMs);
    mine.blocks.drop();
    try {
      const row = await rows.close(kind, untilMs, newWriteId());
      if (row) remember(kind, row);
    } catch (error) {
      onProblem(error);
    }
  }

  return { take, close };
}

const tenth = (limit: number): number => Math.max(1, Math.floor(limit * ALONE_SHARE));
const debts = (corrections: Counts): Counts => new Map([...corrections].filter(([, by]) => by > 0));
const owes = (corrections: Counts): boolean => debts(corrections).size > 0;
