import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readFlags } from '../../../../local/teams/flags.ts';
import { startTeams, type Teams } from '../../../../local/teams/server.ts';
import { card, createHarness, createWired, execute, keys, type Loose, message } from './harness.ts';

let teams: Teams;
let channel: string;
let token: string;
let bot: Server;
beforeAll(async () => {
  bot = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      const type = 'application/vnd.microsoft.activity.message';
      response.end(JSON.stringify({ statusCode: 200, type, value: 'Noted' }));
    });
  });
  await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
  const requestUrl = `http://127.0.0.1:${(bot.address() as AddressInfo).port}/`;
  teams = await startTeams({ control: true, rates: false, keys: keys(), requestUrl });
  [, channel = ''] = teams.directory.channels.keys();
  const answer = await fetch(`${teams.loginUrl}/${teams.tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: teams.appId,
      client_secret: teams.password,
      scope: 'https://api.botframework.com/.default',
    }),
  });
  token = ((await answer.json()) as Loose).access_token;
});
beforeEach(() => {
  teams.clearFaults();
  teams.clearRequests();
});
afterAll(async () => {
  await teams.close();
  bot.closeAllConnections();
  bot.close();
});

const post = (activity: object) =>
  fetch(`${teams.serviceUrl}v3/conversations`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ isGroup: true, channelData: { channel: { id: channel } }, activity }),
  });
const say = (text: string) => post({ type: 'message', text });
const texts = () => teams.messages(channel).map(({ text }) => text);
const outcome = (answer: Promise<Response>) =>
  answer.then(
    ({ status }) => status,
    () => 'broken',
  );

describe('over the wire', () => {
  it('a card is posted, clicked and answered', async () => {
    const { activityId } = (await (
      await post(message(card([], { actions: [execute('go')] })))
    ).json()) as Loose;
    const [userId = ''] = teams.directory.people.keys();
    const { seen } = await teams.click({ channel, id: activityId, userId, verb: 'go' });
    expect(seen).toMatchObject([{ what: 'toast', detail: 'Noted' }]);
  });

  it('the keys are where the document says', async () => {
    const document = (await (await fetch(teams.openIdUrl)).json()) as Loose;
    expect(((await (await fetch(document.jwks_uri)).json()) as Loose).keys).toHaveLength(1);
  });
});

describe('faults on the wire', () => {
  it('down: the connection breaks and nothing is posted', async () => {
    teams.plan({ kind: 'down', times: 1 });
    expect(await outcome(say('never'))).toBe('broken');
    teams.plan({ kind: 'down', status: 503, times: 1 });
    expect(await outcome(say('never'))).toBe(503);
    expect(texts()).not.toContain('never');
    expect(await outcome(say('then'))).toBe(201);
  });

  it('drop-after: the message is there, but nobody was told', async () => {
    teams.plan({ kind: 'drop-after', operation: 'createConversation', times: 1 });
    expect(await outcome(say('kept'))).toBe('broken');
    expect(texts()).toContain('kept');
    expect(teams.requests()).toMatchObject([{ operation: 'createConversation', ok: true, lost: true }]);
  });

  it('slow, error and ratelimited: as often as planned, for the operation that was named', async () => {
    teams.plan({ kind: 'slow', delay_ms: 30, times: 1 });
    const before = performance.now();
    await say('late');
    expect(performance.now() - before).toBeGreaterThan(25);
    for (const [status, code] of [
      [412, 'PreconditionFailed'],
      [502, 'BadGateway'],
      [504, 'GatewayTimeout'],
    ] as const) {
      teams.plan({ kind: 'error', status, code, operation: 'createConversation', times: 1 });
      const answer = await say('no');
      expect([answer.status, ((await answer.json()) as Loose).error.code]).toEqual([status, code]);
    }
    teams.plan({ kind: 'ratelimited', retry_after: 7, times: 1 });
    const refused = await say('no');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '7']);
    teams.plan({ kind: 'error', status: 500, operation: 'updateActivity' });
    expect(await outcome(say('yes'))).toBe(201);
    expect(texts()).not.toContain('no');
  });
});

describe('the stream of changes', () => {
  it('tells of each one as it happens', async () => {
    const end = new AbortController();
    const stream = await fetch(`${teams.controlUrl}/stream`, { signal: end.signal });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = (await reader?.read())?.value ?? '';
    expect(told).toContain('ready');
    await say('news');
    while (!told.includes('message.posted')) told += (await reader?.read())?.value ?? '';
    const line = told
      .split('\n')
      .find((part) => part.startsWith('data: ') && part.includes('message.posted'));
    expect(JSON.parse(line?.slice(6) ?? '')).toMatchObject({ type: 'message.posted', channel });
    end.abort();
  });
});

describe('the control surface', () => {
  it('is not there unless asked for, and not for pages of somebody else', async () => {
    const closed = createHarness({ control: false });
    expect((await closed.control('GET', '/channels')).status).toBe(404);
    const open = createHarness();
    const status = async (headers: Record<string, string>) =>
      (await open.control('GET', '/channels', undefined, headers)).status;
    expect(await status({})).toBe(200);
    expect(await status({ Host: 'evil.example' })).toBe(403);
    expect(await status({ Origin: 'https://evil.example' })).toBe(403);
    expect(await status({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await status({ Host: 'localhost:5', Origin: 'http://localhost:5' })).toBe(200);
  });

  it('creates, changes and shows the organisation', async () => {
    const open = createHarness();
    const made = await open.control('POST', '/channels', { name: 'new' });
    expect(made).toMatchObject({ status: 201, body: { name: 'new', bot: true, isArchived: false } });
    const path = `/channels/${made.body.id}`;
    expect((await open.control('POST', path, { archived: true })).body).toMatchObject({ isArchived: true });
    const user = (await open.control('POST', '/users', { name: 'Dee Moss' })).body;
    const joined = await open.control('POST', `/teams/${open.teamId}`, { join: user.id });
    expect(joined.body.members).toContain(user.id);
    const id = await open.post();
    await open.call('POST', `/${open.channel}/activities/${id}`, { type: 'message', text: 'more' });
    const messages = `/channels/${open.channel}/messages`;
    expect((await open.control('GET', messages)).body.messages).toMatchObject([
      { id, mentions: [], links: [] },
    ]);
    expect((await open.control('GET', `${messages}/${id}/thread`)).body.messages).toMatchObject([
      { text: 'more' },
    ]);
    await open.control('DELETE', `${messages}/${id}`);
    expect(open.messages(open.channel)).toEqual([]);
    const { body: workflow } = await open.control('POST', '/workflows', { channel: open.channel });
    expect((await open.control('DELETE', `/workflows/${workflow.id}`)).status).toBe(200);
    expect((await open.control('GET', '/requests')).body.requests.length).toBeGreaterThan(0);
  });

  it('installs, clicks, speaks, rolls keys over and takes the secret away', async () => {
    const { teams: open, received } = createWired();
    const { teamId, userId } = open;
    expect((await open.control('POST', '/uninstall', { teamId })).body).toEqual({
      outcomes: ['answered', 'answered'],
    });
    expect((await open.control('GET', '/channels')).body.channels[0].bot).toBe(false);
    await open.control('POST', '/install', { teamId, userId });
    const id = await open.post(card([], { actions: [execute('go')] }));
    const click = { channel: open.channel, id, userId, verb: 'go' };
    expect((await open.control('POST', '/click', click)).body).toMatchObject({
      outcome: 'answered',
      status: 200,
      seen: [{ what: 'error' }],
    });
    await open.control('POST', '/say', { channel: open.channel, userId, text: 'hello' });
    expect(received.at(-1)?.body.text).toContain('hello');
    const forging = { activity: { serviceUrl: 'https://evil.example/' } };
    expect((await open.control('POST', '/settings', { forging })).body.forged).toBe(true);
    await open.control('POST', '/say', { channel: open.channel, userId, text: 'hello' });
    expect(received.at(-1)?.body.serviceUrl).toBe('https://evil.example/');
    await open.control('POST', '/settings', { forging: {} });
    const before = (await open.control('GET', '/keys')).body.kids;
    const { kid } = (await open.control('POST', '/keys', {})).body;
    expect((await open.control('GET', '/keys')).body.kids).toEqual([...before, kid]);
    await open.control('POST', '/settings', { secret: 'removed', token_lifetime_seconds: 5 });
    expect((await open.login()).status).toBe(401);
    const held = open.token();
    await open.control('DELETE', '/tokens');
    expect((await open.call('GET', `/${open.channel}/members`, undefined, held)).status).toBe(401);
    await open.control('POST', '/faults', { kind: 'error', status: 502, times: 1 });
    expect((await open.open(message())).status).toBe(502);
  });

  it('answers problems with a sentence, and shows no token, secret or activity', async () => {
    const { teams: open } = createWired();
    const id = await open.post(card([], { actions: [execute('go')] }));
    const click = { channel: open.channel, id, userId: open.userId };
    const problems: [string, object][] = [
      ['/click', { ...click, verb: 'else' }],
      ['/click', { ...click, verb: 'go', colour: 'red' }],
      ['/install', { teamId: '19:none' }],
      ['/faults', { kind: 'error' }],
      ['/faults', { kind: 'slow' }],
      ['/faults', { kind: 'down', operation: 'other' }],
      ['/channels/19:none', {}],
      ['/workflows', { channel: '19:none' }],
      ['/settings', { request_url: 'ftp://a.example' }],
    ];
    for (const [path, body] of problems) {
      const answer = await open.control('POST', path, body);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.error).toMatch(/\.$/);
    }
    await open.login();
    await open.control('POST', '/click', { ...click, verb: 'go' });
    for (const path of ['/deliveries', '/settings', '/requests', '/organisation', '/keys']) {
      const text = JSON.stringify((await open.control('GET', path)).body);
      expect(text).not.toContain(open.service.identity.password);
      expect(text).not.toContain('eyJ');
    }
  });
});

describe('the command line', () => {
  it('reads its flags', () => {
    expect(
      readFlags(['--port', '0', '--request-url', 'http://127.0.0.1:1/teams', '--control', '--no-rates']),
    ).toEqual({
      kind: 'run',
      options: { port: 0, requestUrl: 'http://127.0.0.1:1/teams', control: true, rates: false },
    });
    expect(readFlags(['--help'])).toEqual({ kind: 'help' });
  });

  it('names all problems at once, without repeating secrets', () => {
    const flags = readFlags([
      '--port',
      '99999',
      '--app-id',
      'x',
      '--what',
      'stray',
      '--speed',
      '0',
      '--password',
    ]);
    expect(flags).toMatchObject({ kind: 'bad', problems: { length: 6 } });
  });
});
