import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../../local/stand-in-kit/serve.ts';
import type { Click } from '../../../../local/teams/inbound/click.ts';
import { startTeams } from '../../../../local/teams/server.ts';
import {
  block,
  CARD_TYPE,
  card,
  createHarness,
  createWired,
  execute,
  keys,
  type Loose,
  message,
  NOW,
} from './harness.ts';

const FORM = {
  type: 'Action.ShowCard',
  title: 'Decide',
  card: {
    type: 'AdaptiveCard',
    body: [
      { type: 'Input.Text', id: 'comment', maxLength: 5, isRequired: true },
      {
        type: 'Input.ChoiceSet',
        id: 'events',
        isMultiSelect: true,
        value: 'a,b',
        choices: [
          { title: 'A', value: 'a' },
          { title: 'B', value: 'b' },
        ],
      },
      { type: 'Input.Toggle', id: 'sure', title: 'Sure' },
    ],
    actions: [execute('decide', { data: { case: '7' } })],
  },
};
const submit = { type: 'Action.Submit', title: 'Go', data: { verb: 'go' } };
const CARD = card([block('A case'), { type: 'Input.Text', id: 'note' }], {
  actions: [
    execute('go', { id: 'one', data: { case: '7' }, fallback: submit }),
    execute('off', { isEnabled: false }),
    { type: 'Action.OpenUrl', title: 'Open', url: 'https://a.example' },
    FORM,
  ],
});
const reply =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

const withCard = async () => {
  const wired = createWired({ answerTimeoutMs: 50 });
  const { teams } = wired;
  const id = await teams.post(CARD);
  const click = (more: Partial<Click> = {}) =>
    teams.click({ channel: teams.channel, id, userId: teams.userId, verb: 'go', ...more });
  return { ...wired, id, click };
};

describe('a click', () => {
  it('arrives as an invoke of the real shape', async () => {
    const { teams, last, click, id } = await withCard();
    await click({ inputs: { note: 'why' } });
    const { identity, directory } = teams.service;
    const person = directory.people.get(teams.userId);
    expect(last().body).toMatchObject({
      type: 'invoke',
      name: 'adaptiveCard/action',
      channelId: 'msteams',
      serviceUrl: 'http://127.0.0.1/teams/',
      replyToId: id,
      from: { id: teams.userId, name: 'Ada Winter', aadObjectId: person?.aadObjectId },
      recipient: { id: `28:${identity.appId}` },
      conversation: {
        id: `${teams.channel};messageid=${id}`,
        isGroup: true,
        conversationType: 'channel',
        tenantId: identity.tenantId,
      },
      channelData: {
        tenant: { id: identity.tenantId },
        team: { id: teams.teamId },
        channel: { id: teams.channel },
      },
      value: {
        action: { type: 'Action.Execute', id: 'one', verb: 'go', data: { case: '7', note: 'why' } },
        trigger: 'manual',
      },
    });
  });

  it('brings a token that holds', async () => {
    const { teams, last, click } = await withCard();
    await click();
    const keySet = createLocalJWKSet((await teams.get('/v1/.well-known/keys')).body);
    const token = last().headers.Authorization?.replace(/^Bearer /, '') ?? '';
    const { payload } = await jwtVerify(token, keySet, {
      algorithms: ['RS256'],
      issuer: 'https://api.botframework.com',
      audience: teams.service.identity.appId,
      currentDate: new Date(teams.service.now()),
    });
    expect(payload).toMatchObject({
      serviceurl: 'http://127.0.0.1/teams/',
      iat: NOW / 1000 + 1,
      nbf: NOW / 1000 + 1,
      exp: NOW / 1000 + 3_601,
    });
  });

  it('takes along the inputs of its own card and of those around it', async () => {
    const { last, click, received } = await withCard();
    expect((await click({ verb: 'decide' })).seen).toMatchObject([
      { what: 'error', detail: 'Not sent: comment is needed' },
    ]);
    expect((await click({ verb: 'decide', inputs: { comment: 'toolong' } })).outcome).toEqual({
      kind: 'not-sent',
    });
    expect(received).toEqual([]);
    await click({ verb: 'decide', inputs: { comment: 'ok', sure: true } });
    expect(last().body.value.action.data).toEqual({ case: '7', comment: 'ok', events: 'a,b', sure: 'true' });
    await click({ verb: 'decide', inputs: { comment: 'ok', events: ['b'], note: '' } });
    expect(last().body.value.action.data).toMatchObject({ events: 'b', sure: 'false', note: '' });
    await click();
    expect(last().body.value.action.data).toEqual({ case: '7' });
  });

  it('shows the card in the answer to the one who clicked only', async () => {
    const { teams, answer, click, id } = await withCard();
    const mine = card([block('Done')]);
    answer(reply({ statusCode: 200, type: CARD_TYPE, value: mine }));
    expect((await click()).seen).toMatchObject([{ what: 'card', detail: id }]);
    expect(teams.cardFor(teams.channel, id, teams.userId)).toEqual(mine);
    expect(teams.cardFor(teams.channel, id, teams.otherId)).toEqual(CARD);
    await expect(click()).rejects.toThrow('no button "go"');
    const path = `/${teams.channel}/activities/${id}`;
    await teams.call('PUT', path, message(card([block('For all')])));
    expect(teams.cardFor(teams.channel, id, teams.userId)).toMatchObject({ body: [{ text: 'For all' }] });
    // A screen that has not caught up still has the old one.
    expect((await click({ editsAgo: 1, userId: teams.otherId })).outcome.kind).toBe('answered');
    expect((await click({ mayBeOld: true, userId: teams.otherId })).outcome.kind).toBe('answered');
    await expect(click({ verb: 'never', mayBeOld: true })).rejects.toThrow('no button "never"');
  });

  it('shows messages, and for every error a line of its own instead of the words of the bot', async () => {
    const { answer, click } = await withCard();
    const error = (statusCode: number, type: string) =>
      reply({ statusCode, type, value: { code: 'x', message: 'Not you' } });
    answer(
      reply({ statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 'Noted' }),
      error(400, 'application/vnd.microsoft.error'),
      error(500, 'application/vnd.microsoft.error'),
      error(412, 'application/vnd.microsoft.error.preconditionFailed'),
      error(401, 'application/vnd.microsoft.activity.loginRequest'),
    );
    expect((await click()).seen).toMatchObject([{ what: 'toast', detail: 'Noted' }]);
    for (let turn = 0; turn < 4; turn += 1)
      expect((await click()).seen).toMatchObject([
        { what: 'error', detail: 'Something went wrong. Please try again.' },
      ]);
  });

  it('is an error for the person when the answer is late or not understood', async () => {
    const { answer, click, teams, id } = await withCard();
    const value = card();
    const wrong: [() => Response | Promise<Response>, RegExp][] = [
      [() => new Promise(() => {}), /in time/],
      [() => Promise.reject(new Error('gone')), /reached/],
      [reply({}, 503), /503/],
      [reply({ statusCode: 200, type: CARD_TYPE, value }, 202), /202/],
      [() => new Response(''), /JSON/],
      [() => new Response('{', { headers: { 'Content-Type': 'application/json' } }), /form/],
      [reply({}), /form/],
      [reply({ statusCode: '200', type: CARD_TYPE, value }), /form/],
      [reply({ statusCode: 200, type: CARD_TYPE, value, more: 1 }), /form/],
      [
        reply({
          statusCode: 200,
          type: 'application/vnd.microsoft.error',
          value: { code: 'a', message: 'b' },
        }),
        /form/,
      ],
      [reply({ statusCode: 400, type: 'application/vnd.microsoft.error', value: 'words' }), /form/],
      [reply({ statusCode: 200, type: CARD_TYPE, value: { ...value, version: '2.0' } }), /not valid/],
      [reply({ statusCode: 200, type: CARD_TYPE, value: card([block('x'.repeat(90_000))]) }), /too big/],
    ];
    for (const [next, words] of wrong) {
      answer(next);
      expect((await click()).seen).toMatchObject([{ what: 'error', detail: expect.stringMatching(words) }]);
    }
    expect(teams.cardFor(teams.channel, id, teams.userId)).toEqual(CARD);
  });

  it('comes as a message with a value from an older client', async () => {
    const { last, click, teams, answer, id } = await withCard();
    const { seen } = await click({ olderClient: true, inputs: { note: 'n' } });
    expect(last().body).toMatchObject({ type: 'message', replyToId: id, value: { verb: 'go', note: 'n' } });
    expect(last().body).not.toHaveProperty('name');
    expect(seen).toEqual([]);
    answer(() => new Response('', { status: 500 }));
    expect((await click({ olderClient: true })).seen).toMatchObject([{ what: 'error' }]);
    await expect(click({ verb: 'decide', olderClient: true, inputs: { comment: 'a' } })).rejects.toThrow(
      'older client',
    );
    expect(teams.deliveries().map(({ outcome }) => outcome)).toEqual([200, 500]);
  });

  it('is not possible where nobody could click', async () => {
    const { teams, click, received } = await withCard();
    const outsider = teams.addUser({ name: 'Out Sider' });
    await expect(click({ userId: outsider.id })).rejects.toThrow('not in the team');
    await expect(click({ userId: '29:nobody' })).rejects.toThrow('no person');
    await expect(click({ verb: 'off' })).rejects.toThrow('switched off');
    await expect(click({ verb: 'else' })).rejects.toThrow('no button');
    await expect(click({ id: '1' })).rejects.toThrow('no message');
    await expect(click({ inputs: { events: 'a' } })).rejects.toThrow('no input');
    expect((await click({ verb: undefined, title: 'Open' })).outcome).toEqual({ kind: 'not-sent' });
    expect(received).toEqual([]);
  });
});

describe('an installation', () => {
  it('is told to the bot, and opens the channels of the team', async () => {
    const { teams, received } = createWired({ teams: [{ name: 'Security', installed: false }] });
    const [channel = ''] = teams.service.directory.channels.keys();
    const post = () => teams.call('POST', `/${channel}/activities`, { type: 'message', text: 'hello' });
    expect((await post()).status).toBe(403);
    await teams.install({ teamId: teams.teamId });
    const { tenantId, botId } = teams.service.identity;
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        type: 'conversationUpdate',
        membersAdded: [{ id: botId }],
        conversation: { id: teams.teamId, conversationType: 'channel' },
        channelData: {
          eventType: 'teamMemberAdded',
          team: { id: teams.teamId, name: 'Security' },
          tenant: { id: tenantId },
        },
      },
      {
        type: 'installationUpdate',
        action: 'add',
        serviceUrl: 'http://127.0.0.1/teams/',
        channelData: { settings: { selectedChannel: { id: channel } } },
      },
    ]);
    expect((await post()).status).toBe(201);
    await teams.uninstall({ teamId: teams.teamId });
    expect(received.slice(2).map(({ body }) => JSON.parse(body))).toMatchObject([
      { membersRemoved: [{ id: botId }] },
      { action: 'remove' },
    ]);
    expect((await post()).status).toBe(403);
  });
});

describe('a change of a place', () => {
  it('is told to the bot, with the kind of a channel that is not a standard one', async () => {
    const { teams, last } = createWired();
    const { botId } = teams.service.identity;
    const { id } = teams.addChannel(teams.teamId, { name: 'secret', type: 'private' });
    await teams.addToChannel(id);
    expect(last().body).toMatchObject({
      type: 'conversationUpdate',
      membersAdded: [{ id: botId }],
      conversation: { id },
      channelData: { eventType: 'channelMemberAdded', channel: { id, type: 'private' } },
    });
    await teams.removeFromChannel(id);
    expect(last().body).toMatchObject({ membersRemoved: [{ id: botId }], channelData: { channel: { id } } });
    expect(() => teams.addToChannel(teams.channel)).toThrow('standard');
    await teams.archiveTeam(teams.teamId);
    expect(last().body).toMatchObject({
      conversation: { id: teams.teamId },
      channelData: { eventType: 'teamArchived', team: { id: teams.teamId } },
    });
    expect(
      (await teams.call('POST', `/${teams.channel}/activities`, { type: 'message', text: 'x' })).status,
    ).toBe(403);
    await teams.archiveTeam(teams.teamId, false);
    expect(last().body).toMatchObject({ channelData: { eventType: 'teamUnarchived' } });
  });
});

describe('what people write', () => {
  it('reaches a bot that may read, whoever it is for', async () => {
    const { teams, received, last } = createWired();
    const { channel, userId } = teams;
    teams.consent(teams.teamId);
    await teams.say({ channel, userId, text: 'between us', mention: false });
    expect(received).toHaveLength(1);
    expect(last().body).toMatchObject({
      type: 'message',
      text: 'between us',
      entities: [{ type: 'clientInfo' }],
    });
  });

  it('reaches the bot when it is mentioned', async () => {
    const { teams, received, last } = createWired();
    const { channel, userId } = teams;
    await teams.say({ channel, userId, text: 'between us', mention: false });
    expect(received).toEqual([]);
    await teams.say({ channel, userId, text: 'help' });
    const [, said] = teams.messages(channel);
    expect(last().body).toMatchObject({
      type: 'message',
      id: said?.id,
      text: '<at>posture-bridge</at> help',
      entities: [
        { type: 'mention', mentioned: { id: teams.service.identity.botId } },
        { type: 'clientInfo' },
      ],
      conversation: { id: said?.conversation },
    });
    await teams.say({ channel, userId, text: 'more', root: said?.id });
    expect(last().body).toMatchObject({ replyToId: said?.id, conversation: { id: said?.conversation } });
    expect(teams.thread(channel, said?.id ?? '')).toHaveLength(1);
  });
});

describe('a look at a card', () => {
  it('refreshes it for those whom it names, and for nobody else', async () => {
    const { teams, answer, last, received } = createWired();
    const refresh = { action: execute('again', { data: { case: '7' } }), userIds: [teams.userId] };
    const id = await teams.post(card([block('Old')], { refresh }));
    answer(reply({ statusCode: 200, type: CARD_TYPE, value: card([block('New')]) }));
    const view = (userId: string) => teams.view({ channel: teams.channel, id, userId });
    expect((await view(teams.otherId)).outcome.kind).toBe('not-sent');
    expect(received).toEqual([]);
    expect((await view(teams.userId)).seen).toMatchObject([{ what: 'card', detail: id }]);
    expect(last().body).toMatchObject({
      type: 'invoke',
      name: 'adaptiveCard/action',
      replyToId: id,
      value: { action: { verb: 'again', data: { case: '7' } }, trigger: 'automatic' },
    });
    expect(teams.cardFor(teams.channel, id, teams.userId)).toMatchObject({ body: [{ text: 'New' }] });
    expect(teams.cardFor(teams.channel, id, teams.otherId)).toMatchObject({ body: [{ text: 'Old' }] });
  });
});

describe('a slash command', () => {
  it('is told to the bot as such, and seen by nobody else', async () => {
    const { teams, last } = createWired();
    await teams.say({ channel: teams.channel, userId: teams.userId, text: '/cases', slash: true });
    expect(last().body).toMatchObject({ type: 'message', text: '/cases', recipient: { isTargeted: true } });
    expect(last().body.recipient.id).toBe(`28:${teams.service.identity.appId}`);
    expect(teams.messages(teams.channel)).toEqual([]);
    expect(teams.targeted(teams.userId)).toMatchObject([{ text: '/cases' }]);
    expect(teams.targeted(teams.otherId)).toEqual([]);
  });
});

describe('over real connections', () => {
  it('a click reaches the bot, and its answer the person', async () => {
    const type = 'application/vnd.microsoft.activity.message';
    const bot = await serve({ fetch: () => Response.json({ statusCode: 200, type, value: 'Noted' }) });
    const teams = createHarness({ requestUrl: bot.base });
    const id = await teams.post(CARD);
    const { seen } = await teams.click({ channel: teams.channel, id, userId: teams.userId, verb: 'go' });
    expect(seen).toMatchObject([{ what: 'toast', detail: 'Noted' }]);
    await bot.close();
  });

  it('the keys are where the document says', async () => {
    const teams = await startTeams({ keys: keys() });
    const read = async (url: string): Promise<Loose> => (await fetch(url)).json();
    expect((await read((await read(teams.openIdUrl)).jwks_uri)).keys).toHaveLength(1);
    await teams.close();
  });
});
