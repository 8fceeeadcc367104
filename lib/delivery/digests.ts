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

/** Digests are deliveries like any other: this decides what goes into one, and what it says. */
export function createDigests({ ledger, clock }: DigestsParts) {
  /** New items that wait for a destination, severe ones aside. */
  async function waitingFor(destination: string, limit = MOST_COUNTED): Promise<readonly Todo[]> {
    const lists = ORDINARY.map((range) => ledger.todo(destination, { ...range, limit }));
    return (await Promise.all(lists)).flat();
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
      const row = ledger.rowOf(delivery.key);
      const others = async (limit?: number) =>
        (await waitingFor(destination, limit)).filter(({ key }) => key.pk !== row.pk);
      const saved = await ledger.loadStorm(destination);
      const before = readStorm(saved?.value);
      // No more is read than decides it: a backlog may have a hundred thousand.
      const storm = countArrival(before, arrival, threshold, (await others(threshold + 2)).length);
      if (storm !== before) {
        const version = await ledger.saveStorm(destination, storm, saved?.version ?? 0, clock.now());
        if (version === null) return 'overtaken';
      }
      if (!storm.digest) return { thread: null };
      const key = keyOf(storm.digest, destination);
      const digest = (await ledger.load(key)) ?? (await begin(key, storm.digest, await others()));
      if (!digest) return 'overtaken';
      const { main, parked } = digest.value;
      if (!main && parked === null) return { first: key };
      if (main && clock.now() - (main.changedAtMs ?? main.postedAtMs ?? 0) >= REFRESH_MS) {
        await write(key, toldOf(storm.digest, await others()));
      }
      return { thread: main?.ref ?? null };
    },

    /** Lets the digest of a storm say the last word, once nothing waits any more. Whether it has one to say. */
    async keepUp(destination: string): Promise<boolean> {
      const { digest } = readStorm((await ledger.loadStorm(destination))?.value);
      const saved = digest && (await ledger.load(keyOf(digest, destination)));
      if (!digest || !saved) return false;
      const written = await write(keyOf(digest, destination), toldOf(digest, []));
      return written !== null && written.version !== saved.version;
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
    if (!digest?.value.main) return;
    await inParallel(items, AT_ONCE, ({ value, version }) =>
      ledger.save({ ...value, settled: true, toldElsewhere: true }, version, null, clock.now()),
    );
  }
}

const toldOf = (digest: StormDigest, waiting: readonly Todo[]): DigestCounts => {
  const { id: _, domain: __, ref: ___, begunMs: ____, ...counts } = digest;
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
