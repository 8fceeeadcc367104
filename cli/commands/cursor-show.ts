import { progressOf } from '../../lib/feed/ask-for-walk.ts';
import { feedLedgerOf, loadFeed, nameOfFeed } from '../act/ask-feed.ts';
import { defineCommand } from '../frame/definition.ts';
import { DOMAIN_FLAG, FEED_FLAG, pickFeeds } from '../frame/pick.ts';
import { isoOf } from '../frame/time-words.ts';

export default defineCommand({
  name: 'cursor show',
  group: 'Look',
  page: 'operations.md#what-changes-something',
  summary:
    'How far each feed is: up to when everything was handed over, and which ways through its list are not finished.',
  flags: { ...DOMAIN_FLAG, ...FEED_FLAG },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'cursor show', words: 'All feeds.' },
    { line: 'cursor show --domain acme --feed cases --json', words: 'One of them, for a program.' },
  ],
  async run({ flags, bridge, config }) {
    const feeds = pickFeeds(await config(), flags);
    const ledger = feedLedgerOf(await bridge());
    const cursors = [];
    for (const feed of feeds) {
      const { version, state } = await loadFeed(ledger, feed);
      const walks = state.walks.map((walk) => ({
        kind: walk.kind,
        from: isoOf(walk.floorMs),
        pages: walk.pages,
        done: Math.round(progressOf(walk) * 100) / 100,
        asked: walk.asked ?? null,
      }));
      cursors.push({
        ...feed,
        version,
        handedOverUpTo: isoOf(state.watermarkMs),
        notBefore: isoOf(state.notBeforeMs),
        order: state.order,
        sweptAt: isoOf(state.sweptAtMs),
        walks,
      });
    }
    const lines = cursors.flatMap((one) => [
      `${nameOfFeed(one)}: handed over up to ${one.handedOverUpTo ?? 'nothing yet'}, ${one.order}, swept ${one.sweptAt}`,
      ...one.walks.map(
        ({ kind, from, pages, done, asked }) =>
          `  a ${kind} down to ${from}: ${Math.floor(done * 100)} %, ${pages} pages${asked ? `, asked for by an operator (${asked.id})` : ''}`,
      ),
    ]);
    return { value: { cursors }, lines };
  },
});
