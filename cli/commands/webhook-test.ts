import { randomUUID } from 'node:crypto';
import { saveNew } from '../../lib/webhook/event-outbox.ts';
import { explainRefusal } from '../../lib/webhook/explain-refusal.ts';
import { testEvent } from '../../lib/webhook/test-event.ts';
import { tryNow } from '../../lib/webhook/try-now.ts';
import { openEndpoint } from '../endpoints/open-endpoint.ts';
import { defineCommand } from '../frame/definition.ts';

/** The reconciler rings within a minute, if the bell is lost; and a request may take ten seconds. */
const PATIENCE_MS = 90_000;
const LOOK_EVERY_MS = 500;

export default defineCommand({
  name: 'webhook test',
  group: 'Act',
  summary:
    'Sends bridge.test to a webhook, or to a queue or an event bus of your own, and says whether it was taken.',
  about:
    'One that is closed is tried at once, with the first event that waits for it: so this is also how to say that it is repaired.',
  words: [{ name: 'NAME', words: 'the destination, as in the configuration' }],
  flags: {},
  needsBridge: true,
  needsConfig: true,
  examples: [{ line: 'webhook test siem', words: 'Sends it, and waits until it was taken or refused.' }],
  async run({ bridge, config, words: [name = ''] }) {
    const settings = await config();
    const opened = await bridge();
    const { clock } = opened;
    const { ledger, domain, ring } = openEndpoint(opened, settings, name);
    const event = testEvent({ domain, destination: name, id: randomUUID() }, clock);
    await saveNew({ ledger, clock }, event, true);
    const before = await tryNow(ledger, name, clock);
    await ring();
    const untilMs = clock.now() + PATIENCE_MS;
    for (;;) {
      const row = await ledger.read(ledger.rowOf(event));
      if (row?.value.end === 'taken') return answer(name, event.eventId, 'taken', null);
      const closed = (await ledger.loadClosed(name))?.value ?? null;
      const isNew = closed !== null && (before === null || closed.probes > before.probes);
      const reason = row?.value.reason ?? (isNew ? closed.reason : null);
      if (reason !== null || row?.value.end === 'aborted')
        return answer(name, event.eventId, 'refused', reason ?? 'the receiver does not want it');
      if (clock.now() >= untilMs) return answer(name, event.eventId, 'waits', null);
      await clock.sleep(LOOK_EVERY_MS);
    }
  },
});

function answer(destination: string, id: string, is: 'taken' | 'refused' | 'waits', reason: string | null) {
  const lines = {
    taken: [`${destination} has taken ${id}.`],
    refused: [`${destination} does not take it: ${reason}.`, explainRefusal(reason ?? '')],
    waits: [
      `Nothing has sent ${id} to ${destination} yet. Does the bridge run? posture-bridge status says how it is.`,
    ],
  }[is];
  return { value: { destination, id, is, reason }, lines, well: is === 'taken' };
}
