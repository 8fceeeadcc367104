import { replayEvents } from '../../lib/endpoints/replay.ts';
import { probeNow } from '../../lib/outbox/circuit-breaker.ts';
import { openEndpoint } from '../endpoints/open-endpoint.ts';
import { defineCommand } from '../frame/definition.ts';
import { UsageError } from '../frame/errors.ts';
import { isoOf, readMoment } from '../frame/time-words.ts';

export default defineCommand({
  name: 'webhook replay',
  group: 'Act',
  page: 'webhooks.md#what-answers-mean',
  summary: 'Tells a webhook, or a queue or an event bus of your own, what it missed from a time on.',
  about:
    'What was given up since then is sent again, in order, with what waits. What was taken cannot be sent again: the ledger does not keep it.',
  words: [{ name: 'NAME', words: 'the destination, as in the configuration' }],
  flags: {
    since: {
      type: 'string',
      value: 'TIME',
      words: 'from then on: 2026-11-15, 2026-11-15T12:00:00Z, or 6h ago',
    },
    'skip-older': { type: 'boolean', words: 'and gives up what waits from before' },
  },
  needsBridge: true,
  needsConfig: true,
  changes: true,
  examples: [
    { line: 'webhook replay siem --since 6h', words: 'What was given up in the last six hours.' },
    {
      line: 'webhook replay siem --since 2026-11-15T12:00:00Z --skip-older',
      words: 'From noon on, and nothing from before.',
    },
  ],
  async run({ bridge, config, confirm, flags, words: [name = ''] }) {
    if (flags.since === undefined) throw new UsageError('--since is missing: from which time on?');
    const settings = await config();
    const opened = await bridge();
    const { clock } = opened;
    const { ledger, wake } = openEndpoint(opened, settings, name);
    const fromMs = readMoment('--since', flags.since, clock.now());
    const skipOlder = flags['skip-older'];
    const since = isoOf(fromMs);
    await confirm(
      `${name} is told again what was given up since ${since}.`,
      ...(skipOlder ? [`What waits for it from before is given up.`] : []),
    );
    const { again, skipped } = await replayEvents(ledger, { destination: name, fromMs, skipOlder });
    await probeNow(ledger, name, clock);
    await wake();
    return {
      value: { destination: name, since, again, skipped },
      lines: [
        `${again} events that were given up since ${since} are sent again, in order, with what waits.`,
        ...(skipOlder ? [`${skipped} from before are given up.`] : []),
      ],
    };
  },
});
