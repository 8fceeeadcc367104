import type { Log } from '../base/log.ts';
import type { Metrics } from '../config/metrics.ts';
import { type OpsNoticeParts, sendOpsNotice } from '../routing/ops-notice.ts';
import type { FeedKey, FeedLedger } from './feed-ledger.ts';

/** A new item that goes nowhere, because no route takes it or only shadow routes do. */
export interface UnroutedItem extends FeedKey {
  readonly id: string;
  readonly why: string;
}

export interface UnroutedNoticeParts extends OpsNoticeParts {
  readonly log: Log;
  readonly metrics: Metrics;
}

interface Untold {
  readonly first: UnroutedItem;
  count: number;
}

/** However many there are, one notice a day is enough. */
const ONCE_IN_MS = 86_400_000;

/** Counts and lists items that go nowhere, and tells the operators once a day for each feed. */
export function createUnroutedNotice({ log, metrics, ...parts }: UnroutedNoticeParts) {
  const untold = new Map<string, Untold>();
  const toldOn = new Map<string, number>();

  async function tell(feed: FeedKey): Promise<void> {
    const name = nameOf(feed);
    const waiting = untold.get(name);
    if (!waiting) return;
    const day = Math.floor(parts.clock.now() / ONCE_IN_MS);
    const id = `unrouted-${feed.feed}-${day}`;
    if (toldOn.get(name) !== day && !(await sendOpsNotice(parts, { id, ...wordsFor(waiting) }))) return;
    toldOn.set(name, day);
    untold.delete(name);
  }

  return {
    onUnrouted(item: UnroutedItem): void {
      log('unrouted', { ...item });
      metrics('domain', { Domain: item.domain }, { ItemsUnrouted: 1 });
      const waiting = untold.get(nameOf(item));
      if (waiting) waiting.count += 1;
      else untold.set(nameOf(item), { first: item, count: 1 });
    },
    /**
     * The ledger, except that it tells the operators before it records. A crash in between repeats the notice under the
     * same id; recorded first, the same crash would keep the items silent for good.
     */
    before: (ledger: FeedLedger): FeedLedger => ({
      ...ledger,
      async record(feed, records) {
        await tell(feed);
        return ledger.record(feed, records);
      },
    }),
  };
}

const nameOf = ({ domain, feed }: FeedKey): string => `${domain}/${feed}`;

function wordsFor({ first: { domain, feed, id, why }, count }: Untold) {
  return {
    domain,
    code: 'items_unrouted',
    title: `${domain}: no route takes ${count} of the ${feed}`,
    text: [
      `Nobody is told of ${count === 1 ? 'it' : 'them'}, nor of the ones that follow today.`,
      `For example ${id}; the conditions that did not hold: ${why}.`,
      'Add a route to routes in the configuration: one at the end without conditions takes what is left.',
      'The log of the poll function has each of them as "unrouted".',
    ].join(' '),
  };
}
