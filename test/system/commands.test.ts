import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '../support/bridge/analyst.ts';
import { answerHolding, ask, toldIn, type } from '../support/bridge/asker.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ANNA, BEN, EVE } from '../support/bridge/people.ts';
import { channelOf, personOf } from '../support/bridge/places.ts';
import { buttonsOf, messageSaying, postCase, says } from '../support/bridge/posted-case.ts';

describe('commands in Slack', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      { slack: ['one', 'list', 'mine', 'eve'], threats: ['one'] },
      { api: { cases: 12, threats: 30, users: 20, nhi: 6, drift: 3 } },
    );
  });
  afterAll(() => closeAtRest(world));
  const everybody = () =>
    Object.keys(world.config.destinations).map((name) => world.slack.messages(channelOf(name)));

  it('tell one case: how it stands in the platform and in the bridge', async () => {
    const posted = await postCase(world, 'one', {
      threat_brief: 'Too many downloads',
      events: [{ severity: 'high' }],
    });
    const answer = await ask(world, 'one', ANNA, `case ${posted.id}`, 'In the platform: ready for triage');
    expect(says(answer)).toContain('In the bridge: nobody has decided');
    expect(says(answer)).toContain('Too many downloads');
    await decide(world, posted, 'TRUE_POSITIVE', ANNA);
    await messageSaying(world, posted, 'anna: true positive, recorded');
    await ask(world, 'one', BEN, `case ${posted.id}`, 'In the bridge: anna: true positive, recorded');
  });

  it('list cases page by page, through the button of the answer', async () => {
    const first = await ask(world, 'list', ANNA, 'cases', /case [0-9a-f-]{36}/);
    const idsIn = (text: string) => [...text.matchAll(/case ([0-9a-f-]{36})/g)].map(([, id]) => id);
    expect(idsIn(says(first))).toHaveLength(10);
    expect(buttonsOf(first)).toEqual(['ask:more:1']);
    await world.slack.click({ channel: first.channel, ts: first.ts, userId: ANNA, actionId: 'ask:more:1' });
    const seen = new Set(idsIn(says(first)));
    const next = await answerHolding(
      world,
      'list',
      ANNA,
      new RegExp(`^(?!.*(${[...seen].join('|')})).*case [0-9a-f-]{36}`, 's'),
    );
    expect(idsIn(says(next)).length).toBeGreaterThan(0);
    await ask(world, 'list', ANNA, 'cases financial_fraud nobody@acme.example', 'No case like this.');
  });

  it('tell what else the platform knows', async () => {
    const client = world.api.client();
    const { items: threats } = await client.threats.page({ pageSize: 1 });
    const { items: users } = await client.users.page({ pageSize: 1 });
    const { items: nhis } = await client.nhis.page({ pageSize: 1 });
    await ask(world, 'one', ANNA, 'threats', `threat ${threats[0]?.event_id}`);
    await ask(world, 'one', ANNA, `hunt ${threats[0]?.event_id}`, /_ItemId|Nothing finds it/);
    await ask(world, 'one', ANNA, `who ${users[0]?.user_principal_name}`, /Access|no persona/);
    await ask(world, 'one', ANNA, `nhi ${nhis[0]?.nuid}`, /Role|Access/);
    await ask(world, 'one', ANNA, 'integration no-such-thing', 'no connector of this type');
    await ask(
      world,
      'one',
      ANNA,
      'drift 7f3e2a10-0000-4000-8000-000000000001',
      'no drift event with this id',
    );
    await ask(world, 'one', ANNA, 'status', 'The bridge is well.');
  });

  it('tell what somebody decided, to them', async () => {
    const posted = await postCase(world, 'mine');
    await ask(world, 'mine', BEN, 'mine', 'You are on no case');
    await decide(world, posted, 'FALSE_POSITIVE', BEN);
    await messageSaying(world, posted, 'ben: false positive, recorded');
    const answer = await ask(world, 'mine', BEN, 'mine', `case ${posted.id}`);
    expect(says(answer)).toContain('false positive');
  });

  it('are answered at once where nothing has to be asked, and say what is mistyped', async () => {
    await ask(world, 'one', ANNA, '', 'What you can ask.');
    await ask(world, 'one', ANNA, 'csaes', 'Did you mean cases?');
  });

  it('tell nothing to somebody who may not decide, and nothing to anybody else', async () => {
    const posted = await postCase(world, 'eve', { threat_brief: 'A secret brief' });
    await type(world, 'eve', EVE, `case ${posted.id}`);
    await answerHolding(world, 'eve', EVE, 'You may not ask');
    expect(toldIn(world, 'eve', EVE).map(says).join(' ')).not.toContain('secret brief');
    const requests = await world.api.control<{ requests: object }>('GET', '/requests');
    expect(requests).toBeDefined();
    await ask(world, 'eve', ANNA, `cases ${personOf('eve')}`, `case ${posted.id}`);
    expect(
      everybody()
        .flat()
        .some((message) => says(message).includes('Looking it up')),
    ).toBe(false);
  });

  it('survive that their queue is purged', async () => {
    const queue = Object.keys(await world.cloud.queues()).find((name) => /Verdict(?!.*Dead)/.test(name));
    expect(queue).toBeDefined();
  });

  it('leave nothing amiss', () => expectNothingAmiss(world));
});
