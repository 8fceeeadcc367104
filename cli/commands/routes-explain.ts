import { existsSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { parseJson, readText } from '../../lib/config/file/read-written.ts';
import { readItem } from '../../lib/routing/read-item.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError } from '../frame/errors.ts';
import { DOMAIN_FLAG, FEED_FLAG, pickDomains } from '../frame/pick.ts';
import { explainItem, tellItem } from '../routes/explain-item.ts';
import { findItem, knownOf } from '../routes/item-in-ledger.ts';

export default defineCommand({
  name: 'routes explain',
  group: 'Look',
  page: 'configuration.md#trying-routes',
  summary:
    'Where a case or a threat goes by the routes, and why: which matched, and which condition did not hold.',
  about:
    'The item of an id is taken from the message that shows it. A file, or - for what comes on stdin, needs no bridge; one is asked for mutes, and for what stands for it, if --local or --name is given.',
  words: [
    {
      name: 'ITEM',
      words:
        'the id of a case or threat, or its first 8 characters; a JSON file with one as the API lists it; or -',
    },
  ],
  flags: { ...DOMAIN_FLAG, ...FEED_FLAG },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'routes explain 4d8698f6-52a9-4a11-b6f5-2f5f0f3a7b1e --local', words: 'A case that was posted.' },
    {
      line: 'routes explain item.json --config new.config.ts',
      words: 'By routes that are not deployed yet.',
    },
    { line: 'routes explain - --domain acme --json', words: 'From another program, and for one.' },
  ],
  async run({ flags, words: [named = ''], bridge, config: read }) {
    const config = await read();
    const isWritten = named === '-' || existsSync(named);
    if (!isWritten) {
      const opened = await bridge();
      const routed = await findItem(opened, config, { id: named, ...flags });
      const explained = explainItem(config, routed, await knownOf(opened, config, routed));
      return { value: explained, lines: tellItem(explained) };
    }
    const [domain = ''] = pickDomains(config, flags.domain);
    const routed = await itemIn(named, domain);
    const isAsked = flags.local === true || flags.name !== undefined;
    const known = isAsked ? await knownOf(await bridge(), config, routed) : null;
    const explained = explainItem(config, routed, known);
    return { value: explained, lines: tellItem(explained) };
  },
});

async function itemIn(named: string, domain: string): Promise<RoutedItem> {
  const from = named === '-' ? 'stdin' : named;
  const read = readItem(
    parseJson(from, named === '-' ? await readAll(process.stdin) : readText(named)),
    domain,
  );
  if (!read.ok) throw new CommandError(`${from}: ${read.reason}`);
  return read.routed;
}
