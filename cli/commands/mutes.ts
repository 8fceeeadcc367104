import { defineCommand } from '../frame/definition.ts';
import { DOMAIN_FLAG, pickDomains } from '../frame/pick.ts';
import { table } from '../frame/table.ts';
import { agoWords } from '../frame/time-words.ts';
import { statusOfMutes } from '../look/status-of-mutes.ts';

export default defineCommand({
  name: 'mutes',
  group: 'Look',
  page: 'commands.md',
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
    const opened = await bridge();
    const nowMs = opened.clock.now();
    const mutes = await statusOfMutes(opened, domains, flags.all ? 0 : null);
    const rows = mutes.map((one) => [
      one.domain,
      one.what,
      one.waits ? 'needs a second person' : one.until ? agoWords(Date.parse(one.until), nowMs) : '',
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
