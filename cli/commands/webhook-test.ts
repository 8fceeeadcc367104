import { explainRefusal } from '../../lib/endpoints/explain-endpoint-refusal.ts';
import { openEndpoint } from '../endpoints/open-endpoint.ts';
import { testEndpoint } from '../endpoints/test-endpoint.ts';
import { defineCommand } from '../frame/definition.ts';

export default defineCommand({
  name: 'webhook test',
  group: 'Act',
  page: 'webhooks.md#setting-one-up',
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
    // Throws with the known names if nothing has this one.
    openEndpoint(opened, settings, name);
    const tried = await testEndpoint(opened, settings, name);
    return tried ? answer(name, tried.id, tried.is, tried.reason) : undefined;
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
