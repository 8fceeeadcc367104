import { clearProgress, type Line, showProgress } from '../../lib/base/terminal.ts';
import { readShownItems } from '../../lib/dynamo/dynamo-shown-items.ts';
import { join } from '../../lib/routing/format-values.ts';
import { defineCommand } from '../frame/definition.ts';
import { UsageError } from '../frame/errors.ts';
import { DOMAIN_FLAG, FEED_FLAG, pickFeeds } from '../frame/pick.ts';
import { readConfig } from '../frame/read-config.ts';
import { table } from '../frame/table.ts';
import { readMoment } from '../frame/time-words.ts';
import { type Compared, createComparison } from '../routes/compare-routes.ts';
import { type ReadItems, readItemsSince } from '../routes/items-since.ts';

const MOST_SHOWN = 50;

export default defineCommand({
  name: 'routes diff',
  group: 'Look',
  page: 'configuration.md#trying-routes',
  summary: 'What a proposed configuration would have sent where, item by item, against that of today.',
  about:
    'From the ledger, which keeps the content of what was sent to a chat. It reads the whole table page by page, once, and says how much that was. Items that no chat was sent (unrouted, muted, only for webhooks or queues) are counted, and cannot be compared. Mutes, `dedupe`, and threats that their case tells are left out of account.',
  flags: {
    config: { type: 'string', value: 'FILE', words: 'the proposed configuration' },
    against: {
      type: 'string',
      value: 'FILE',
      default: 'bridge.config.ts',
      words: 'that of today; bridge.config.ts unless given',
    },
    since: {
      type: 'string',
      value: 'WHEN',
      default: '7d',
      words: 'items that were handed over since; 7d unless given',
    },
    limit: { type: 'string', value: 'COUNT', default: '10000', words: 'the most items; 10000 unless given' },
    ...DOMAIN_FLAG,
    ...FEED_FLAG,
  },
  needsBridge: true,
  examples: [
    { line: 'routes diff --config new.config.ts --since 7d', words: 'Before a change is deployed.' },
    { line: 'routes diff --config new.config.ts --since 24h --feed cases --json', words: 'For a program.' },
  ],
  async run({ flags, bridge }) {
    if (flags.config === undefined) throw new UsageError('--config is missing: the proposed configuration.');
    const limit = Number(flags.limit);
    if (!/^[1-9]\d{0,6}$/.test(flags.limit)) throw new UsageError('--limit is a number from 1 to 9999999.');
    const [today, proposed] = [await readConfig(flags.against), await readConfig(flags.config)];
    const picked = pickFeeds(today, flags);
    const opened = await bridge();
    const fromMs = readMoment('--since', flags.since, opened.clock.now());
    const comparison = createComparison(today, proposed);
    const read = await readItemsSince(
      readShownItems(opened.ledger),
      {
        fromMs,
        domains: picked.map(({ domain }) => domain),
        feeds: picked.map(({ feed }) => feed),
        limit,
      },
      comparison.add,
      (rows) => showProgress(`Read ${rows} rows of the table ...`),
    );
    clearProgress();
    const compared = comparison.result();
    return {
      value: { since: new Date(fromMs).toISOString(), ...compared, read },
      lines: tellCompared(compared, read),
    };
  },
});

export function tellCompared({ items, changed, destinations, nowhere }: Compared, read: ReadItems): Line[] {
  const places = destinations.map(({ destination, before, after, more, less }) => [
    destination,
    String(before),
    String(after),
    more > 0 ? { text: `+${more}`, as: 'good' as const } : '',
    less > 0 ? { text: `-${less}`, as: 'bad' as const } : '',
  ]);
  const lost = nowhere.after > nowhere.before;
  const some = changed
    .slice(0, MOST_SHOWN)
    .map((one) => [
      one.createdAt,
      one.domain,
      one.feed === 'cases' ? 'case' : 'threat',
      one.id,
      named(one.before),
      named(one.after),
      join(one.by, 'and'),
    ]);
  return [
    `${counted(items, 'item')}: ${changed.length === 0 ? 'all go where they go today' : `${changed.length} would go elsewhere`}.`,
    '',
    ...table(['destination', 'today', 'proposed', 'more', 'less'], places),
    `Nowhere: ${nowhere.before} today, ${nowhere.after} with the proposed configuration${lost ? '. Nobody would be told of those' : ''}.`,
    ...(some.length > 0
      ? ['', ...table(['created', 'domain', 'what', 'id', 'today', 'proposed', 'by'], some)]
      : []),
    ...(changed.length > MOST_SHOWN ? [`And ${changed.length - MOST_SHOWN} more: --json has all.`] : []),
    '',
    ...tellRead(read),
  ];
}

function tellRead({ rows, units, partly, withoutContent, unreadable, isCut }: ReadItems): Line[] {
  return [
    ...(isCut ? [[{ text: 'Not all were looked at: --limit was reached.', as: 'notable' as const }]] : []),
    ...(partly > 0
      ? [`${counted(partly, 'item')} could not be compared: the ledger keeps only a part of the content.`]
      : []),
    ...(withoutContent > 0
      ? [
          `${counted(withoutContent, 'item')} of any time could not be compared: no chat was sent them, and the ledger keeps their ids alone.`,
        ]
      : []),
    ...(unreadable > 0 ? [`${counted(unreadable, 'row')} of a newer version could not be read.`] : []),
    `Read ${counted(rows, 'row')} of the table, which AWS counts as ${Math.ceil(units)} read units.`,
  ];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
const named = (places: readonly string[]): string => (places.length > 0 ? places.join(', ') : 'nowhere');
