import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../local/teams/fault.ts';
import { atRest, closeAtRest, deadLetters } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld, TEAMS_PASSWORD } from '../support/bridge/bridge-world.ts';
import { ADA } from '../support/bridge/people.ts';
import { TEAMS_OPS, teamOf, teamsChannelOf } from '../support/bridge/places.ts';
import { recorded } from '../support/bridge/platform-view.ts';
import {
  messageOf,
  messageSaying,
  messagesOf,
  openInTeams,
  postInTeams,
  replySaying,
  says,
} from '../support/bridge/posted-case.ts';
import { decideInTeams } from '../support/bridge/teams-analyst.ts';
import { waitFor } from '../support/wait-for.ts';

const BUSY_LANES = ['first', 'next', 'third', 'fourth', 'fifth', 'sixth'];
const LANES = [...BUSY_LANES, 'lost', 'found', 'deleted', 'shut', 'well', 'revoked', 'login', 'secret'];
const GONE = 'gone';
const TEAM = { teamId: teamOf(GONE), channel: teamsChannelOf(GONE) };

/** What the connector says now and then, to anyone. None of it was done. */
const TROUBLE = [
  { kind: 'error', status: 412, code: 'PreconditionFailed' },
  { kind: 'error', status: 429, code: 'TooManyRequests' },
  { kind: 'ratelimited', retry_after: 2 },
  { kind: 'error', status: 502, code: 'BadGateway' },
  { kind: 'error', status: 504, code: 'GatewayTimeout' },
  { kind: 'down' },
] as const;

// One after the other: what Teams does, it does to everybody.
describe('a Teams in trouble', () => {
  let world: BridgeWorld;
  beforeAll(async () => {
    world = await startBridgeWorld({ teams: LANES, elsewhere: [GONE] }, { opsIn: 'teams' });
  });
  afterAll(() => closeAtRest(world));
  // A fault must not strike what the test before still had to say.
  beforeEach(async () => {
    await atRest(world);
    world.teams.clearRequests();
  });

  const refusals = (operation: Operation) =>
    world.teams.requests().filter((one) => one.operation === operation && !one.ok);
  const repeats = () => world.lines.filter((line) => line.includes('posted again without')).length;
  const decided = async (lane: string) => {
    const posted = await postInTeams(world, lane);
    await decideInTeams(world, posted, 'SAFE', ADA);
    await messageSaying(world, posted, 'Ada Winter: safe, recorded');
    return posted;
  };

  it('posts and updates every case once, whatever the connector says to the first try', async () => {
    const plan = (operation: Operation) => {
      for (const fault of TROUBLE) world.teams.plan({ ...fault, operation, times: 1 });
    };
    plan('createConversation');
    const cases = await Promise.all(BUSY_LANES.map((lane) => postInTeams(world, lane)));
    expect(refusals('createConversation')).toHaveLength(TROUBLE.length);
    await atRest(world);
    // After 502, 504 and a connection that broke nobody knows whether it was posted, and a bot cannot look.
    expect(repeats()).toBe(3);

    plan('updateActivity');
    for (const posted of cases) await decideInTeams(world, posted, 'SAFE', ADA);
    for (const posted of cases) {
      expect(await recorded(world, posted)).toHaveLength(1);
      await messageSaying(world, posted, 'Ada Winter: safe, recorded');
      await replySaying(world, posted, 'Closed as safe');
      expect(messagesOf(world, posted)).toHaveLength(1);
    }
    expect(refusals('updateActivity')).toHaveLength(TROUBLE.length);
  });

  it('would rather post twice than not at all when an answer was lost, and counts that', async () => {
    const before = repeats();
    world.teams.plan({ kind: 'drop-after', operation: 'createConversation', times: 1 });
    const posted = await postInTeams(world, 'lost');
    await waitFor(() => expect(messagesOf(world, posted)).toHaveLength(2));
    await waitFor(() => expect(repeats()).toBe(before + 1));
    const [, { channel, id } = { channel: '', id: '' }] = messagesOf(world, posted);
    await world.teams.click({ channel, id, userId: ADA, verb: 'verdict:TRUE_POSITIVE' });
    await waitFor(() =>
      expect(says(world.teams.message(channel, id) ?? { shown: [] })).toContain('true positive, recorded'),
    );
    expect(await recorded(world, posted)).toHaveLength(1);
  });

  it('posts nothing twice where the owner of the team lets it read, neither a card nor what is under it', async () => {
    const before = repeats();
    const channel = teamsChannelOf('found');
    const { teamId } = world.teams.directory.channels.get(channel) ?? { teamId: '' };
    world.teams.consent(teamId);
    // What people say to each other reaches the bot now, and it keeps out of it.
    await world.teams.say({ channel, userId: ADA, text: 'lunch?', mention: false });
    await world.teams.say({ channel, userId: ADA, text: 'are you there?' });
    const [small, asked] = world.teams.messages(channel).map(({ id }) => id);
    await waitFor(() => expect(world.teams.thread(channel, asked ?? '')).toHaveLength(1));
    expect(world.teams.thread(channel, small ?? '')).toEqual([]);
    world.teams.plan({ kind: 'drop-after', operation: 'createConversation', times: 1 });
    const posted = await postInTeams(world, 'found', { event_count: 5 });
    world.teams.plan({ kind: 'drop-after', operation: 'sendActivity', times: 1 });
    await decideInTeams(world, posted, 'SAFE', ADA);
    await messageSaying(world, posted, 'Ada Winter: safe, recorded');
    await replySaying(world, posted, 'Closed as safe');
    await atRest(world);
    const [main, ...others] = messagesOf(world, posted);
    expect(others).toEqual([]);
    const told = world.teams.thread(channel, main?.id ?? '').map(says);
    expect(new Set(told).size).toBe(told.length);
    expect(repeats()).toBe(before);
    expect(world.teams.countRequests('listChanges')).toBeGreaterThan(0);
    world.teams.consent(teamId, false);
  });

  it('posts a case anew whose card somebody deleted, with what stood under it', async () => {
    const posted = await postInTeams(world, 'deleted', { event_count: 5 });
    await replySaying(world, posted, 'More evidence');
    const { channel, id } = await messageOf(world, posted);
    world.teams.deleteMessage(channel, id);
    await world.api.control('POST', `/cases/${posted.id}/events`, { title: 'One more of them' });
    const anew = await messageOf(world, posted);
    expect(anew.id).not.toBe(id);
    await replySaying(world, posted, 'More evidence');
    await decideInTeams(world, posted, 'SAFE', ADA);
    await messageSaying(world, posted, 'Ada Winter: safe, recorded');
    expect(messagesOf(world, posted)).toHaveLength(1);
  });

  const told = (what: string) =>
    world.teams.messages(TEAMS_OPS).filter((message) => says(message).includes(what));

  it.each([
    {
      lane: 'shut',
      code: 'ForbiddenOperationException',
      close: () => world.teams.archive(teamsChannelOf('shut')),
      open: () => world.teams.archive(teamsChannelOf('shut'), false),
    },
    {
      lane: GONE,
      code: 'BotNotInConversationRoster',
      close: () => world.teams.uninstall(TEAM),
      open: () => world.teams.install(TEAM),
    },
  ])('keeps what a channel refuses with $code, and shows it when it opens', async (scene) => {
    const { lane, code, close, open } = scene;
    if (lane === GONE) await open();
    const before = await postInTeams(world, lane);
    await close();
    const first = await openInTeams(world, lane);
    await waitFor(() => expect(told(`${lane}: refusing new messages`)).toHaveLength(1));
    const second = await openInTeams(world, lane);
    const well = await decided('well');
    expect(world.lines.join('\n')).toContain(code);
    expect([...messagesOf(world, first), ...messagesOf(world, second)]).toEqual([]);
    expect(messagesOf(world, well)).toHaveLength(1);

    await open();
    // The more severe of the two comes first, whichever that is.
    for (const kept of [first, second]) {
      await waitFor(() => expect(messagesOf(world, kept)).toHaveLength(1), { quietMs: 240_000 });
    }
    await waitFor(() => expect(told(`${lane}: works again`)).toHaveLength(1));
    expect(messagesOf(world, before)).toHaveLength(1);
    expect(await deadLetters(world)).toEqual({});
  });

  it('gets another token when its own was revoked, and asks once', async () => {
    world.teams.revokeTokens();
    const posted = await postInTeams(world, 'revoked');
    // A process that just began has a new token anyway.
    expect(refusals('createConversation').map(({ status }) => status)).toEqual(
      refusals('createConversation').length === 0 ? [] : [401],
    );
    expect(world.teams.countRequests('token')).toBeLessThanOrEqual(2);
    expect(messagesOf(world, posted)).toHaveLength(1);
  });

  it('posts a case once that came while the login was down', async () => {
    world.teams.revokeTokens();
    world.teams.plan({ kind: 'down', operation: 'token', times: 2 });
    const posted = await decided('login');
    expect(refusals('token')).toHaveLength(2);
    expect(messagesOf(world, posted)).toHaveLength(1);
  });

  it('keeps everything while its password is refused, and reads it anew', async () => {
    const password = world.cloud.parameters.get(TEAMS_PASSWORD) ?? '';
    world.cloud.parameters.values.set(TEAMS_PASSWORD, 'of-yesterday');
    // Until a function reads it anew, it has the one that it began with.
    world.teams.set({ secret: 'removed' });
    world.teams.revokeTokens();
    const missed = await openInTeams(world, 'secret');
    await waitFor(() =>
      expect(world.lines.join('\n')).toContain('the login refused the bot: invalid_client'),
    );
    expect(messagesOf(world, missed)).toEqual([]);

    world.cloud.parameters.values.set(TEAMS_PASSWORD, password);
    world.teams.set({ secret: 'active' });
    await waitFor(() => expect(messagesOf(world, missed)).toHaveLength(1), { quietMs: 240_000 });
    await decided('secret');
    expect(await deadLetters(world)).toEqual({});
    expect(world.lines.join('\n')).not.toContain(password);
  });

  it('asked for nothing it may not have', () => expect(world.cloud.denied).toEqual([]));
});
