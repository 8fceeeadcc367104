import { describe, expect, it } from 'vitest';
import type { HttpAnswer, HttpRequest } from '../../../../lib/base/http/http-transport.ts';
import type { TeamName } from '../../../../lib/chats/teams/activity-location.ts';
import { openBot } from '../../../../lib/chats/teams/bot-chat.ts';
import { markId, type TeamsMessage } from '../../../../lib/chats/teams/message.ts';
import { renderHello } from '../../../../lib/chats/teams/render-hello.ts';
import type { MessageRef } from '../../../../lib/outbox/chat-port.ts';
import { READ_GROUP } from '../../../../local/teams/graph/list-messages.ts';
import type { TeamsOptions } from '../../../../local/teams/settings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createHarness } from '../../local/teams/harness.ts';

const ORIGIN = 'http://127.0.0.1:3978';
const MINUTE_MS = 60_000;

/** The bridge's own chat with the strict Teams opposite to it, on one clock and without sockets. */
function create(options: TeamsOptions & { readonly knownTeam?: TeamName | null } = {}) {
  const { knownTeam, ...more } = options;
  const clock = createManualClock();
  const teams = createHarness({ consents: [READ_GROUP], rates: false, ...more, now: clock.now });
  const { service, teamId } = teams;
  const asked: string[] = [];
  let interfere: ((request: HttpRequest) => HttpAnswer | undefined) | null = null;
  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { method, url, headers, body } = request;
    asked.push(`${method} ${decodeURIComponent(url.pathname.replace(/.*\/(?:v1\.0|v3)\//, ''))}`);
    const planned = interfere?.(request);
    if (planned) return planned;
    const answer = await teams.app.request(url.href, { method, headers, ...(body && { body }) });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  };
  const { appId, tenantId, password } = service.identity;
  const group = service.directory.teams.get(teamId)?.aadGroupId ?? '';
  const { chat } = openBot({
    teams: { appId, tenantId, password: '/p', cloud: 'public', apiUrl: ORIGIN },
    readPassword: async () => password,
    serviceUrlOf: async () => null,
    teamOf: async () => (knownTeam === undefined ? { id: teamId, group } : knownTeam),
    transport: { send },
    clock,
  });
  const post = async (mark: string, thread?: MessageRef, message: TeamsMessage = renderHello('x')) => {
    const answer = await chat.post(teams.channel, message, { mark, ...(thread && { thread }) });
    clock.advance(1_000);
    if (answer.is !== 'ok') throw new Error(JSON.stringify(answer));
    return answer.value;
  };
  const look = async (mark: string, thread?: MessageRef, sinceMs = clock.now() - MINUTE_MS) => {
    const answer = await chat.find(teams.channel, mark, { sinceMs, ...(thread && { thread }) });
    if (answer.is !== 'ok') throw new Error(JSON.stringify(answer));
    return answer.value;
  };
  return {
    ...teams,
    clock,
    chat,
    asked,
    group,
    post,
    look,
    answerWith: (plan: typeof interfere) => {
      interfere = plan;
    },
  };
}

const graphOnly = (answer: HttpAnswer) => (request: HttpRequest) =>
  request.url.pathname.startsWith('/graph') ? answer : undefined;

describe('a card that may have been posted', () => {
  it('is found in its channel by its mark, and another is not', async () => {
    const { post, look, clock } = create();
    const refs = [await post('one'), await post('two')];
    clock.advance(15_000);
    expect(await look('one')).toEqual({ is: 'found', ref: refs[0] });
    expect(await look('two')).toEqual({ is: 'found', ref: refs[1] });
    expect(await look('three')).toEqual({ is: 'absent' });
  });

  it('is found in its thread, and nowhere else', async () => {
    const { post, look, clock } = create();
    const [first, second] = [await post('one'), await post('two')];
    const reply = await post('note', first);
    clock.advance(15_000);
    expect(await look('note', first)).toEqual({ is: 'found', ref: reply });
    expect(await look('note', second)).toEqual({ is: 'absent' });
    expect(await look('note')).toEqual({ is: 'absent' });
  });

  it('is found behind many others, page by page', async () => {
    const { post, look, clock, asked } = create();
    const first = await post('one');
    for (let number = 0; number < 60; number++) await post(`other ${number}`);
    const note = await post('note', first);
    for (let number = 0; number < 30; number++) await post(`reply ${number}`, first);
    clock.advance(15_000);
    asked.length = 0;
    const since = clock.now() - 10 * MINUTE_MS;
    expect(await look('other 59', undefined, since)).toMatchObject({ is: 'found' });
    expect(asked.filter((one) => one.endsWith('/delta')).length).toBe(5);
    expect(await look('note', first, since)).toEqual({ is: 'found', ref: note });
    expect(await look('none', first, since)).toEqual({ is: 'absent' });
  });

  it('is looked for since it was begun, and not through the years before', async () => {
    const { post, look, clock, asked } = create();
    for (let number = 0; number < 60; number++) await post(`old ${number}`);
    clock.advance(60 * MINUTE_MS);
    const ref = await post('one');
    clock.advance(15_000);
    asked.length = 0;
    expect(await look('one')).toEqual({ is: 'found', ref });
    expect(asked.filter((one) => one.includes('/messages'))).toHaveLength(1);
  });

  it('is not there any more when a person deleted it, nor what stood under it', async () => {
    const { post, look, clock, deleteMessage, channel } = create();
    const first = await post('one');
    await post('note', first);
    clock.advance(15_000);
    deleteMessage(channel, first.activity ?? '');
    expect(await look('one')).toEqual({ is: 'absent' });
    expect(await look('note', first)).toEqual({ is: 'absent' });
  });

  it('is not one that somebody else made up, nor one that only speaks of it', async () => {
    const { post, look, clock, service, channel, addWorkflow } = create();
    const body = [{ type: 'TextBlock', text: 'x', id: markId('one') }];
    const card = { type: 'AdaptiveCard', version: '1.5', body };
    const made = { channel, text: '', textFormat: 'plain', entities: [], cards: [card] } as const;
    for (const from of ['workflow', [...service.directory.people.keys()][0] ?? ''])
      service.messages.post({ ...made, from });
    addWorkflow(channel);
    const hello = renderHello(`"id":"${markId('one')}"`);
    const inside = { type: 'Container', items: body };
    await post('two', undefined, { ...hello, card: { ...hello.card, body: [...hello.card.body, inside] } });
    clock.advance(15_000);
    expect(await look('one')).toEqual({ is: 'absent' });
  });
});

describe('without the right to read', () => {
  it.each([
    ['the owner did not consent', { consents: [] }],
    ['the team is not known, and the channel is not its General one', { knownTeam: null }],
    [
      'Graph does not know the team',
      { knownTeam: { id: 'x', group: '00000000-0000-4000-8000-000000000000' } },
    ],
  ])('nobody is told that a card is there or not: %s', async (_, options) => {
    const { post, look, clock } = create(options);
    await post('one');
    clock.advance(15_000);
    expect(await look('one')).toEqual({ is: 'cannot-look' });
  });

  it('a consent counts as soon as it is given', async () => {
    const { post, look, clock, consent, teamId } = create({ consents: [] });
    const ref = await post('one');
    clock.advance(15_000);
    expect(await look('one')).toEqual({ is: 'cannot-look' });
    consent(teamId);
    expect(await look('one')).toEqual({ is: 'found', ref });
  });

  it('the consent ends with the place of the app in the team', async () => {
    const { post, look, clock, uninstall, teamId } = create();
    await post('one');
    clock.advance(15_000);
    await uninstall({ teamId });
    expect(await look('one')).toEqual({ is: 'cannot-look' });
  });
});

describe('the team of a channel', () => {
  it('is asked of the connector once where no activity said what Graph calls it', async () => {
    const { post, look, clock, asked, teamId } = create({ knownTeam: { id: '', group: null } });
    const known = create({ knownTeam: null });
    expect(teamId).not.toBe('');
    await post('one');
    clock.advance(15_000);
    expect(await look('one')).toEqual({ is: 'cannot-look' });
    expect(asked.filter((one) => one.startsWith('GET teams/'))).toHaveLength(1);
    await known.chat.post(known.teamId, renderHello('x'), { mark: 'general' });
    known.clock.advance(15_000);
    const where = { sinceMs: known.clock.now() - MINUTE_MS };
    expect(await known.chat.find(known.teamId, 'general', where)).toMatchObject({ value: { is: 'found' } });
    await known.chat.find(known.teamId, 'another', where);
    expect(known.asked.filter((one) => one === `GET teams/${known.teamId}`)).toHaveLength(1);
  });

  it('is asked for again after a refusal: the bot may have been out of it just then', async () => {
    const { chat, teamId, clock, answerWith } = create({ knownTeam: null });
    await chat.post(teamId, renderHello('x'), { mark: 'general' });
    clock.advance(15_000);
    const where = { sinceMs: clock.now() - MINUTE_MS };
    const refused = { status: 403, headers: {}, body: '{"error":{"code":"BotNotInConversationRoster"}}' };
    answerWith(({ url }) => (url.pathname.includes('/v3/teams/') ? refused : undefined));
    expect(await chat.find(teamId, 'general', where)).toMatchObject({ value: { is: 'cannot-look' } });
    answerWith(null);
    expect(await chat.find(teamId, 'general', where)).toMatchObject({ value: { is: 'found' } });
  });
});

describe('a Graph in trouble', () => {
  const answer = (status: number, headers = {}, body = ''): HttpAnswer => ({ status, headers, body });

  it.each([
    ['429 with a time', answer(429, { 'retry-after': '7' }), 7_000],
    ['500', answer(500), 20_000],
    ['503', answer(503), 20_000],
    ['a page that cannot be read', answer(200, {}, '{"value":'), 20_000],
    ['408', answer(408), 20_000],
  ])('is asked again later, and others go first: %s', async (_, planned, waitMs) => {
    const { post, look, clock, answerWith } = create();
    const ref = await post('one');
    clock.advance(15_000);
    answerWith(graphOnly(planned));
    expect(await look('one')).toEqual({ is: 'not-yet', waitMs });
    answerWith(null);
    expect(await look('one')).toEqual({ is: 'found', ref });
  });

  it('is waited for ten minutes and no longer: a case that nobody sees is worse than one twice', async () => {
    const { post, look, clock, answerWith } = create();
    await post('one');
    const since = clock.now();
    answerWith(graphOnly(answer(500)));
    clock.advance(9 * MINUTE_MS);
    expect(await look('one', undefined, since)).toMatchObject({ is: 'not-yet' });
    clock.advance(MINUTE_MS);
    expect(await look('one', undefined, since)).toEqual({ is: 'cannot-look' });
  });

  it('that shows a message late shows it before the bridge looks', async () => {
    const { post, look, clock } = create({ graphLagMs: 10_000 });
    const ref = await post('one');
    expect(await look('one')).toEqual({ is: 'absent' });
    clock.advance(15_000);
    expect(await look('one')).toEqual({ is: 'found', ref });
  });

  it('sends the token to no other address, whatever it names for the next page', async () => {
    const { post, look, clock, answerWith, asked } = create();
    await post('one');
    clock.advance(15_000);
    for (const next of [
      'https://evil.example/v1.0/teams',
      `${ORIGIN}/elsewhere`,
      'http://127.0.0.1:9/graph/v1.0/',
    ]) {
      asked.length = 0;
      const body = JSON.stringify({ value: [], '@odata.nextLink': next });
      answerWith(graphOnly(answer(200, {}, body)));
      expect(await look('one')).toMatchObject({ is: 'not-yet' });
      expect(asked.filter((one) => !one.includes('oauth2'))).toHaveLength(1);
    }
  });

  it('gets another token when its own was withdrawn', async () => {
    const { post, look, clock, revokeTokens } = create();
    const ref = await post('one');
    clock.advance(15_000);
    await look('one');
    revokeTokens();
    expect(await look('one')).toEqual({ is: 'found', ref });
  });
});
