import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { endOf, isActive } from '../../lib/features/mutes/mute.ts';
import { createMuteLedger } from '../../lib/features/mutes/mute-ledger.ts';
import { mutedWhat } from '../../lib/features/mutes/muted-words.ts';
import { defineCommand } from '../frame/definition.ts';
import { DOMAIN_FLAG, pickDomains } from '../frame/pick.ts';
import { table } from '../frame/table.ts';
import { agoWords, isoOf } from '../frame/time-words.ts';

export default defineCommand({
  name: 'mutes',
  group: 'Look',
  summary:
    'What analysts do not want to see for a while: what, until when, who said so and why, and how much it hid.',
  about: 'Who is muted is shown as "one person". Analysts end a mute in the chat.',
  flags: { ...DOMAIN_FLAG, all: { type: 'boolean', words: 'those too that ended in the last 30 days' } },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'mutes', words: 'What is muted now.' },
    { line: 'mutes --domain acme --all', words: 'What was muted lately, too.' },
  ],
  async run({ flags, bridge, config }) {
    const domains = pickDomains(await config(), flags.domain);
    const { ledger: parts, clock } = await bridge();
    const ledger = createMuteLedger(createDynamoVersionedRows(parts));
    const nowMs = clock.now();
    const mutes = [];
    for (const domain of domains) {
      for (const mute of (await ledger.load(domain)).mutes) {
        if (!flags.all && !isActive(mute, nowMs)) continue;
        let hidden = 0;
        for await (const { items } of ledger.hiddenBy(domain, mute.id)) hidden += items.length;
        mutes.push({
          domain,
          id: mute.id,
          what: mutedWhat(mute),
          critical: mute.critical,
          active: isActive(mute, nowMs),
          by: mute.by.name,
          reason: mute.reason,
          from: isoOf(mute.atMs),
          until: isoOf(endOf(mute)),
          hidden,
        });
      }
    }
    const rows = mutes.map((one) => [
      one.domain,
      one.what,
      one.until ? agoWords(Date.parse(one.until), nowMs) : '',
      String(one.hidden),
      one.by,
      one.reason,
    ]);
    const lines =
      mutes.length === 0
        ? ['Nothing is muted.']
        : table(['domain', 'what', 'ends', 'hid', 'by', 'why'], rows);
    return { value: { mutes }, lines };
  },
});
