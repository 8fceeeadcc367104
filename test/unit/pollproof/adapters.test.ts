import { describe, expect, it } from 'vitest';
import { BRIDGES } from '../../pollproof/bridge-poller.ts';
import { cookbookFlow, type FlowNode } from '../../pollproof/node-red.ts';
import { play } from '../../pollproof/play.ts';
import { SCENARIOS } from '../../pollproof/scenarios.ts';
import { STRATEGIES } from '../../pollproof/strategies.ts';
import { caseFlow } from '../../pollproof/whole-way/case-flow.ts';

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

/** The types of the nodes that a message passes. */
function wayFrom(first: string, flow: readonly FlowNode[]): string[] {
  const way: string[] = [];
  for (let id: string | undefined = first; id; id = flow.find((one) => one.id === id)?.wires?.[0]?.[0])
    way.push(flow.find((one) => one.id === id)?.type ?? 'none');
  return way;
}

it('wires the flow of Node-RED from the interval to the post', () => {
  const flow = cookbookFlow('http://127.0.0.1:1/p0', 'threats', 2_000);
  expect(wayFrom('every', flow)).toEqual([
    'inject',
    'http request',
    'change',
    'split',
    'change',
    'rbe',
    'http request',
  ]);
  expect(JSON.stringify(flow)).toContain('payload.event_id');
});

it('wires the flow for Slack on both ways, with code that can be read and holds what it was given', () => {
  const given = {
    apiUrl: 'http://api/v1',
    apiKey: 'the key',
    slackUrl: 'http://slack/api/',
    botToken: 'the token',
  };
  const flow = caseFlow(given);
  expect(wayFrom('changed', flow)).toEqual(['rbe', 'delay', 'function', 'http request']);
  expect(wayFrom('pressed', flow)).toEqual([
    'http in',
    'function',
    'http request',
    'function',
    'http request',
  ]);
  const run = (id: string, msg: object) =>
    new Function('msg', String(flow.find((one) => one.id === id)?.func))(msg);
  const item = {
    case_id: '759fe32b-80b8-4bae-a848-ac06e37c2739',
    threat_type: 'sabotage',
    user_email: 'a@b',
  };
  expect(run('message', { payload: item })).toMatchObject({
    headers: { authorization: 'Bearer the token' },
    payload: { text: 'sabotage: a@b, case 759fe32b' },
  });
  const press = { actions: [{ value: item.case_id, action_id: 'verdict:TRUE_POSITIVE' }] };
  const res = { status: () => ({ end: () => undefined }) };
  expect(run('verdict', { payload: { payload: JSON.stringify(press) }, res })).toMatchObject({
    url: `http://api/v1/cases/${item.case_id}/verdict`,
    headers: { 'X-API-Key': 'the key' },
    payload: { outcome: 'TRUE_POSITIVE' },
  });
});
