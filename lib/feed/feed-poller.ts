import { FeedMovedError, type KnownRow } from './feed-lease.ts';
import { type FeedState, initialState } from './feed-state.ts';
import type { PollReport } from './poll-report.ts';
import { type CarriedOver, createPollRun, type PollParts } from './poll-run.ts';

export interface FeedPoller {
  poll(deadlineMs: number): Promise<PollReport>;
}

/** A poller keeps what it knows between polls, so that an idle poll of a warm process asks the ledger nothing. */
export function createFeedPoller(parts: PollParts): FeedPoller {
  let known: KnownRow | null = null;
  const carried: CarriedOver = { unfinishedAfter: null, clockAheadMs: null };

  return {
    async poll(deadlineMs) {
      // Twice, because what this process remembers may be out of date; then the row itself says how things are.
      for (let attempt = 1; ; attempt++) {
        known ??= await loadRow(parts);
        const run = createPollRun(parts, known, deadlineMs, carried);
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
    },
  };
}

async function loadRow({ ledger, feed, rules, clock }: PollParts): Promise<KnownRow> {
  const row = await ledger.load(feed);
  const state = (row?.state as FeedState | null | undefined) ?? initialState(rules, clock.now());
  if (state.v !== 1)
    throw new Error(`the state of ${feed.domain}/${feed.feed} was written by another version (${state.v})`);
  return { version: row?.version ?? 0, state };
}
