import type { Clock } from '../base/clock.ts';
import { inParallel } from '../base/in-parallel.ts';
import { leaveToNewer } from '../base/read-versioned.ts';
import type { RowKey, Todo } from '../base/todo-list.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import { type Delivery, type DeliveryKey, isGroupable, isNothingShown } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { arrivalOf, arrivalsOf } from './item-content.ts';
import { isOrdinary, ORDINARY, rankIn, severityIn } from './priority.ts';
import {
  type Arrival,
  CALM,
  countArrival,
  isInWindow,
  isWorthWriting,
  type Message,
  type Storm,
} from './storm.ts';

export interface StormCountParts {
  readonly ledger: DeliveryLedger;
  readonly clock: Clock;
  /** Whether another message covers a new item, so that it gets none of its own. */
  readonly isCovered: (delivery: Delivery) => Promise<boolean>;
}

/** What fits on a screen. If more items wait, a digest stands for the old ones. */
export const SCREENFUL = 20;
/** More than these are not counted one by one. */
const MOST_COUNTED = 2_000;
const AT_ONCE = 10;
/** How many waiting threats are checked for whether their case covers them. */
const MOST_LOOKED_UP = 100;
/** How many items of a storm are counted with one write. */
const COUNTED_AT_ONCE = 15;
/** How long a process believes that no case covers a waiting threat. */
const BELIEVED_MS = 600_000;
const MOST_BELIEVED = 5_000;

/** The first of what waits for a destination. */
export interface Head {
  readonly todos: readonly Todo[];
  /** Nothing waits besides these. */
  readonly isWhole: boolean;
}

/** A storm with one message more. */
export interface StormCounted {
  readonly before: Storm;
  readonly storm: Storm;
  /** Writes the count if that is needed. False when another function was quicker. */
  readonly save: () => Promise<boolean>;
}

/** Counts what comes for one destination, while one run works for it. */
export interface StormCount {
  /** `item`: a new one, or a group with what its threats say. */
  count(item: SavedDelivery, threshold: number, head: Head): Promise<StormCounted>;
  /** The storm as it is written down. */
  written(): Promise<Storm>;
  /** New items that wait, severe ones aside. */
  waiting(limit?: number): Promise<readonly Todo[]>;
  /** Those of them that get a message of their own after this one. */
  alone(delivery: Delivery, listed: readonly Todo[]): Promise<readonly Todo[]>;
  /** The next row of this rank that is counted and still to be shown; undefined if there is none. */
  next(rank: string): Todo | undefined;
  /** Nothing more is to be done about this row. */
  over(row: RowKey): void;
}

/** What a process knows of a storm: the row, and what was counted since it was written. */
interface KnownStorm {
  readonly version: number;
  readonly stored: Storm;
  readonly since: readonly Counted[];
}
interface Counted {
  readonly message: Message;
  readonly nowMs: number;
}
interface Around {
  readonly threshold: number;
  readonly nowMs: number;
  readonly isNewestFirst: boolean;
}

/**
 * Counts the new items of destinations. While it is calm, the count is written now and then. In a storm it is written for
 * some items at a time, and always before they are posted: what a digest says must be true after any crash.
 */
export function createStormCounts({ ledger, clock, isCovered }: StormCountParts) {
  /** What was counted and not written yet outlives a run: it is counted on top of whatever the row says then. */
  const unwritten = new Map<string, readonly Counted[]>();
  /** Waiting threats, and whether their case covers them. */
  const believed = new Map<string, { readonly told: boolean; readonly atMs: number }>();

  async function isCoveredRow({ key }: Todo): Promise<boolean> {
    const known = believed.get(key.pk);
    if (known && clock.now() - known.atMs < BELIEVED_MS) return known.told;
    const saved = await ledger.read(key).catch(leaveToNewer);
    const told = !saved || (await isCovered(saved.value));
    if (believed.size >= MOST_BELIEVED) believed.clear();
    believed.set(key.pk, { told, atMs: clock.now() });
    return told;
  }

  return function countsOf(destination: string): StormCount {
    /** Read once in a run: one run at a time works for a destination, and a write shows where another one does. */
    let known: KnownStorm | null = null;
    /** Counted by this run, and not shown yet. */
    let ahead: Todo[] = [];
    const finished = new Set<string>();

    /** New items that wait, severe ones aside. */
    async function waiting(limit = MOST_COUNTED): Promise<readonly Todo[]> {
      const lists = ORDINARY.map((range) => ledger.todo(destination, { ...range, limit }));
      return (await Promise.all(lists)).flat();
    }

    const among = async ({ todos, isWhole }: Head, limit: number): Promise<readonly Todo[]> =>
      isWhole ? todos.filter(({ at }) => isOrdinary(at)) : waiting(limit);

    /**
     * The waiting items that will get a message of their own after this one. Cases come before threats and cover most of
     * them, so behind a case only cases are certain to be posted.
     */
    async function alone(delivery: Delivery, listed: readonly Todo[]): Promise<readonly Todo[]> {
      const { key } = delivery;
      const own = arrivalsOf(delivery).map((item) => ledger.rowOf(item.key).pk);
      // Items that are counted already do not wait to be counted.
      const counted = new Set([...own, ...(known?.stored.ahead ?? [])]);
      const others = listed.filter((todo) => !counted.has(todo.key.pk));
      const cases = others.filter(isCase);
      if (key.feed === 'cases') return cases;
      const threats = others.filter((todo) => !isCase(todo));
      const told = await inParallel(threats.slice(0, MOST_LOOKED_UP), AT_ONCE, isCoveredRow);
      return [...cases, ...threats.filter((_, index) => !told[index])];
    }

    async function stormNow(threshold: number): Promise<{ known: KnownStorm; storm: Storm }> {
      known ??= await read();
      const storm = known.since.reduce(
        (before, { message, nowMs }) => countArrival(before, message, { threshold, waiting: 0, nowMs }),
        known.stored,
      );
      // Counts that were not worth a write begin no digest: a new item has to come for that.
      return { known, storm: storm.digest && !known.stored.digest ? known.stored : storm };
    }

    async function read(): Promise<KnownStorm> {
      const saved = await ledger.loadStorm(destination);
      const nowMs = clock.now();
      const since = (unwritten.get(destination) ?? []).filter((one) => isInWindow(one.nowMs, nowMs));
      return { version: saved?.version ?? 0, stored: saved?.value ?? CALM, since };
    }

    /** The storm with one message more. Looks up what else waits only if that matters. */
    async function countOne(
      before: Storm,
      delivery: Delivery,
      message: Message,
      { threshold, head }: { threshold: number; head: Head },
    ): Promise<Storm> {
      const around = { threshold, waiting: 0, nowMs: clock.now() };
      const least = countArrival(before, message, around);
      if (least === before || least.digest) return least;
      // No more is read than decides it: a backlog may have a hundred thousand.
      const listed = await among(head, threshold + 2);
      if (least.count + listed.length <= threshold) return least;
      return countArrival(before, message, { ...around, waiting: (await alone(delivery, listed)).length });
    }

    /**
     * Counts what is shown next along with it: while a storm is on, each item has to be counted before it is posted, and
     * one write for each would cost as much as its message.
     */
    async function countAhead(
      storm: Storm,
      { value, todo = '' }: SavedDelivery,
      around: Around,
    ): Promise<Storm> {
      // With the item itself: it may have to wait for the digest to be posted.
      const { pk, sk } = ledger.rowOf(value.key);
      const left = [...(await stillAhead(storm.ahead ?? [], sk)), pk];
      // A group is as much as is counted at once.
      if (left.length > COUNTED_AT_ONCE / 2 || value.content.kind === 'threats')
        return { ...storm, ahead: left };
      const rank = rankIn(todo);
      const range = { from: `${rank}#`, until: `${rank}#~`, limit: COUNTED_AT_ONCE };
      const found = await ledger.todo(destination, { ...range, backwards: around.isNewestFirst });
      const listed = found.filter(({ key }) => !left.includes(key.pk));
      const arrivals = await inParallel(listed, AT_ONCE, async ({ key }) => {
        const saved = await ledger.read(key).catch(leaveToNewer);
        // What may come into a group is counted with it.
        const isNew =
          saved &&
          isUnshown(saved) &&
          !saved.value.settled &&
          !isGroupable(saved.value) &&
          !(await isCovered(saved.value));
        return isNew ? arrivalOf(saved.value) : null;
      });
      let next = storm;
      ahead = listed.filter((_, index) => arrivals[index]);
      for (const arrival of arrivals)
        if (arrival) next = countArrival(next, messageOf([arrival]), { ...around, waiting: 0 });
      return { ...next, ahead: [...left, ...ahead.map(({ key }) => key.pk)] };
    }

    /** Those that were counted and are still to be shown. */
    async function stillAhead(pks: readonly string[], sk: string): Promise<string[]> {
      const unknown = pks.filter((pk) => !finished.has(pk));
      if (unknown.length <= COUNTED_AT_ONCE / 4) return unknown;
      const rows = await inParallel(unknown, AT_ONCE, (pk) => ledger.read({ pk, sk }).catch(leaveToNewer));
      return unknown.filter((_, index) => {
        const row = rows[index];
        return row?.todo !== undefined && !row.value.settled && isNothingShown(row.value);
      });
    }

    /** False when another function was quicker. */
    async function keep(next: Storm, counted: Counted, threshold: number): Promise<boolean> {
      const { version, stored, since } = known ?? (await read());
      if (!isWorthWriting(stored, next, threshold)) {
        known = { version, stored, since: [...since, counted] };
        unwritten.set(destination, known.since);
        return true;
      }
      const written = await ledger.saveStorm(destination, next, version, clock.now());
      known = written === null ? null : { version: written, stored: next, since: [] };
      if (written !== null) unwritten.delete(destination);
      return written !== null;
    }

    return {
      async count(item, threshold, head) {
        const { value: delivery, todo = '' } = item;
        const { storm: before } = await stormNow(threshold);
        const ahead = new Set(before.digest ? before.ahead : []);
        const isAhead = (key: DeliveryKey) => ahead.has(ledger.rowOf(key).pk);
        const items = arrivalsOf(delivery).filter(({ key }) => !isAhead(key));
        if (isAhead(delivery.key) || items.length === 0)
          return { before, storm: before, save: async () => true };
        const nowMs = clock.now();
        const message = { deliveryId: deliveryIdOf(delivery.key), items };
        const counted = await countOne(before, delivery, message, { threshold, head });
        if (counted === before) return { before, storm: before, save: async () => true };
        const sameRank = head.todos.filter(({ at }) => rankIn(at) === rankIn(todo)).length;
        const around = { threshold, nowMs, isNewestFirst: sameRank > SCREENFUL };
        const storm = counted.digest ? await countAhead(counted, item, around) : counted;
        return { before, storm, save: () => keep(storm, { message, nowMs }, threshold) };
      },
      written: async () => (known ?? (await read())).stored,
      waiting,
      alone,
      next(rank) {
        const index = ahead.findIndex(({ at }) => rankIn(at) === rank);
        return index < 0 ? undefined : ahead.splice(index, 1)[0];
      },
      over: ({ pk }) => void finished.add(pk),
    };
  };
}

/** It waits, and nothing of it is shown or being posted. */
export const isUnshown = ({ value, todo }: SavedDelivery): boolean =>
  todo !== undefined && isOrdinary(todo) && isNothingShown(value);

/** A case that waits, and not a threat. */
export const isCase = ({ at }: Todo): boolean => severityIn(at) !== null;

const messageOf = (items: readonly [Arrival]): Message => ({ deliveryId: items[0].deliveryId, items });
