import { randomUUID } from 'node:crypto';
import { askFeed, feedLedgerOf, loadFeed, nameOfFeed, watchWalk } from '../act/ask-feed.ts';
import { noteOperation } from '../act/note-operation.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { DOMAIN_FLAG, pickFeeds } from '../frame/pick.ts';
import { readMoment } from '../frame/time-words.ts';
import { placesOf } from '../look/places-of-item.ts';
import { wholeIdOf } from '../look/whole-id.ts';

export default defineCommand({
  name: 'replay',
  group: 'Act',
  page: 'operations.md#what-changes-something',
  summary: 'Hands one case or threat over once more, by the routes of today.',

  about:
    'For a route that was added later, or a mute that was a mistake. Where it was shown before it is not posted again, and what was told of it is not told twice. The poller looks for it in its list, since --since.',
  words: [{ name: 'ITEM', words: 'the id of the case or threat, or its first 8 characters' }],
  flags: {
    ...DOMAIN_FLAG,
    feed: { type: 'string', value: 'FEED', default: 'cases', words: 'cases unless given, or threats' },
    since: {
      type: 'string',
      value: 'WHEN',
      default: '7d',
      words: 'it was created after this; 7d unless given',
    },
    'no-wait': { type: 'boolean', words: 'does not wait until it is done' },
  },
  needsBridge: true,
  needsConfig: true,
  changes: true,
  examples: [
    { line: 'replay 4d8698f6-52a9-4a11-b6f5-2f5f0f3a7b1e', words: 'A case of the last week.' },
    {
      line: 'replay evt-17 --feed threats --since 30d --domain acme --yes',
      words: 'A threat of the last month.',
    },
  ],
  async run({ flags, words: [given = ''], bridge, config, confirm }) {
    const settings = await config();
    const feeds = pickFeeds(settings, flags);
    const [feed, other] = feeds;
    if (!feed || other) throw new UsageError('--domain is missing: the configuration has more than one');
    const opened = await bridge();
    const { clock } = opened;
    const item = await wholeIdOf(opened, [feed], given);
    const fromMs = readMoment('--since', flags.since, clock.now());
    const ledger = feedLedgerOf(opened);
    await loadFeed(ledger, feed);
    const before = await placesOf(opened, { ...feed, id: item });
    await confirm(
      `In ${opened.where}, the poller hands ${item} of ${nameOfFeed(feed)} over once more.`,
      before.length > 0
        ? `It is at ${before.join(', ')} already, and is not posted there again.`
        : 'The ledger knows no place that has it.',
    );
    const id = randomUUID();
    await noteOperation(opened, settings, { id, domain: feed.domain, what: `replay ${feed.feed} ${item}` });
    await askFeed(ledger, clock, feed, { id, fromMs, again: 'all', only: item });
    if (flags['no-wait'])
      return {
        value: { id, item, places: before, done: false },
        lines: [`The poller looks for ${item}. cursor show says how far it is.`],
      };
    await watchWalk(ledger, clock, feed, id);
    const places = await placesOf(opened, { ...feed, id: item });
    if (places.length === 0) {
      throw new CommandError(
        `${item} is nowhere now: it was not in the list since ${flags.since}, or no route takes it to a chat or a webhook. Try --since with an earlier day.`,
      );
    }
    return {
      value: { id, item, places, done: true },
      lines: [`${item} is handed over: ${places.join(', ')}.`],
    };
  },
});
