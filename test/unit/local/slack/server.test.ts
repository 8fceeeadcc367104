import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readFlags } from '../../../../local/slack/flags.ts';
import { type Slack, startSlack } from '../../../../local/slack/server.ts';
import { createHarness, type Loose } from './harness.ts';

let slack: Slack;
let channel: string;
beforeAll(async () => {
  slack = await startSlack({ control: true, rates: false });
  [channel = ''] = slack.directory.channels.keys();
});
beforeEach(() => {
  slack.clearFaults();
  slack.clearRequests();
});
afterAll(() => slack.close());

const post = (text: string) =>
  fetch(`${slack.url}chat.postMessage`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${slack.botToken}` },
    body: new URLSearchParams({ channel, text }),
  });
const texts = () => slack.messages(channel).map(({ text }) => text);
const outcome = (answer: Promise<Response>) =>
  answer.then(
    ({ status }) => status,
    () => 'broken',
  );

describe('faults on the wire', () => {
  it('down: the connection breaks and nothing is posted', async () => {
    slack.plan({ kind: 'down', times: 1 });
    expect(await outcome(post('never'))).toBe('broken');
    slack.plan({ kind: 'down', status: 503, times: 1 });
    expect(await outcome(post('never'))).toBe(503);
    expect(texts()).not.toContain('never');
    expect(await outcome(post('then'))).toBe(200);
  });

  it('drop-after: the message is there, but nobody was told', async () => {
    slack.plan({ kind: 'drop-after', method: 'chat.postMessage', times: 1 });
    expect(await outcome(post('kept'))).toBe('broken');
    expect(texts()).toContain('kept');
    expect(slack.requests()).toMatchObject([{ method: 'chat.postMessage', ok: true, lost: true }]);
  });

  it('slow, error and ratelimited: as often as planned, for the method that was named', async () => {
    slack.plan({ kind: 'slow', delay_ms: 30, times: 1 });
    const before = performance.now();
    await post('late');
    expect(performance.now() - before).toBeGreaterThan(25);
    slack.plan({ kind: 'error', error: 'internal_error', method: 'chat.postMessage', times: 2 });
    for (let turn = 0; turn < 2; turn += 1)
      expect(await (await post('no')).json()).toEqual({ ok: false, error: 'internal_error' });
    slack.plan({ kind: 'ratelimited', retry_after: 7, times: 1 });
    const refused = await post('no');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '7']);
    slack.plan({ kind: 'error', error: 'fatal_error', method: 'chat.update' });
    expect(await outcome(post('yes'))).toBe(200);
    expect(texts()).not.toContain('no');
  });
});

describe('the stream of changes', () => {
  it('tells of each one as it happens', async () => {
    const end = new AbortController();
    const stream = await fetch(`${slack.controlUrl}/stream`, { signal: end.signal });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = (await reader?.read())?.value ?? '';
    expect(told).toContain('ready');
    await post('news');
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

  it('creates, changes and shows the workspace', async () => {
    const open = createHarness();
    const made = await open.control('POST', '/channels', { name: 'new', bot: false });
    expect(made).toMatchObject({ status: 201, body: { name: 'new', bot: false, isPrivate: false } });
    const path = `/channels/${made.body.id}`;
    expect((await open.control('POST', path, { bot: true, archived: true })).body).toMatchObject({
      bot: true,
      isArchived: true,
    });
    const user = (await open.control('POST', '/users', { name: 'dee' })).body;
    const group = (await open.control('POST', '/groups', { handle: 'leads', users: [user.id] })).body;
    expect((await open.ask('usergroups.users.list', { usergroup: group.id })).users).toEqual([user.id]);
    await open.post({ text: 'hello' });
    expect((await open.control('GET', `/channels/${open.channel}/messages`)).body.messages).toMatchObject([
      { text: 'hello', mentions: [], links: [] },
    ]);
    await open.control('POST', '/token', { state: 'revoked', scopes: ['chat:write'] });
    expect(await open.call('auth.test')).toMatchObject({ error: 'token_revoked' });
    expect((await open.control('GET', '/requests')).body.requests.length).toBeGreaterThan(0);
  });

  it('clicks, plans faults, and answers problems with a sentence', async () => {
    const open = createHarness();
    const blocks = [
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'a' }, action_id: 'a' }],
      },
    ];
    const { ts } = await open.post({ blocks });
    const click = { channel: open.channel, ts, userId: open.userId, actionId: 'a' };
    expect((await open.control('POST', '/click', click)).body).toMatchObject({
      outcome: 'no-request-url',
      seen: [{ what: 'error' }],
    });
    expect((await open.control('POST', '/faults', { kind: 'error', error: 'x', times: 1 })).status).toBe(201);
    expect(await open.call('auth.test')).toMatchObject({ error: 'x' });
    const problems: [string, object][] = [
      ['/click', { ...click, actionId: 'b' }],
      ['/click', { ...click, colour: 'red' }],
      ['/submit', { viewId: 'V404', userId: open.userId }],
      ['/faults', { kind: 'error' }],
      ['/faults', { kind: 'slow' }],
      ['/channels/C404', {}],
      ['/token', { state: 'lost' }],
      ['/settings', { request_url: 'ftp://a.example' }],
    ];
    for (const [path, body] of problems) {
      const answer: Loose = await open.control('POST', path, body);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.error).toMatch(/\.$/);
    }
  });

  it('shows no payload, signature or token', async () => {
    const open = createHarness({ requestUrl: 'https://app.example', deliver: async () => new Response('') });
    await open.control('POST', '/command', { command: '/a', userId: open.userId, channelId: open.channel });
    for (const path of ['/deliveries', '/token', '/settings', '/requests', '/workspace']) {
      const text = JSON.stringify((await open.control('GET', path)).body);
      expect(text).not.toContain(open.service.token.token);
      expect(text).not.toContain(open.service.identity.signingSecret);
      expect(text).not.toContain('v0=');
    }
  });
});

describe('the command line', () => {
  it('reads its flags', () => {
    expect(
      readFlags(['--port', '0', '--request-url', 'http://127.0.0.1:1/slack', '--control', '--no-rates']),
    ).toEqual({
      kind: 'run',
      options: { port: 0, requestUrl: 'http://127.0.0.1:1/slack', control: true, rates: false },
    });
    expect(readFlags(['--help'])).toEqual({ kind: 'help' });
  });

  it('names all problems at once, without repeating secrets', () => {
    const flags = readFlags([
      '--port',
      '99999',
      '--request-url',
      'x',
      '--bot-token',
      'hush',
      '--what',
      'stray',
      '--speed',
      '0',
    ]);
    expect(flags).toMatchObject({ kind: 'bad', problems: { length: 6 } });
    expect(JSON.stringify(flags)).not.toContain('hush');
  });
});
