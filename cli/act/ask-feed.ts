import type { Clock } from '../../lib/base/clock.ts';
import { understood } from '../../lib/base/read-versioned.ts';
import { clearProgress, showProgress } from '../../lib/base/terminal.ts';
import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { askForWalk, progressOf, type WantedWalk } from '../../lib/feed/ask-for-walk.ts';
import type { FeedKey, FeedLedger } from '../../lib/feed/feed-ledger.ts';
import type { FeedState, Walk } from '../../lib/feed/feed-state.ts';
import { readFeedState } from '../../lib/feed/read-feed-state.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { CommandError } from '../frame/errors.ts';
import { spanWords } from '../frame/time-words.ts';

/** Equal to the poller's, so that the lease of a crashed poller expires here too. */
const LEASE_MS = 60_000;
const AGAIN_MS = 1_000;
/** Longer than a lease: a crashed poller may hold it for a minute. */
const MOST_TRIES = 90;
const LOOK_MS = 2_000;

export const feedLedgerOf = ({ ledger }: Pick<OpenBridge, 'ledger'>): FeedLedger =>
  createDynamoFeedLedger(ledger);

export const nameOfFeed = ({ domain, feed }: FeedKey): string => `${domain} ${feed}`;

/** The state in the row of a feed, with its version. */
export async function loadFeed(
  ledger: FeedLedger,
  feed: FeedKey,
): Promise<{ version: number; state: FeedState }> {
  const row = await ledger.load(feed);
  if (!row || row.state === null)
    throw new CommandError(`${nameOfFeed(feed)} was never polled, so there is nothing to go back from.`);
  return { version: row.version, state: { ...understood(readFeedState(row.state)), v: 1 } };
}

/**
 * Adds a walk to the row of a feed, under the same conditions as pollers: the version, and no lease that is alive. So
 * neither overwrites the other. Waits for a poller that is working.
 */
export async function askFeed(
  ledger: FeedLedger,
  clock: Clock,
  feed: FeedKey,
  wanted: Omit<WantedWalk, 'nowMs'>,
): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const { version, state } = await loadFeed(ledger, feed);
    const nowMs = clock.now();
    const asked = askForWalk(state, { ...wanted, nowMs });
    if ('refused' in asked) throw new CommandError(`${nameOfFeed(feed)}: ${asked.refused}.`);
    const holder = `operator/${wanted.id}`;
    const save = { holder, version, nowMs, leaseMs: LEASE_MS, state: asked.state, release: true };
    if ((await ledger.save(feed, save)) !== null) return clearProgress();
    showProgress(`The poller is at ${nameOfFeed(feed)}. Waiting for it ...`);
    await clock.sleep(AGAIN_MS);
  }
  throw new CommandError(
    `${nameOfFeed(feed)} could not be changed: pollers were at it all the time. Nothing was changed there; try again.`,
  );
}

export const walkOf = ({ walks }: FeedState, id: string): Walk | undefined =>
  walks.find(({ asked }) => asked?.id === id);

/** `[######----] 62 % of acme cases, 12 pages, about 3 minutes left`. */
export function progressLine(name: string, walk: Walk, elapsedMs: number): string {
  const part = progressOf(walk);
  const bar = '#'.repeat(Math.round(part * 20)).padEnd(20, '-');
  const left = part > 0.02 ? `, about ${spanWords((elapsedMs * (1 - part)) / part)} left` : '';
  return `[${bar}] ${Math.floor(part * 100)} % of ${name}, ${walk.pages} pages${left}`;
}

/** Shows the progress of a walk until it ends. The poller does the work, whether anybody watches or not. */
export async function watchWalk(
  ledger: FeedLedger,
  clock: Clock,
  feed: FeedKey,
  id: string,
): Promise<number> {
  const startedAtMs = clock.now();
  let pages = 0;
  for (;;) {
    const walk = walkOf((await loadFeed(ledger, feed)).state, id);
    if (!walk) {
      clearProgress();
      return pages;
    }
    pages = walk.pages;
    const line = progressLine(nameOfFeed(feed), walk, clock.now() - startedAtMs);
    showProgress(pages === 0 ? `${nameOfFeed(feed)}: waiting for its next poll ...` : line);
    await clock.sleep(LOOK_MS);
  }
}
