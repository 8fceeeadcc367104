import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide } from '../support/bridge/analyst.ts';
import { answerHolding, ask, askInTeams, toldIn, toldInTeams, type } from '../support/bridge/asker.ts';
import { closeAtRest, expectNothingAmiss } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ADA, ANNA, BEN, BO, CLEO, EVE } from '../support/bridge/people.ts';
import { channelOf, personOf, teamsChannelOf } from '../support/bridge/places.ts';
import { buttonsOf, messageSaying, postCase, postInTeams, says } from '../support/bridge/posted-case.ts';
import { answerTo, decideInTeams } from '../support/bridge/teams-analyst.ts';
import { waitFor } from '../support/wait-for.ts';

/** As a table shows it, between cells without spaces. */
const CASE_ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

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
    await messageSaying(world, posted, 'Anna Berg: true positive, recorded');
    await ask(world, 'one', BEN, `case ${posted.id}`, 'In the bridge: Anna Berg: true positive, recorded');
  });

  it('list cases page by page, through the button of the answer', async () => {
    const first = await ask(world, 'list', ANNA, 'cases', CASE_ID);
    const idsIn = (text: string) => [...text.matchAll(new RegExp(CASE_ID, 'g'))].map(([id]) => id);
    expect(idsIn(says(first))).toHaveLength(10);
    expect(buttonsOf(first)).toEqual(['ask:more:1']);
    await world.slack.click({ channel: first.channel, ts: first.ts, userId: ANNA, actionId: 'ask:more:1' });
    const seen = new Set(idsIn(says(first)));
    const next = await answerHolding(
      world,
      'list',
      ANNA,
      new RegExp(`^(?!.*(${[...seen].join('|')})).*${CASE_ID.source}`, 's'),
    );
    expect(idsIn(says(next)).length).toBeGreaterThan(0);
    await ask(world, 'list', ANNA, 'cases financial_fraud nobody@acme.example', 'No matching cases.');
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
    await ask(world, 'one', ANNA, 'drift 7f3e2a10-0000-4000-8000-000000000001', 'No drift event has this id');
    await ask(world, 'one', ANNA, 'status', 'The bridge is healthy.');
  });

  it('tell what somebody decided, to them', async () => {
    const posted = await postCase(world, 'mine');
    await ask(world, 'mine', BEN, 'mine', 'You have no cases');
    await decide(world, posted, 'FALSE_POSITIVE', BEN);
    await messageSaying(world, posted, 'Ben Okoro: false positive, recorded');
    const answer = await ask(world, 'mine', BEN, 'mine', `case ${posted.id.slice(0, 8)}  ·  `);
    expect(says(answer)).toContain('false positive');
  });

  it('are answered at once where nothing has to be asked, and say what is mistyped', async () => {
    await ask(world, 'one', ANNA, '', 'What you can ask.');
    await ask(world, 'one', ANNA, 'csaes', 'Did you mean cases?');
  });

  it('tell nothing to somebody who may not decide, and nothing to anybody else', async () => {
    const posted = await postCase(world, 'eve', { threat_brief: 'A secret brief' });
    await type(world, 'eve', EVE, `case ${posted.id}`);
    await answerHolding(world, 'eve', EVE, 'Only people who can decide');
    expect(toldIn(world, 'eve', EVE).map(says).join(' ')).not.toContain('secret brief');
    await ask(world, 'eve', ANNA, `cases ${personOf('eve')}`, posted.id);
    expect(
      everybody()
        .flat()
        .some((message) => says(message).includes('Looking it up')),
    ).toBe(false);
  });

  it('leave nothing amiss', () => expectNothingAmiss(world));
});

describe('commands in Teams', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld(
      { teams: ['one', 'mine'] },
      { api: { cases: 12, users: 20, nhi: 6, drift: 3 } },
    );
  });
  afterAll(() => closeAtRest(world));
  const inChannels = () =>
    ['one', 'mine'].flatMap((lane) => world.teams.messages(teamsChannelOf(lane)).map(says));

  it('are answered in the chat of the person with the bot, and nowhere else', async () => {
    const posted = await postInTeams(world, 'one', {
      threat_brief: 'Too many downloads',
      events: [{ severity: 'high' }],
    });
    const answer = await askInTeams(world, ADA, `case ${posted.id}`, 'In the platform: ready for triage');
    expect(says(answer)).toContain('In the bridge: nobody has decided');
    await decideInTeams(world, posted, 'TRUE_POSITIVE', ADA);
    await messageSaying(world, posted, 'true positive, recorded');
    await askInTeams(world, BO, `case ${posted.id}`, 'In the bridge: Ada Winter: true positive, recorded');
    await askInTeams(world, ADA, 'mine', `case ${posted.id.slice(0, 8)}  ·  `);
    await askInTeams(world, ADA, 'status', 'The bridge is healthy.');
    await askInTeams(world, ADA, 'help', 'What you can ask.');
    expect(inChannels().join()).not.toMatch(/Looking it up|In the platform:/);
  });

  it('list page by page, through the button of the answer', async () => {
    const first = await askInTeams(world, ADA, 'cases', /case [0-9a-f-]{36}.*More/s);
    const before = toldInTeams(world, ADA).length;
    const result = await world.teams.click({
      channel: first.channel,
      id: first.id,
      userId: ADA,
      verb: 'ask:more',
    });
    expect(answerTo(world, result)).toContain('Looking it up');
    await waitFor(() => expect(toldInTeams(world, ADA).length).toBeGreaterThan(before));
    expect(says(toldInTeams(world, ADA).at(-1) ?? first)).not.toBe(says(first));
  });

  it('are slash commands in a channel, whose answer nobody else sees', async () => {
    const channel = teamsChannelOf('one');
    const before = inChannels().length;
    await world.teams.say({ channel, userId: ADA, text: '/status', slash: true });
    await waitFor(() =>
      expect(world.teams.targeted(ADA).map(says).join()).toContain('The bridge is healthy.'),
    );
    expect(world.teams.targeted(BO)).toEqual([]);
    expect(inChannels()).toHaveLength(before);
  });

  it('tell nothing to somebody who may not decide', async () => {
    const posted = await postInTeams(world, 'one', { threat_brief: 'A secret brief' });
    await askInTeams(world, CLEO, `case ${posted.id}`, 'Only people who can decide');
    expect(toldInTeams(world, CLEO).map(says).join()).not.toContain('secret brief');
  });

  it('leave nothing amiss', () => expectNothingAmiss(world));
});
