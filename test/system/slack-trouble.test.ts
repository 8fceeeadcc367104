import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '../support/bridge/analyst.ts';
import { atRest, closeAtRest, deadLetters } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, SCOPES, SLACK_TOKEN, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { parkedIn } from '../support/bridge/ledger-view.ts';
import { ANNA } from '../support/bridge/people.ts';
import { channelOf, OPS_CHANNEL } from '../support/bridge/places.ts';
import { recorded } from '../support/bridge/platform-view.ts';
import {
  messageSaying,
  messagesOf,
  openCase,
  postCase,
  says,
  threadOf,
} from '../support/bridge/posted-case.ts';
import { waitFor } from '../support/wait-for.ts';

const LANES = ['down', 'lost', 'blind', 'shut', 'out', 'well', 'token'];

// One after the other: what Slack does, it does to everybody.
describe('a Slack in trouble', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld({ slack: LANES });
  });
  afterAll(() => closeAtRest(world));
  // A fault must not strike what the test before still had to say.
  beforeEach(() => atRest(world));

  const countParked = async () => Object.values(await deadLetters(world)).reduce((sum, one) => sum + one, 0);
  const triesOf = (lane: string) =>
    world.slack
      .requests()
      .filter(
        ({ method, channel, ok }) => method === 'chat.postMessage' && channel === channelOf(lane) && !ok,
      );

  it('posts a case once that came while Slack was down', async () => {
    world.slack.plan({ kind: 'down', method: 'chat.postMessage' });
    const posted = await openCase(world, 'down', { event_count: 5 });
    await waitFor(() =>
      expect(
        world.slack.requests().filter(({ method, ok }) => method === 'chat.postMessage' && !ok),
      ).not.toEqual([]),
    );
    expect(messagesOf(world, posted)).toEqual([]);
    world.slack.clearFaults();
    await waitFor(async () => expect(await threadOf(world, posted)).toHaveLength(1));
    expect(messagesOf(world, posted)).toHaveLength(1);
  });

  it('finds a message by its mark when the answer to it was lost', async () => {
    world.slack.plan({ kind: 'drop-after', method: 'chat.postMessage', times: 1 });
    const posted = await postCase(world, 'lost', { event_count: 5 });
    await waitFor(async () => expect(await threadOf(world, posted)).toHaveLength(1));
    await decide(world, posted, 'SAFE', ANNA);
    expect(await recorded(world, posted)).toHaveLength(1);
    await messageSaying(world, posted, 'anna: safe, recorded');
    expect(messagesOf(world, posted)).toHaveLength(1);
  });

  it('would rather post twice than not at all where it may not look, and counts that', async () => {
    world.slack.setScopes(SCOPES.filter((scope) => !scope.includes('history')));
    world.slack.plan({ kind: 'drop-after', method: 'chat.postMessage', times: 1 });
    const posted = await postCase(world, 'blind');
    await waitFor(() => expect(messagesOf(world, posted)).toHaveLength(2));
    await waitFor(() => expect(world.lines.join('\n')).toContain('"PossibleRepeats":1'));
    world.slack.setScopes(SCOPES);
  });

  it('parks what a channel refuses, tells the operators once, and goes on elsewhere', async () => {
    world.slack.archive(channelOf('shut'));
    world.slack.leave(channelOf('out'));
    const refused = await Promise.all(['shut', 'out', 'shut'].map((lane) => openCase(world, lane)));
    const well = await postCase(world, 'well');

    await waitFor(async () => expect(Object.values(await deadLetters(world))).toEqual([refused.length]));
    // The first of each channel: the others of its group stand behind it.
    const parked = await parkedIn(world, /Slack/);
    expect(parked.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['chat.postMessage: is_archived', 'chat.postMessage: not_in_channel']),
    );
    const ids = refused.map(({ id }) => id);
    for (const { body } of parked) expect(ids.some((id) => body.includes(id))).toBe(true);
    await waitFor(() => expect(world.slack.messages(OPS_CHANNEL)).toHaveLength(2));
    const told = world.slack.messages(OPS_CHANNEL).map(says).toSorted();
    expect(told[0]).toContain('out: a message could not be shown');
    expect(told[1]).toContain('shut: a message could not be shown');
    await decide(world, well, 'SAFE', ANNA);
    await messageSaying(world, well, 'anna: safe, recorded');
  });

  it('takes up a token that was changed', async () => {
    const before = await countParked();
    const token = world.cloud.parameters.get(SLACK_TOKEN) ?? '';
    world.slack.setTokenState('revoked');
    world.cloud.parameters.values.set(SLACK_TOKEN, 'xoxb-not-a-token');
    const missed = await openCase(world, 'token');
    await waitFor(() => expect(triesOf('token')).not.toEqual([]));
    await waitFor(async () => expect(await countParked()).toBeGreaterThan(before));
    expect(messagesOf(world, missed)).toEqual([]);

    world.cloud.parameters.values.set(SLACK_TOKEN, token);
    world.slack.setTokenState('active');
    const posted = await postCase(world, 'token');
    await decide(world, posted, 'SAFE', ANNA);
    await messageSaying(world, posted, 'anna: safe, recorded');
  });

  it('asked for nothing it may not have', () => expect(world.cloud.denied).toEqual([]));
});
