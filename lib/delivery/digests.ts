import type { MessageRef } from '../chats/shared/chat.ts';
import { type DigestCounts, type DigestWaiting, UNKNOWN_SEVERITY } from '../chats/shared/digest-story.ts';
import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { leaveToNewer } from '../platform/read-versioned.ts';
import type { Todo } from '../platform/todo-list.ts';
import { type Delivery, type DeliveryKey, MAIN, newDelivery } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { arrivalOf } from './item-content.ts';
import { type Arrival, addTo, countArrival, noCounts, readStorm, type StormDigest } from './storm.ts';
import { digestPlace, isOrdinary, lastPlace, ORDINARY, severityIn, timeIn } from './urgency.ts';

export interface DigestsParts {
  readonly ledger: DeliveryLedger;
  readonly clock: Clock;
  /** Whether a new item is told by another message, so that none of its own is posted. */
  readonly isTold: (delivery: Delivery) => Promise<boolean>;
}

/** What fits on a screen. More than this, and what is old is told in one message. */
export const SCREENFUL = 20;
const OLD_MS = 3_600_000;
/** A digest is brought up to date no more often than this. */
const REFRESH_MS = 15_000;
/** More than these are not counted one by one. */
const MOST_COUNTED = 2_000;
/** So many items of a backlog are told at a time. */
const BACKLOG_AT_ONCE = 100;
/** As many as the thread of a digest lists. */
const MOST_LISTED = 120;
const AT_ONCE = 10;
/** Of so many threats that wait it is looked up whether their case tells them. */
const MOST_LOOKED_UP = 100;

/** Digests are deliveries like any other: this decides what goes into one, and what it says. */
export function createDigests({ ledger, clock, isTold }: DigestsParts) {
  /** New items that wait for a destination, severe ones aside. */
  async function waitingFor(destination: string, limit = MOST_COUNTED): Promise<readonly Todo[]> {
    const lists = ORDINARY.map((range) => ledger.todo(destination, { ...range, limit }));
    return (await Promise.all(lists)).flat();
  }

  /**
   * Those of them that get a message of their own after this one. Cases come before threats, and tell most of them: behind
   * a case only cases are sure to be posted.
   */
  async function waitingAfter({ key }: Delivery, limit = MOST_COUNTED): Promise<readonly Todo[]> {
    const { pk } = ledger.rowOf(key);
    const waiting = (await waitingFor(key.destination, limit)).filter((todo) => todo.key.pk !== pk);
    const cases = waiting.filter(isCase);
    if (key.feed === 'cases') return cases;
    const threats = waiting.filter((todo) => !isCase(todo));
    const told = await inParallel(threats.slice(0, MOST_LOOKED_UP), AT_ONCE, async (todo) => {
      const saved = await ledger.read(todo.key).catch(leaveToNewer);
      return !saved || (await isTold(saved.value));
    });
    return [...cases, ...threats.filter((_, index) => !told[index])];
  }

  /** Lets a digest say this, soon or once nothing else waits. Its row, or null when another function was quicker. */
  async function write(key: DeliveryKey, counts: DigestCounts): Promise<SavedDelivery | null> {
    const saved = await ledger.load(key);
    const { content, main } = saved?.value ?? {};
    if (saved && content?.kind === 'digest' && JSON.stringify(content.counts) === JSON.stringify(counts)) {
      return saved;
    }
    const value: Delivery = {
      ...(saved?.value ?? { ...newDelivery(key, { kind: 'digest', counts }, clock.now()), settled: true }),
      content: { kind: 'digest', counts },
    };
    const shownAtMs = main?.changedAtMs ?? main?.postedAtMs ?? 0;
    const place = clock.now() - shownAtMs < REFRESH_MS ? lastPlace(clock.now()) : digestPlace(clock.now());
    const version = await ledger.save(value, saved?.version ?? 0, place, clock.now());
    return version === null ? null : { value, version };
  }

  /** A new digest; or one that an earlier version posted, or was about to. */
  async function begin(key: DeliveryKey, digest: StormDigest, waiting: readonly Todo[]) {
    const { ref, begunMs } = digest;
    const counts = toldOf(digest, waiting);
    if (!ref && !begunMs) return write(key, counts);
    const value: Delivery = {
      ...newDelivery(key, { kind: 'digest', counts }, clock.now()),
      settled: true,
      main: ref ? { ref, hash: '' } : null,
      begun: ref || !begunMs ? null : { note: MAIN, hash: '', sinceMs: begunMs },
    };
    const version = await ledger.save(value, 0, digestPlace(clock.now()), clock.now());
    return version === null ? null : { value, version };
  }

  const keyOf = ({ id, domain }: StormDigest, destination: string): DeliveryKey => ({
    domain,
    feed: 'digests',
    id,
    destination,
  });

  /** Lets a digest say what is in its thread, and nothing of what waits. Whether that is news. */
  async function sayLast(digest: StormDigest, destination: string): Promise<boolean> {
    const key = keyOf(digest, destination);
    const saved = await ledger.load(key);
    if (!saved) return false;
    const written = await write(key, toldOf(digest, []));
    return written !== null && written.version !== saved.version;
  }

  return {
    /**
     * Counts a new item, and says under which message it goes; null: it stands on its own. `first`: a digest has to be
     * posted before it.
     */
    async threadFor(
      delivery: Delivery,
      threshold: number | null,
    ): Promise<{ thread: MessageRef | null } | { first: DeliveryKey } | 'overtaken'> {
      const arrival = arrivalOf(delivery);
      if (threshold === null || !arrival) return { thread: null };
      const { destination } = delivery.key;
      const saved = await ledger.loadStorm(destination);
      const before = readStorm(saved?.value);
      // No more is read than decides it: a backlog may have a hundred thousand.
      const waiting = (await waitingAfter(delivery, threshold + 2)).length;
      const storm = countArrival(before, arrival, { threshold, waiting, nowMs: clock.now() });
      if (before.digest && before.digest.id !== storm.digest?.id) await sayLast(before.digest, destination);
      if (storm !== before) {
        const version = await ledger.saveStorm(destination, storm, saved?.version ?? 0, clock.now());
        if (version === null) return 'overtaken';
      }
      if (!storm.digest) return { thread: null };
      const key = keyOf(storm.digest, destination);
      const digest =
        (await ledger.load(key)) ?? (await begin(key, storm.digest, await waitingAfter(delivery)));
      if (!digest) return 'overtaken';
      const { main, parked } = digest.value;
      if (!main && parked === null) return { first: key };
      if (main && clock.now() - (main.changedAtMs ?? main.postedAtMs ?? 0) >= REFRESH_MS) {
        await write(key, toldOf(storm.digest, await waitingAfter(delivery)));
      }
      return { thread: main?.ref ?? null };
    },

    /** Lets the digest of a storm say the last word, once nothing waits any more. Whether it has one to say. */
    async keepUp(destination: string): Promise<boolean> {
      const { digest } = readStorm((await ledger.loadStorm(destination))?.value);
      return digest !== null && sayLast(digest, destination);
    },

    /**
     * Where more than a screenful waits that is more than an hour old, the older part is told in a digest. Some of it at
     * a time; true when something was done.
     */
    async tellBacklog(destination: string): Promise<boolean> {
      // The list begins with the oldest of each rank: a screenful of it shows whether there is anything to tell.
      const glance = (await waitingFor(destination, SCREENFUL + 1)).filter(isOld(clock.now()));
      if (glance.length <= SCREENFUL) return false;
      const waiting = await waitingFor(destination);
      const old = waiting.filter(isOld(clock.now()));
      if (old.length <= SCREENFUL) return false;
      const newest = waiting.filter(isCase).sort((a, b) => timeIn(b.at) - timeIn(a.at));
      const alone = new Set(newest.slice(0, SCREENFUL));
      const chosen = old.filter((todo) => !alone.has(todo));
      const now = chosen.slice(0, BACKLOG_AT_ONCE);
      const read = await inParallel(now, AT_ONCE, ({ key }) => ledger.read(key).catch(leaveToNewer));
      const items = read.filter((item) => item !== null).filter(isUntold);
      const told = await inParallel(items, AT_ONCE, ({ value }) => isTold(value));
      if (told.includes(true)) {
        // A case tells them: that needs no digest.
        await tellElsewhere(items.filter((_, index) => told[index]));
        return true;
      }
      const key = backlogKey(destination, clock.now());
      const { main, parked } = (await ledger.load(key))?.value ?? {};
      // A digest that the chat cannot show tells nobody: then each has to stand on its own.
      if (items.length === 0 || typeof parked === 'string') return false;
      await tellTogether(key, items, chosen.slice(BACKLOG_AT_ONCE));
      // Not posted yet: it is the next on the list.
      return main !== null;
    },
  };

  async function tellTogether(
    key: DeliveryKey,
    items: readonly SavedDelivery[],
    left: readonly Todo[],
  ): Promise<void> {
    const content = (await ledger.load(key))?.value.content;
    let counts = content?.kind === 'digest' ? content.counts : noCounts('backlog', clock.now());
    const before = new Set(counts.lastIds);
    const arrivals = items.flatMap(({ value }) => arrivalOf(value) ?? []);
    for (const arrival of arrivals.filter(({ deliveryId }) => !before.has(deliveryId))) {
      counts = withTold(counts, arrival);
    }
    const lastIds = arrivals.map(({ deliveryId }) => deliveryId);
    const digest = await write(key, { ...counts, lastIds, waiting: countWaiting(left) });
    // Only what a digest in the channel tells is told: until it is there, they wait.
    if (digest?.value.main) await tellElsewhere(items);
  }

  /** Takes them off the list. */
  async function tellElsewhere(items: readonly SavedDelivery[]): Promise<void> {
    await inParallel(items, AT_ONCE, ({ value, version }) =>
      ledger.save({ ...value, settled: true, toldElsewhere: true }, version, null, clock.now()),
    );
  }
}

const toldOf = (digest: StormDigest, waiting: readonly Todo[]): DigestCounts => {
  const { of, sinceMs, total, cases, bySeverity, byType, byPerson, alone } = digest;
  const counts = { of, sinceMs, total, cases, bySeverity, byType, byPerson, alone };
  return { ...counts, waiting: countWaiting(waiting) };
};

/** A backlog with one item more. */
function withTold(counts: DigestCounts, arrival: Arrival): DigestCounts {
  const { caseId, type, person, severity, handedOverAtMs: atMs } = arrival;
  const listed = counts.listed ?? [];
  return {
    ...counts,
    ...addTo(counts, arrival),
    sinceMs: Math.min(counts.sinceMs, atMs),
    listed:
      caseId !== null && listed.length < MOST_LISTED
        ? [...listed, { id: caseId, type, person, severity, atMs }]
        : listed,
  };
}

/** One digest for each hour, of all domains: what waited together is told together. */
const backlogKey = (destination: string, nowMs: number): DeliveryKey => ({
  domain: '-',
  feed: 'digests',
  id: `backlog:${Math.floor(nowMs / OLD_MS)}`,
  destination,
});

const isUntold = ({ value, todo }: SavedDelivery): boolean =>
  todo !== undefined && isOrdinary(todo) && value.main === null && value.begun === null;

const isOld =
  (nowMs: number) =>
  ({ at }: Todo): boolean =>
    timeIn(at) < nowMs - OLD_MS;

const isCase = ({ at }: Todo): boolean => severityIn(at) !== null;

function countWaiting(waiting: readonly Todo[]): DigestWaiting {
  const bySeverity: Record<string, number> = {};
  for (const { at } of waiting.filter(isCase)) {
    const name = severityIn(at) ?? UNKNOWN_SEVERITY;
    bySeverity[name] = (bySeverity[name] ?? 0) + 1;
  }
  return { total: waiting.length, cases: waiting.filter(isCase).length, bySeverity };
}
