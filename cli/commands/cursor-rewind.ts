import { randomUUID } from 'node:crypto';
import { askFeed, feedLedgerOf, loadFeed, nameOfFeed } from '../act/ask-feed.ts';
import { noteOperation } from '../act/note-operation.ts';
import { defineCommand } from '../frame/definition.ts';
import { UsageError } from '../frame/errors.ts';
import { DOMAIN_FLAG, FEED_FLAG, pickFeeds } from '../frame/pick.ts';
import { readMoment } from '../frame/time-words.ts';

export default defineCommand({
  name: 'cursor rewind',
  group: 'Act',
  page: 'operations.md#what-changes-something',
  summary:
    'Lets the poller look again at all that was created since a day, for items that the ledger does not know.',
  about:
    'What the ledger knows is not posted again. What is new goes first meanwhile. The poller begins within about three minutes, and goes on by itself; cursor show says how far it is.',
  flags: {
    ...DOMAIN_FLAG,
    ...FEED_FLAG,
    to: { type: 'string', value: 'WHEN', words: 'a day, a time, or how long ago' },
  },
  needsBridge: true,
  needsConfig: true,
  changes: true,
  examples: [
    { line: 'cursor rewind --to 2026-11-15', words: 'All feeds, from that day on.' },
    {
      line: 'cursor rewind --to 6h --domain acme --feed cases --yes',
      words: 'One feed, without being asked.',
    },
  ],
  async run({ flags, bridge, config, confirm }) {
    if (flags.to === undefined) throw new UsageError('--to is missing');
    const settings = await config();
    const feeds = pickFeeds(settings, flags);
    const opened = await bridge();
    const { clock } = opened;
    const fromMs = readMoment('--to', flags.to, clock.now());
    if (fromMs > clock.now()) throw new UsageError('--to is in the future');
    const from = new Date(fromMs).toISOString();
    const ledger = feedLedgerOf(opened);
    for (const feed of feeds) await loadFeed(ledger, feed);
    await confirm(
      `In ${opened.where}, the poller looks again at everything since ${from} of ${feeds.map(nameOfFeed).join(', ')}.`,
      'What the ledger does not know is announced; what it knows is not posted again.',
    );
    const id = randomUUID();
    for (const feed of feeds) {
      await noteOperation(opened, settings, {
        id: `${id}-${feed.feed}`,
        domain: feed.domain,
        what: `rewind ${feed.feed} to ${from}`,
      });
      await askFeed(ledger, clock, feed, { id, fromMs });
    }
    return {
      value: { id, to: from, feeds },
      lines: feeds.map(
        (feed) => `${nameOfFeed(feed)} is looked at again since ${from}. cursor show says how far it is.`,
      ),
    };
  },
});
