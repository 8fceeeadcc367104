import { inParallel } from '../base/in-parallel.ts';
import { leaveToNewer } from '../base/read-versioned.ts';
import type { Todo } from '../base/todo-list.ts';
import { type DigestCounts, type DigestWaiting, UNKNOWN_SEVERITY } from '../case/message-content.ts';
import type { MessageRef } from './chat-port.ts';
import { type Delivery, type DeliveryKey, newDelivery } from './delivery.ts';
import type { SavedDelivery } from './delivery-ledger.ts';
import { arrivalOf, arrivalsOf } from './item-content.ts';
import { digestPriority, lastPriority, severityIn, timeIn } from './priority.ts';
import { type Arrival, addTo, noCounts, type StormDigest } from './storm.ts';
import {
  createStormCounts,
  type Head,
  isCase,
  isUnshown,
  SCREENFUL,
  type StormCount,
  type StormCountParts,
} from './storm-count.ts';
import { tellElsewhere } from './threat-groups.ts';

const OLD_MS = 3_600_000;
/** A digest is brought up to date no more often than this at first, and less often the longer its storm lasts. */
const REFRESH_MS = 15_000;
const [REFRESH_SHARE, LONGEST_REFRESH_MS] = [10, 300_000];
/** How many items of a backlog go into a digest at a time. */
const BACKLOG_AT_ONCE = 100;
/** As many as the thread of a digest lists. */
const MOST_LISTED = 120;
const AT_ONCE = 10;
/** Whether a backlog has grown old is looked up no more often than this. */
const GLANCE_MS = 15_000;

/** The digests of one destination, while one run works for it. */
export interface DigestsOf extends Pick<StormCount, 'next' | 'over'> {
  /**
   * Counts a new item or a group, and says under which message it goes; null: it gets a message of its own in the channel.
   * `first`: a digest has to be posted before it.
   */
  threadFor(
    item: SavedDelivery,
    threshold: number | null,
    head: Head,
  ): Promise<{ thread: MessageRef | null } | { first: DeliveryKey } | 'overtaken'>;
  /** Updates the digest of a storm a last time once nothing waits any more. Whether there was something to update. */
  keepUp(): Promise<boolean>;
  /**
   * If more than a screenful of items has waited for over an hour, a digest stands for the older ones. It takes some of
   * them at a time. True when something was done.
   */
  tellBacklog(head: Head): Promise<boolean>;
}

/** Digests are deliveries like any other: this decides what goes into one, and what it says. */
export function createDigests(parts: StormCountParts) {
  const { ledger, clock, isCovered } = parts;
  const countsOf = createStormCounts(parts);

  return { open: digestsOf };

  function digestsOf(destination: string): DigestsOf {
    const counts = countsOf(destination);
    /** The message of the storm's digest, as far as this run knows it. */
    let digestShown: { readonly id: string; readonly ref: MessageRef; readonly changedAtMs: number } | null =
      null;
    let glancedAtMs = Number.NEGATIVE_INFINITY;

    return {
      async threadFor(item, threshold, head) {
        const { value: delivery } = item;
        if (threshold === null || arrivalsOf(delivery).length === 0) return { thread: null };
        const { before, storm, save } = await counts.count(item, threshold, head);
        if (before.digest && before.digest.id !== storm.digest?.id) await sayLast(before.digest, destination);
        if (!(await save())) return 'overtaken';
        if (!storm.digest) return { thread: null };
        return underDigest(storm.digest, delivery);
      },

      next: counts.next,
      over: counts.over,

      async keepUp() {
        const { digest } = await counts.written();
        return digest !== null && sayLast(digest, destination);
      },

      async tellBacklog(head) {
        if (head.isWhole && head.todos.length <= SCREENFUL) return false;
        if (clock.now() - glancedAtMs < GLANCE_MS) return false;
        // The list begins with the oldest of each rank, so one screenful shows whether there is a backlog.
        const glance = (await counts.waiting(SCREENFUL + 1)).filter(isOld(clock.now()));
        if (glance.length > SCREENFUL) return tellOld(destination, await counts.waiting());
        glancedAtMs = clock.now();
        return false;
      },
    };

    async function underDigest(storm: StormDigest, delivery: Delivery) {
      const key = keyOf(storm, destination);
      const ageMs = Math.max(0, clock.now() - storm.sinceMs);
      const refreshMs = Math.min(LONGEST_REFRESH_MS, Math.max(REFRESH_MS, ageMs / REFRESH_SHARE));
      const isFresh = digestShown?.id === storm.id && clock.now() - digestShown.changedAtMs < refreshMs;
      if (isFresh && digestShown) return { thread: digestShown.ref };
      const all = async () => counts.alone(delivery, await counts.waiting());
      const digest = (await ledger.load(key)) ?? (await write(key, toldOf(storm, await all())));
      if (!digest) return 'overtaken' as const;
      const { main, parked } = digest.value;
      if (!main && parked === null) return { first: key };
      if (!main) return { thread: null };
      const changedAtMs = main.changedAtMs ?? main.postedAtMs ?? 0;
      if (clock.now() - changedAtMs >= refreshMs) await write(key, toldOf(storm, await all()));
      // One of the next steps shows what was just written. Until then nothing else is written.
      digestShown = {
        id: storm.id,
        ref: main.under ?? main.ref,
        changedAtMs: Math.max(changedAtMs, clock.now() - refreshMs / 2),
      };
      return { thread: main.under ?? main.ref };
    }
  }

  /** Writes what a digest should say. It is shown soon, or once nothing else waits. Null when another function was quicker. */
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
    const priority =
      clock.now() - shownAtMs < REFRESH_MS ? lastPriority(clock.now()) : digestPriority(clock.now());
    const written = await ledger.save(value, saved?.version ?? 0, priority, clock.now());
    return written && { value, ...written };
  }

  /** Lets a digest count only what is in its thread, and nothing that waits. Whether that changes it. */
  async function sayLast(digest: StormDigest, destination: string): Promise<boolean> {
    const key = keyOf(digest, destination);
    const saved = await ledger.load(key);
    if (!saved) return false;
    const written = await write(key, toldOf(digest, []));
    return written !== null && written.version !== saved.version;
  }

  /** Puts some of the older waiting items into a digest. Whether something was done. */
  async function tellOld(destination: string, waiting: readonly Todo[]): Promise<boolean> {
    const old = waiting.filter(isOld(clock.now()));
    if (old.length <= SCREENFUL) return false;
    const newest = waiting.filter(isCase).sort((a, b) => timeIn(b.at) - timeIn(a.at));
    const alone = new Set(newest.slice(0, SCREENFUL));
    const chosen = old.filter((todo) => !alone.has(todo));
    const now = chosen.slice(0, BACKLOG_AT_ONCE);
    const read = await inParallel(now, AT_ONCE, ({ key }) => ledger.read(key).catch(leaveToNewer));
    const items = read.filter((item) => item !== null).filter(isUnshown);
    const told = await inParallel(items, AT_ONCE, ({ value }) => isCovered(value));
    if (told.includes(true)) {
      // Their cases cover these: they need no digest.
      await tellElsewhere(
        ledger,
        items.filter((_, index) => told[index]),
        clock.now(),
      );
      return true;
    }
    const key = backlogKey(destination, clock.now());
    const { main, parked } = (await ledger.load(key))?.value ?? {};
    // Nobody sees a digest that the chat cannot show: then each item needs its own message.
    if (items.length === 0 || typeof parked === 'string') return false;
    await tellTogether(key, items, chosen.slice(BACKLOG_AT_ONCE));
    // Not posted yet: it is the next on the list.
    return main !== null;
  }

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
    // The items wait until the digest is posted in the channel.
    if (digest?.value.main) await tellElsewhere(ledger, items, clock.now());
  }
}

const keyOf = ({ id, domain }: StormDigest, destination: string): DeliveryKey => ({
  domain,
  feed: 'digests',
  id,
  destination,
});

const toldOf = (digest: StormDigest, waiting: readonly Todo[]): DigestCounts => {
  const { of, sinceMs, total, cases, bySeverity, byType, byPerson, alone, inThread } = digest;
  const counts = { of, sinceMs, total, cases, bySeverity, byType, byPerson, alone };
  return { ...counts, ...(inThread && { inThread }), waiting: countWaiting(waiting) };
};

/** A backlog with one item more. */
function withTold(counts: DigestCounts, arrival: Arrival): DigestCounts {
  const { caseId, key, type, person, severity, handedOverAtMs: atMs } = arrival;
  const listed = counts.listed ?? [];
  return {
    ...counts,
    ...addTo(counts, arrival),
    sinceMs: Math.min(counts.sinceMs, atMs),
    listed:
      caseId !== null && listed.length < MOST_LISTED
        ? [...listed, { id: caseId, domain: key.domain, type, person, severity, atMs }]
        : listed,
  };
}

/** One digest for each hour and all domains: what waited together is shown together. */
const backlogKey = (destination: string, nowMs: number): DeliveryKey => ({
  domain: '-',
  feed: 'digests',
  id: `backlog:${Math.floor(nowMs / OLD_MS)}`,
  destination,
});

const isOld =
  (nowMs: number) =>
  ({ at }: Todo): boolean =>
    timeIn(at) < nowMs - OLD_MS;

function countWaiting(waiting: readonly Todo[]): DigestWaiting {
  const bySeverity: Record<string, number> = {};
  for (const { at } of waiting.filter(isCase)) {
    const name = severityIn(at) ?? UNKNOWN_SEVERITY;
    bySeverity[name] = (bySeverity[name] ?? 0) + 1;
  }
  return { total: waiting.length, cases: waiting.filter(isCase).length, bySeverity };
}
