import type { Line } from '../../lib/base/terminal.ts';
import type { WithheldItem } from '../../lib/case/item-in-short.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import type { UsedWindow } from '../../lib/features/dedupe/dedupe-ledger.ts';
import { createDedupeLedger } from '../../lib/features/dedupe/dedupe-ledger.ts';
import { fieldsInWords } from '../../lib/features/dedupe/deduped-words.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError } from '../frame/errors.ts';
import { DOMAIN_FLAG, pickDomains } from '../frame/pick.ts';
import { table } from '../frame/table.ts';
import { agoWords, isoOf } from '../frame/time-words.ts';

const MOST_WINDOWS = 100;

export default defineCommand({
  name: 'deduped',
  group: 'Look',
  page: 'configuration.md#many-that-are-alike',
  summary:
    'What was not posted because it was alike to something that was: the windows of routes with `dedupe`.',
  about:
    'Without a window: those that deduped something and have not listed it in their chats yet. With one, as its notice names it: each item that it deduped, for 30 days after its end. `replay ITEM` posts one of them after all.',
  words: [{ name: 'WINDOW', words: 'the id of a window', optional: true }],
  flags: { ...DOMAIN_FLAG },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'deduped', words: 'What stands for others now.' },
    { line: 'deduped 7f3a90c1d2e4b5a6978812cd-mi2x0q1c-0 --json', words: 'All that one window deduped.' },
  ],
  async run({ flags, words: [id], bridge, config }) {
    const domains = pickDomains(await config(), flags.domain);
    const { ledger: parts, clock, where } = await bridge();
    const ledger = createDedupeLedger(createDynamoVersionedRows(parts));
    const named =
      id === undefined
        ? (await ledger.unlisted(MOST_WINDOWS)).filter(({ domain }) => domains.includes(domain))
        : domains.map((domain) => ({ domain, id }));
    const windows: Listing[] = [];
    for (const one of named) {
      const found = await ledger.load(one);
      const deduped: WithheldItem[] = [];
      if (found) for await (const { items } of ledger.dedupedBy(one)) deduped.push(...items);
      if (found) windows.push({ ...found, deduped });
    }
    if (id === undefined)
      return { value: { windows: windows.map(toJson) }, lines: tellWindows(windows, clock.now()) };
    const [found] = windows;
    if (!found)
      throw new CommandError(`${where} knows no window ${id}: it deduped nothing, or was forgotten since.`);
    return { value: toJson(found), lines: tellItems(found) };
  },
});

/** A dedupe window with what it withheld, oldest first. */
interface Listing extends UsedWindow {
  readonly deduped: readonly WithheldItem[];
}

const toJson = ({ window, deduped, isListed }: Listing) => ({
  ...{ domain: window.domain, id: window.id, route: window.route, by: window.by, first: window.first.id },
  ...{ from: isoOf(window.sinceMs), until: isoOf(window.untilMs), listed: isListed },
  items: deduped.map(({ createdAtMs, ...item }) => ({ ...item, created: isoOf(createdAtMs) })),
});

const tellWindows = (windows: readonly Listing[], nowMs: number): Line[] =>
  windows.length === 0
    ? ['Nothing is deduped.']
    : table(
        ['window', 'domain', 'route', 'alike in', 'first', 'deduped', 'ends'],
        windows.map(({ window, deduped }) => [
          window.id,
          window.domain,
          window.route,
          fieldsInWords(window.by),
          window.first.id,
          String(deduped.length),
          agoWords(window.untilMs, nowMs),
        ]),
      );

const tellItems = ({ window, deduped }: Listing): Line[] => [
  `${window.first.id} stands for ${deduped.length === 1 ? 'this' : 'these'}, by the route ${window.route}:`,
  '',
  ...table(
    ['created', 'id', 'what', 'severity', 'not posted in'],
    deduped.map(({ createdAtMs, id, what, severity, at }) => [
      isoOf(createdAtMs) ?? '',
      id,
      what,
      severity ?? '',
      at?.join(', ') ?? '',
    ]),
  ),
];
