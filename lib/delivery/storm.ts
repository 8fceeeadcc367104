import type { MessageRef } from '../chats/shared/chat.ts';
import type { StormCounts } from '../chats/shared/digest-story.ts';

/** More than `threshold` new items for a channel within this time are a storm. */
const WINDOW_MS = 60_000;
/** Names beyond these are counted together. */
const MAX_NAMES = 200;
export const OTHERS = 'others';

/** The one message that stands for a storm in its channel. Every item of it is in its thread. */
export interface Digest extends StormCounts {
  readonly id: string;
  readonly ref: MessageRef | null;
  /** A post of it that may have been taken. */
  readonly begunMs: number | null;
  /** How many items it says that there are. */
  readonly shownTotal: number;
}

/** What came for a destination lately. */
export interface Storm {
  readonly windowStartMs: number;
  readonly count: number;
  /** The item that was counted last: coming again, it is not counted again. */
  readonly lastDeliveryId: string;
  readonly digest: Digest | null;
}

export const CALM: Storm = { windowStartMs: 0, count: 0, lastDeliveryId: '', digest: null };

export interface Arrival {
  readonly deliveryId: string;
  readonly handedOverAtMs: number;
  readonly isCase: boolean;
  readonly type: string;
  readonly person: string;
}

/** Counts an item. Where the result has a digest, the item goes into its thread. */
export function countArrival(storm: Storm, arrival: Arrival, threshold: number): Storm {
  if (storm.lastDeliveryId === arrival.deliveryId) return storm;
  const ageMs = arrival.handedOverAtMs - storm.windowStartMs;
  const over = ageMs >= WINDOW_MS;
  // A storm ends with the first minute that was no storm.
  const calm = over && (storm.count <= threshold || ageMs >= 2 * WINDOW_MS);
  const digest = calm ? null : storm.digest;
  const count = over ? 1 : storm.count + 1;
  return {
    windowStartMs: over ? arrival.handedOverAtMs : storm.windowStartMs,
    count,
    lastDeliveryId: arrival.deliveryId,
    digest: digest || count > threshold ? withItem(digest ?? newDigest(arrival), arrival) : null,
  };
}

const newDigest = ({ deliveryId, handedOverAtMs }: Arrival): Digest => ({
  id: `storm:${deliveryId}`,
  sinceMs: handedOverAtMs,
  total: 0,
  cases: 0,
  byType: {},
  byPerson: {},
  ref: null,
  begunMs: null,
  shownTotal: 0,
});

const withItem = (digest: Digest, { isCase, type, person }: Arrival): Digest => ({
  ...digest,
  total: digest.total + 1,
  cases: digest.cases + (isCase ? 1 : 0),
  byType: counted(digest.byType, type),
  byPerson: counted(digest.byPerson, person),
});

function counted(counts: Readonly<Record<string, number>>, name: string): Record<string, number> {
  const known = Object.hasOwn(counts, name) || Object.keys(counts).length < MAX_NAMES ? name : OTHERS;
  return { ...counts, [known]: (Object.hasOwn(counts, known) ? (counts[known] ?? 0) : 0) + 1 };
}
