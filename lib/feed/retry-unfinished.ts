import { inParallel } from '../base/in-parallel.ts';
import { UnreadableError } from '../base/read-versioned.ts';
import { withSent } from '../case/after-listing.ts';
import type { EnqueueParts } from './enqueue-parts.ts';
import type { ItemRecord } from './feed-ledger.ts';
import { missingIn, sendQueued, type UnsentItem, unsentIn } from './queued-items.ts';

export interface Retried {
  /** Where the time was up, to go on after it; null if all were tried. */
  readonly stoppedAt: ItemRecord | null;
  /** The oldest item that still has a missing destination. */
  readonly oldestMs: number | null;
  readonly unsent: readonly UnsentItem[];
}

const AT_ONCE = 100;
/** As long as a queue would keep a message. */
const UNKNOWN_KEPT_MS = 14 * 86_400_000;

/** Retries what queues did not take before, oldest first, until all were tried or the time is up. */
export async function retryUnfinished(
  parts: EnqueueParts,
  after: ItemRecord | null,
  timeIsUp: () => boolean,
): Promise<Retried> {
  const deadQueues = new Set<string>();
  const left: number[] = [];
  const unsent: UnsentItem[] = [];
  let stoppedAt = after;
  do {
    const some = await retrySome(parts, stoppedAt, deadQueues);
    stoppedAt = some.last;
    left.push(...some.left);
    unsent.push(...some.unsent);
  } while (stoppedAt !== null && !timeIsUp());
  return { stoppedAt, oldestMs: left.length === 0 ? null : Math.min(...left), unsent };
}

/** Retries some items after the given one. A queue that takes nothing joins the dead ones, which are left alone. */
async function retrySome(parts: EnqueueParts, after: ItemRecord | null, deadQueues: Set<string>) {
  const { feed, ledger, outbox, messages, clock, hold } = parts;
  await hold();
  const waiting = await ledger.unfinished(feed, AT_ONCE, after);
  // The list of unfinished items may be moments old. Only the items themselves say what is missing now.
  const recorded = await ledger.recorded(
    feed,
    waiting.map(({ id }) => id),
  );
  const entries = waiting.map((record) => {
    const { id, createdAtMs, item } = record;
    const { missing: wanted = [], ...known } = recorded.get(id) ?? {};
    const queued = wanted.flatMap((name) => messages.forKept({ id, createdAtMs, item }, name) ?? []);
    return { record, wanted, queued, known };
  });
  await hold();
  const all = entries.flatMap(({ queued }) => queued);
  const unsent = await sendQueued(
    outbox,
    all.filter(({ queueUrl }) => !deadQueues.has(queueUrl)),
  );
  for (const { queueUrl } of unsent.keys()) {
    const taken = all.some((one) => one.queueUrl === queueUrl && !unsent.has(one));
    if (!taken) deadQueues.add(queueUrl);
  }
  const left: number[] = [];
  const changes: Change[] = [];
  for (const { record, wanted, queued, known } of entries) {
    const { id, createdAtMs, item } = record;
    const untaken = missingIn(queued, unsent, deadQueues);
    if (untaken.length > 0) left.push(createdAtMs);
    // A configuration without this destination may be older than the one that recorded it, so the item waits for a while.
    const named = new Set(queued.map(({ destination }) => destination));
    const isYoung = clock.now() - createdAtMs < UNKNOWN_KEPT_MS;
    const missing = [...untaken, ...wanted.filter((name) => isYoung && !named.has(name))];
    if (missing.length === wanted.length) continue;
    const settled = wanted.filter((name) => !missing.includes(name));
    changes.push({
      next: { id, createdAtMs, missing, ...known, ...(missing.length > 0 && { item }) },
      sent: settled.filter((name) => named.has(name)),
      givenUp: settled.filter((name) => !named.has(name)),
    });
  }
  // First, because an item that is recorded as done is not retried.
  const isNoted = feed.feed === 'cases' ? await inParallel(changes, AT_ONCE, noteIn(parts)) : [];
  const changed = changes.filter((_, index) => isNoted[index] !== false).map(({ next }) => next);
  for (const [index, { next }] of changes.entries())
    if (isNoted[index] === false) left.push(next.createdAtMs);
  if (changed.length > 0) await ledger.record(feed, changed);
  return {
    last: waiting.length < AT_ONCE ? null : (waiting.at(-1) ?? null),
    left,
    unsent: unsentIn(unsent),
  };
}

interface Change {
  readonly next: ItemRecord;
  readonly sent: readonly string[];
  readonly givenUp: readonly string[];
}

/**
 * Whether the record of the case has it too. A record that only a newer version understands is left to a poller of that
 * version, which finds the item still unfinished: the case would otherwise wait for this queue for ever.
 */
const noteIn =
  ({ feed, cases }: EnqueueParts) =>
  async ({ next, sent, givenUp }: Change): Promise<boolean> => {
    try {
      await cases.change(feed.domain, next.id, (record) => withSent(record, sent, givenUp));
      return true;
    } catch (error) {
      if (error instanceof UnreadableError) return false;
      throw error;
    }
  };
