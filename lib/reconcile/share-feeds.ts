import type { Clock } from '../base/clock.ts';
import type { FeedKey } from '../feed/feed-ledger.ts';

interface FeedStates {
  readFeeds(feeds: readonly FeedKey[]): Promise<readonly unknown[]>;
}

/** The parts of one run follow each other within less than this, unless they have much to do. */
const RUN_MS = 30_000;

/** Reads the rows of all feeds once for all parts of a run. */
export function shareFeeds<Ledger extends FeedStates>(ledger: Ledger, clock: Pick<Clock, 'now'>): Ledger {
  let last: { readonly name: string; readonly atMs: number; readonly states: Promise<readonly unknown[]> };
  return {
    ...ledger,
    readFeeds(feeds) {
      const name = JSON.stringify(feeds);
      const agoMs = last ? clock.now() - last.atMs : RUN_MS;
      if (last?.name === name && agoMs >= 0 && agoMs < RUN_MS) return last.states;
      const states = ledger.readFeeds(feeds);
      last = { name, atMs: clock.now(), states };
      // A failed read is not shared.
      states.catch(() => {
        if (last.states === states) last = { ...last, name: '' };
      });
      return states;
    },
  };
}
