import type { CaseInThread, DigestCounts } from '../case/message-content.ts';
import type { DeliveryKey } from './delivery.ts';

/** More than `threshold` new messages in a channel within this time are a storm. */
const WINDOW_MS = 60_000;
/** Names beyond these are counted together. */
const MAX_NAMES = 200;
export const OTHERS = 'others';
/** How many counted deliveries are remembered: more than can wait for their digest at once. */
const REMEMBERED = 10;

/** The one message that stands for a storm in its channel. Every item of it is in its thread. */
export interface StormDigest extends DigestCounts {
  /** By which its delivery is found. */
  readonly id: string;
  readonly domain: string;
}

/** What came for a destination lately. */
export interface Storm {
  readonly windowStartMs: number;
  readonly count: number;
  /** The items that were counted last: coming again, they are not counted again. */
  readonly lastDeliveryIds: readonly string[];
  /** What was counted in this window. */
  readonly counts?: Counts | undefined;
  readonly digest: StormDigest | null;
  /** The partitions of items that the digest counts already and that are shown next: coming then, they are not counted again. */
  readonly ahead?: readonly string[] | undefined;
}

type Counts = Pick<DigestCounts, 'total' | 'cases' | 'bySeverity' | 'byType' | 'byPerson'>;

export const CALM: Storm = { windowStartMs: 0, count: 0, lastDeliveryIds: [], digest: null };

export interface Arrival {
  readonly deliveryId: string;
  readonly key: DeliveryKey;
  readonly handedOverAtMs: number;
  /** Null for a threat. */
  readonly caseId: string | null;
  readonly severity: string;
  readonly type: string;
  readonly person: string;
}

/** What is about to be shown in one message: an item, or threats that are told together. */
export interface Message {
  /** Of its delivery. */
  readonly deliveryId: string;
  readonly items: readonly Arrival[];
}

export interface Around {
  readonly threshold: number;
  /** How many others wait to be counted. */
  readonly waiting: number;
  readonly nowMs: number;
}

/**
 * Counts what is about to be shown. Where the result has a digest, it goes into its thread. What counts is when it is shown:
 * items that waited together come together, however long ago each was handed over. And how many items there are, not how many
 * messages: the threshold means what it meant before threats were told together.
 */
export function countArrival(storm: Storm, message: Message, { threshold, waiting, nowMs }: Around): Storm {
  if (storm.lastDeliveryIds.includes(message.deliveryId)) return storm;
  // One that was counted by itself may have come into a group since.
  const uncounted = message.items.filter(({ deliveryId }) => !storm.lastDeliveryIds.includes(deliveryId));
  const ageMs = nowMs - storm.windowStartMs;
  // A window that begins long after now was written by a clock that is wrong.
  const over = ageMs >= WINDOW_MS || ageMs <= -WINDOW_MS;
  const inWindow = over ? message.items : uncounted;
  const count = (over ? 0 : storm.count) + inWindow.length;
  const counts = addAll(over ? null : (storm.counts ?? null), inWindow);
  const isMany = count + waiting > threshold;
  // A storm ends with the first minute that was no storm.
  const wasMany = over ? storm.count > threshold && Math.abs(ageMs) < 2 * WINDOW_MS : true;
  const digest = wasMany || isMany ? storm.digest : null;
  // What was counted before, and comes only now, is in none of the counts that begin here.
  const before = over && !digest ? [] : storm.lastDeliveryIds;
  return {
    windowStartMs: over ? nowMs : storm.windowStartMs,
    count,
    lastDeliveryIds: [...before, message.deliveryId].slice(-REMEMBERED),
    counts,
    digest: digest
      ? { ...digest, ...addAll(digest, uncounted), ...withCases(digest.inThread ?? [], uncounted) }
      : isMany
        ? newDigest(message, counts, nowMs)
        : null,
    ...(digest && storm.ahead && { ahead: storm.ahead }),
  };
}

export const isInWindow = (atMs: number, nowMs: number): boolean => Math.abs(nowMs - atMs) < WINDOW_MS;

/**
 * Whether what was counted has to be written down. While nothing is told in a digest, a count that is a little behind only
 * makes a storm begin a little later. What a digest says is written before each of its items is posted.
 */
export function isWorthWriting(written: Storm, next: Storm, threshold: number): boolean {
  if (written.digest !== null || next.digest !== null) return true;
  const known = written.windowStartMs === next.windowStartMs ? written.count : 0;
  return next.count - known >= Math.max(1, Math.floor(threshold / 4));
}

/**
 * It counts those that were posted one by one before it, too. The time is in its name, because what began one storm may wait
 * until that is over, and begin the next.
 */
const newDigest = ({ deliveryId, items }: Message, counts: Counts, nowMs: number): StormDigest => ({
  id: `storm:${deliveryId}@${nowMs}`,
  domain: items[0]?.key.domain ?? '-',
  ...noCounts('storm', Math.min(...items.map(({ handedOverAtMs }) => handedOverAtMs))),
  ...counts,
  alone: counts.total - items.length,
  ...withCases([], items),
});

export const noCounts = (of: DigestCounts['of'], sinceMs: number): DigestCounts => ({
  of,
  sinceMs,
  total: 0,
  cases: 0,
  bySeverity: {},
  byType: {},
  byPerson: {},
});

const addAll = (counts: Counts | null, items: readonly Arrival[]): Counts =>
  items.reduce(addTo, counts ?? NOTHING);

const NOTHING: Counts = { total: 0, cases: 0, bySeverity: {}, byType: {}, byPerson: {} };

/** The counts with one item more. */
export function addTo(counts: Counts, { caseId, severity, type, person }: Arrival): Counts {
  const { total = 0, cases = 0, bySeverity = {}, byType = {}, byPerson = {} } = counts;
  return {
    total: total + 1,
    cases: cases + (caseId === null ? 0 : 1),
    bySeverity: caseId !== null ? counted(bySeverity, severity) : bySeverity,
    byType: counted(byType, type),
    byPerson: counted(byPerson, person),
  };
}

/** So many can be decided together from the digest. Each makes the row of the storm longer by some thirty bytes. */
const MOST_IN_THREAD = 50;

/** The cases under a digest, with those that come. */
const withCases = (
  known: readonly CaseInThread[],
  items: readonly Arrival[],
): Pick<DigestCounts, 'inThread'> => {
  const added = items.flatMap(({ caseId, key }) =>
    caseId === null ? [] : [{ domain: key.domain, id: caseId }],
  );
  const all = [...known, ...added].slice(0, MOST_IN_THREAD);
  return all.length === 0 ? {} : { inThread: all };
};

function counted(counts: Readonly<Record<string, number>>, name: string): Record<string, number> {
  const known = Object.hasOwn(counts, name) || Object.keys(counts).length < MAX_NAMES ? name : OTHERS;
  return { ...counts, [known]: (Object.hasOwn(counts, known) ? (counts[known] ?? 0) : 0) + 1 };
}
