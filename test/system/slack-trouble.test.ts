import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '../support/bridge/analyst.ts';
import { atRest, closeAtRest, deadLetters } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, SCOPES, SLACK_TOKEN, startBridgeWorld } from '../support/bridge/bridge-world.ts';
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
    await messageSaying(world, posted, 'Anna Berg: safe, recorded');
    expect(messagesOf(world, posted)).toHaveLength(1);
  });

  it('would rather post twice than not at all where it may not look, and counts that', async () => {
    world.slack.setScopes(SCOPES.filter((scope) => !scope.includes('history')));
    world.slack.plan({ kind: 'drop-after', method: 'chat.postMessage', times: 1 });
    const posted = await postCase(world, 'blind');
    await waitFor(() => expect(messagesOf(world, posted)).toHaveLength(2));
    await waitFor(() => expect(world.lines.join('\n')).toContain('posted again without'));
    world.slack.setScopes(SCOPES);
  });

  const told = (what: string) =>
    world.slack.messages(OPS_CHANNEL).filter((message) => says(message).includes(what));

  it.each([
    {
      lane: 'shut',
      code: 'is_archived',
      close: () => world.slack.archive(channelOf('shut')),
      open: () => world.slack.archive(channelOf('shut'), false),
    },
    {
      lane: 'out',
      code: 'not_in_channel',
      close: () => world.slack.leave(channelOf('out')),
      open: () => world.slack.join(channelOf('out')),
    },
  ])('keeps what a channel refuses with $code, and shows it when it opens', async (scene) => {
    const { lane, code, close, open } = scene;
    const before = await postCase(world, lane);
    close();
    const first = await openCase(world, lane);
    await waitFor(() => expect(told(`${lane}: refusing new messages`)).toHaveLength(1));
    const second = await openCase(world, lane);
    const well = await postCase(world, 'well');
    expect(world.lines.join('\n')).toContain(code);
    expect([...messagesOf(world, first), ...messagesOf(world, second)]).toEqual([]);
    expect(messagesOf(world, well)).toHaveLength(1);

    open();
    // The more severe of the two comes first, whichever that is.
    for (const kept of [first, second]) {
      await waitFor(() => expect(messagesOf(world, kept)).toHaveLength(1), { quietMs: 240_000 });
    }
    await waitFor(() => expect(told(`${lane}: works again`)).toHaveLength(1));
    expect(told(`${lane}: refusing new messages`)).toHaveLength(1);
    expect(messagesOf(world, before)).toHaveLength(1);
    expect(await deadLetters(world)).toEqual({});
  });

  it.each([
    ['revoked', 'token_revoked'],
    ['without its rights', 'missing_scope'],
  ])('keeps everything while its token is %s, and reads it anew', async (how, code) => {
    const token = world.cloud.parameters.get(SLACK_TOKEN) ?? '';
    if (how === 'revoked') world.slack.setTokenState('revoked');
    else world.slack.setScopes(SCOPES.filter((scope) => scope !== 'chat:write'));
    world.cloud.parameters.values.set(SLACK_TOKEN, 'xoxb-not-a-token');
    const missed = await openCase(world, 'token');
    await waitFor(() => expect(triesOf('token')).not.toEqual([]));
    await waitFor(() => expect(world.lines.join('\n')).toContain(code));
    expect(messagesOf(world, missed)).toEqual([]);

    world.cloud.parameters.values.set(SLACK_TOKEN, token);
    world.slack.setTokenState('active');
    world.slack.setScopes(SCOPES);
    await waitFor(() => expect(messagesOf(world, missed)).toHaveLength(1), { quietMs: 240_000 });
    await decide(world, missed, 'SAFE', ANNA);
    await messageSaying(world, missed, 'Anna Berg: safe, recorded');
    expect(await deadLetters(world)).toEqual({});
  });

  it('asked for nothing it may not have', () => expect(world.cloud.denied).toEqual([]));
});
