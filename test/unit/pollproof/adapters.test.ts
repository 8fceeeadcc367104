import { describe, expect, it } from 'vitest';
import { BRIDGES } from '../../pollproof/bridge-poller.ts';
import { cookbookFlow } from '../../pollproof/node-red.ts';
import { play } from '../../pollproof/play.ts';
import { SCENARIOS } from '../../pollproof/scenarios.ts';
import { STRATEGIES } from '../../pollproof/strategies.ts';

const scenario = (name: string) => {
  const found = SCENARIOS.find((one) => one.name === name);
  if (!found) throw new Error(`there is no scenario ${name}`);
  return found;
};
const strategy = (name: string) => {
  const found = STRATEGIES.find((one) => one.name === name);
  if (!found) throw new Error(`there is no strategy ${name}`);
  return found;
};

describe('on a quiet day', () => {
  it.each([...BRIDGES, ...STRATEGIES].map((poller) => [poller.name, poller] as const))(
    '%s tells everything in time',
    async (_, poller) => {
      const { items, lost, late, doubled } = await play(poller, scenario('a quiet day'), 1);
      expect({ lost, late, doubled: poller.repeats ? 0 : doubled }).toEqual({ lost: 0, late: 0, doubled: 0 });
      expect(items).toBeGreaterThan(20);
    },
  );
});

describe('a scenario', () => {
  it.each([
    ['last id', 'a list without an order', 'lost'],
    ['last time', 'late alerts', 'lost'],
    ['last time', 'equal times across a page', 'lost'],
    ['>= and dedupe', 'rows at the border of a cursor', 'lost'],
    ['overlap and dedupe', 'an item from tomorrow', 'lost'],
    ['overlap and dedupe', 'two pollers', 'doubled'],
    ['fixed window', 'an outage of a day', 'lost'],
    ["Singer's state", 'a quiet day', 'doubled'],
    ["httpjson's last event", 'newest first, and a restart', 'lost'],
    ["n8n's RSS trigger", 'a pause of a weekend', 'lost'],
  ] as const)('finds %s out with %s', async (name, trouble, fault) => {
    expect((await play(strategy(name), scenario(trouble), 1))[fault]).toBeGreaterThan(0);
  });

  it.each([
    ['posture-bridge, webhook', 'newest first, and a restart'],
    ['posture-bridge', 'it dies as it tells'],
  ])('does not find %s out with %s', async (name, trouble) => {
    const bridge = BRIDGES.find((one) => one.name === name);
    if (!bridge) throw new Error(`there is no ${name}`);
    expect(await play(bridge, scenario(trouble), 1)).toMatchObject({ lost: 0, doubled: 0, late: 0 });
  });

  it('is the same history for the same seed', async () => {
    const once = () => play(strategy('last time'), scenario('late alerts'), 7);
    expect(await once()).toEqual(await once());
  });
});

it('wires the flow of Node-RED from the interval to the post', () => {
  const flow = cookbookFlow('http://127.0.0.1:1/p0', 'threats', 2_000);
  const way: string[] = [];
  for (let id: string | undefined = 'every'; id; id = flow.find((one) => one.id === id)?.wires?.[0]?.[0])
    way.push(flow.find((one) => one.id === id)?.type ?? 'none');
  expect(way).toEqual(['inject', 'http request', 'change', 'split', 'change', 'rbe', 'http request']);
  expect(JSON.stringify(flow)).toContain('payload.event_id');
});
