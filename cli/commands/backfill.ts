import { randomUUID } from 'node:crypto';
import type { FeedKey, FeedLedger } from '../../lib/feed/feed-ledger.ts';
import type { FeedState } from '../../lib/feed/feed-state.ts';
import { askFeed, feedLedgerOf, loadFeed, nameOfFeed, watchWalk } from '../act/ask-feed.ts';
import { noteOperation } from '../act/note-operation.ts';
import { defineCommand } from '../frame/definition.ts';
import { UsageError } from '../frame/errors.ts';
import { DOMAIN_FLAG, FEED_FLAG, pickFeeds } from '../frame/pick.ts';
import { readMoment, spanWords } from '../frame/time-words.ts';

/** Of 1,000 requests a minute, backfill may use at most 700. */
const PAGES_PER_MINUTE = 700;

export default defineCommand({
  name: 'backfill',
  group: 'Act',
  page: 'operations.md#what-changes-something',
  summary: 'Announces what is older than the bridge, or what it met as history when it was switched on.',
  about:
    'The poller does it, behind what is new and with at most 70 % of the requests, and goes on by itself after a crash. This command shows how far it is; ended and run again, it goes on showing. What was announced before is not posted again. Many items at once become digests in the chats.',
  flags: {
    ...DOMAIN_FLAG,
    ...FEED_FLAG,
    since: { type: 'string', value: 'WHEN', words: 'a day, a time, or how long ago' },
    'no-wait': { type: 'boolean', words: 'does not wait until it is done' },
  },
  needsBridge: true,
  needsConfig: true,
  changes: true,
  examples: [
    {
      line: 'backfill --since 30d --feed cases',
      words: 'The cases of a month, with a bar that shows how far it is.',
    },
    {
      line: 'backfill --since 2026-11-01 --domain acme --yes --no-wait',
      words: 'Begins, and leaves the rest to the poller.',
    },
  ],
  async run({ flags, bridge, config, confirm }) {
    if (flags.since === undefined) throw new UsageError('--since is missing');
    const settings = await config();
    const feeds = pickFeeds(settings, flags);
    const opened = await bridge();
    const { clock } = opened;
    const fromMs = readMoment('--since', flags.since, clock.now());
    if (fromMs > clock.now()) throw new UsageError('--since is in the future');
    const from = new Date(fromMs).toISOString();
    const ledger = feedLedgerOf(opened);
    const begun = new Map<FeedKey, string>();
    const wanted: FeedKey[] = [];
    const estimates: string[] = [];
    for (const feed of feeds) {
      const { state } = await loadFeed(ledger, feed);
      const known = underway(state, fromMs);
      if (known) begun.set(feed, known);
      else {
        wanted.push(feed);
        estimates.push(estimateOf(feed, state));
      }
    }
    if (wanted.length > 0) {
      await confirm(
        `In ${opened.where}, everything created since ${from} is announced that was not yet: ${wanted.map(nameOfFeed).join(', ')}.`,
        ...estimates,
      );
    }
    const id = randomUUID();
    for (const feed of wanted) {
      await noteOperation(opened, settings, {
        id: `${id}-${feed.feed}`,
        domain: feed.domain,
        what: `backfill ${feed.feed} since ${from}`,
      });
      await askFeed(ledger, clock, feed, { id, fromMs, again: 'history' });
      begun.set(feed, id);
    }
    const done = flags['no-wait'] ? [] : await watchAll(ledger, clock, begun);
    const lines = feeds.map((feed) => {
      const ended = done.find((one) => one.feed === feed);
      return ended
        ? `${nameOfFeed(feed)}: done, in ${spanWords(ended.ms)}.`
        : `${nameOfFeed(feed)}: the poller is at it. backfill --since ${flags.since} shows how far it is.`;
    });
    return {
      value: {
        id,
        since: from,
        feeds: feeds.map((feed) => ({ ...feed, done: done.some((one) => one.feed === feed) })),
      },
      lines,
    };
  },
});

/** The walk that already covers it, if any: a command that was ended and is run again goes on watching. */
const underway = ({ walks }: FeedState, fromMs: number): string | undefined =>
  // A start like 30d moves on while it runs.
  walks.find(({ asked, floorMs }) => asked?.again === 'history' && !asked.only && floorMs <= fromMs)?.asked
    ?.id;

function estimateOf(feed: FeedKey, { wholeWalkPages }: FeedState): string {
  const name = nameOfFeed(feed);
  if (wholeWalkPages === 0) return `${name}: how long its list is shows with its first pages.`;
  const minutes = Math.max(1, Math.ceil(wholeWalkPages / PAGES_PER_MINUTE));
  return `${name}: its whole list had ${wholeWalkPages} pages, which take ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} or more.`;
}

async function watchAll(
  ledger: FeedLedger,
  clock: Parameters<typeof watchWalk>[1],
  begun: ReadonlyMap<FeedKey, string>,
) {
  const startedAtMs = clock.now();
  const done = [];
  for (const [feed, id] of begun) {
    await watchWalk(ledger, clock, feed, id);
    done.push({ feed, ms: clock.now() - startedAtMs });
  }
  return done;
}
