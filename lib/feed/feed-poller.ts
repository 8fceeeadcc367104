import { UnreadableError, understood } from '../base/read-versioned.ts';
import { FeedMovedError, isHeldByAnother, type KnownRow } from './feed-lease.ts';
import { type FeedState, initialState } from './feed-state.ts';
import { type PollReport, unreadableReport } from './poll-report.ts';
import { type CarriedOver, createPollRun, type PollParts, type Turn } from './poll-run.ts';
import { readFeedState } from './read-feed-state.ts';

export interface FeedPoller {
  /** Reads at once, and sends when its turn comes. */
  poll(deadlineMs: number, turn?: Turn): Promise<PollReport>;
}

/** A poller keeps what it knows between polls, so that an idle poll of a warm process makes no request to the ledger. */
export function createFeedPoller(parts: PollParts): FeedPoller {
  let known: KnownRow | null = null;
  const carried: CarriedOver = { unfinishedAfter: null, clockAheadMs: null };

  async function poll(deadlineMs: number, turn?: Turn): Promise<PollReport> {
    // Twice, because this process may remember an outdated row; the second attempt reads the row itself.
    for (let attempt = 1; ; attempt++) {
      const loaded: LoadedRow = known ?? (await loadRow(parts));
      const run = createPollRun(parts, loaded, deadlineMs, carried, turn);
      // Another poller holds the lease, so nothing could be sent: this one does not even call the API.
      if (loaded.busy) return run.report('busy-elsewhere');
      try {
        const report = await run.poll();
        known = run.known();
        return report;
      } catch (error) {
        known = null;
        if (!(error instanceof FeedMovedError)) throw error;
        if (error.busy || attempt === 2) return run.report('busy-elsewhere');
      }
    }
  }

  return {
    // A feed whose row a newer version wrote is left to that version, and the other feeds go on.
    poll: (deadlineMs, turn) =>
      poll(deadlineMs, turn).catch((error: unknown) => {
        if (error instanceof UnreadableError) return unreadableReport(error.message);
        throw error;
      }),
  };
}

interface LoadedRow extends KnownRow {
  /** Another poller holds the lease. */
  readonly busy?: boolean;
}

async function loadRow(parts: PollParts): Promise<LoadedRow> {
  const { ledger, feed, rules, clock, holder } = parts;
  const row = await ledger.load(feed);
  // The feed was only claimed so far: its first poll was cut off before it saved anything.
  const isNew = !row || row.state === null;
  const state: FeedState = isNew
    ? initialState(rules, clock.now())
    : { ...understood(readFeedState(row.state)), v: 1 };
  // The lease was never released: its holder crashed or failed.
  const isAfterCrash = state.isAfterCrash || (row?.lease ?? null) !== null;
  const known = isAfterCrash ? { ...state, isAfterCrash } : state;
  return { version: row?.version ?? 0, state: known, busy: isHeldByAnother(row, holder, clock.now()) };
}
