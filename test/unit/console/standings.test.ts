import { describe, expect, it } from 'vitest';
import { createStandings } from '../../../console/flow/standings.ts';
import { configOf, createHarness, delivery, KEY, NOW } from './harness.ts';

const config = configOf({
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC0CASES' },
    second: { type: 'slack', channel: 'C0SECOND' },
    shy: { type: 'slack', channel: 'C0SHYSHY' },
    other: { type: 'slack', channel: 'C0OTHERS' },
    hook: { type: 'webhook', url: 'https://hooks.example.com/x', secret: '/pb/hook' },
  },
  routes: [
    { name: 'leaks', when: { threatType: 'data_exfiltration' }, to: ['soc', 'second', 'hook'] },
    { name: 'trial', to: 'shy', shadow: true },
    { name: 'fraud', when: { threatType: 'fraud' }, to: 'other' },
  ],
});

/** The ledger knows the item in these places; the queue of Slack is like this. */
async function standing(places: readonly string[], depth: object) {
  const { source, deliveries } = createHarness({ config });
  for (const destination of places)
    await deliveries.save(delivery({ key: { ...KEY, destination } }), 0, null, NOW);
  const queue = { id: 'slack', consumer: null, waiting: 0, inFlight: 0, delayed: 0, dead: 0, ...depth };
  const standingOf = await createStandings({ ...source, queues: async () => [queue] })();
  return standingOf(KEY);
}

describe('where an item is on its way to', () => {
  it.each([{ waiting: 1 }, { inFlight: 1 }, { delayed: 1 }])(
    'is each chat that a route names, without a row, while its queue has %j',
    async (depth) => {
      expect((await standing(['soc'], depth)).awaited).toEqual(['second']);
    },
  );

  it('is nowhere once all have it, or nothing is in the queue', async () => {
    expect((await standing(['soc', 'second'], { waiting: 1 })).awaited).toEqual([]);
    expect((await standing(['soc'], {})).awaited).toEqual([]);
  });

  it('is not known while no row says what the item is', async () => {
    expect(await standing([], { waiting: 1 })).toEqual({
      deliveries: [],
      answer: null,
      told: [],
      withheld: [],
      awaited: [],
    });
  });
});
