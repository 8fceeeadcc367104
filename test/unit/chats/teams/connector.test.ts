import { afterEach, describe, expect, it } from 'vitest';
import { createHttpTransport } from '../../../../lib/base/http/http-transport.ts';
import { createTeamsToken, type TeamsToken } from '../../../../lib/chats/teams/bot-token.ts';
import { createTeamsChat } from '../../../../lib/chats/teams/chat.ts';
import { CLOUDS } from '../../../../lib/chats/teams/clouds.ts';
import { createConnector } from '../../../../lib/chats/teams/connector.ts';
import { renderHello } from '../../../../lib/chats/teams/render-hello.ts';
import { serviceAddress } from '../../../../lib/chats/teams/service-address.ts';
import { createWorkflowChat } from '../../../../lib/chats/teams/workflow-chat.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import {
  type Answer,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/scripted-server.ts';
import { APP_ID, CHANNEL, TENANT_ID } from './requests.ts';

const transport = createHttpTransport();
const MESSAGE = renderHello(CHANNEL);
const SECRET = 'very~secret.value';
let server: ScriptedServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const start = async (script: Script): Promise<ScriptedServer> => {
  server = await startScriptedServer(script);
  return server;
};

describe('the token', () => {
  const granted = (token = 't1', expires_in: unknown = 3599): Answer => ({
    json: { token_type: 'Bearer', access_token: token, expires_in },
  });
  const create = async (script: Script) => {
    const { url, requests } = await start(script);
    const clock = createManualClock();
    const parts = {
      loginUrl: url,
      scope: CLOUDS.public.scope,
      tenant: TENANT_ID,
      appId: APP_ID,
      secret: SECRET,
    };
    return { clock, requests, token: createTeamsToken({ ...parts, transport, clock }) };
  };

  it('is asked for as the login wants it, once for all who need it', async () => {
    const { token, requests } = await create(() => granted());
    const all = await Promise.all([token.get(), token.get(), token.get()]);
    expect(all).toEqual(Array(3).fill({ is: 'ok', token: 't1' }));
    expect(requests).toHaveLength(1);
    expect(requests[0]?.path).toBe(`/${TENANT_ID}/oauth2/v2.0/token`);
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: APP_ID,
      client_secret: SECRET,
      scope: 'https://api.botframework.com/.default',
    });
  });

  it('is kept until five minutes before its end', async () => {
    const { token, clock, requests } = await create(({ index }) => granted(`t${index}`));
    await token.get();
    clock.advance(3_298_000);
    expect(await token.get()).toMatchObject({ token: 't0' });
    clock.advance(2_000);
    expect(await token.get()).toMatchObject({ token: 't1' });
    expect(await token.get(true)).toMatchObject({ token: 't2' });
    expect(requests).toHaveLength(3);
  });

  it.each<[string, Answer, object]>([
    [
      'a wrong secret',
      { status: 401, json: { error: 'invalid_client', error_description: `AADSTS7000215: ${SECRET}` } },
      {
        is: 'refused',
        code: 'invalid_client',
        reason: 'the login refused the bot: invalid_client (AADSTS7000215)',
      },
    ],
    [
      'too many requests',
      { status: 429, headers: { 'retry-after': '7' } },
      { is: 'busy', retryAfterMs: 7_000 },
    ],
    ['a login that is down', { status: 503, text: 'x' }, { is: 'failed' }],
    [
      'a login that will be back',
      { status: 400, json: { error: 'temporarily_unavailable' } },
      { is: 'failed' },
    ],
    ['something else than a token', { text: '<html>' }, { is: 'failed' }],
    ['a token that no header can carry', { json: { access_token: 'a\nb' } }, { is: 'failed' }],
    ['no answer', { drop: 'before' }, { is: 'failed' }],
    ['a redirect', { status: 302, headers: { location: 'https://evil.example' } }, { is: 'failed' }],
  ])('is a value when it is not given: %s', async (_, answer, expected) => {
    const { token } = await create(() => answer);
    const got = await token.get();
    expect(got).toMatchObject(expected);
    expect(JSON.stringify(got)).not.toContain(SECRET);
  });

  it('is tried again after a failure', async () => {
    const { token } = await create(({ index }) => (index === 0 ? { status: 500 } : granted()));
    expect(await token.get()).toMatchObject({ is: 'failed' });
    expect(await token.get()).toMatchObject({ is: 'ok' });
  });

  it('is asked for at https addresses only, and with a secret', () => {
    const parts = {
      scope: 's',
      tenant: 't',
      appId: APP_ID,
      secret: SECRET,
      transport,
      clock: createManualClock(),
    };
    expect(() => createTeamsToken({ ...parts, loginUrl: 'http://login.example' })).toThrow('https');
    expect(() => createTeamsToken({ ...parts, loginUrl: 'https://login.example', secret: ' ' })).toThrow(
      'empty',
    );
  });
});

const TENANT = 't-1';

describe('the connector', () => {
  const tokens: TeamsToken = {
    get: async (anew) => ({ is: 'ok', token: anew ? 'second-token' : 'first-token' }),
  };
  const create = async (script: Script) => {
    const { url, requests } = await start(script);
    const cloud = CLOUDS.public;
    const connector = createConnector({
      tenantId: TENANT,
      cloud,
      token: tokens,
      transport,
      clock: createManualClock(),
      extraOrigins: [url],
    });
    const chat = createTeamsChat(connector, { serviceUrlOf: async () => `${url}/emea` });
    return { chat, connector, requests, url };
  };
  const THREAD = `${CHANNEL};messageid=17`;

  it('posts, replies and updates', async () => {
    const { chat, requests } = await create(({ index }) => ({
      status: index === 1 ? 201 : 200,
      json: index === 0 ? { id: THREAD, activityId: '17' } : { id: '18' },
    }));
    const posted = await chat.post(CHANNEL, MESSAGE, { mark: 'm' });
    expect(posted).toEqual({ is: 'ok', value: { conversation: THREAD, activity: '17' } });
    if (posted.is !== 'ok') return;
    const replied = await chat.post(CHANNEL, MESSAGE, { mark: 'n', thread: posted.value });
    expect(replied).toEqual({ is: 'ok', value: { conversation: THREAD, activity: '18' } });
    expect(await chat.update(posted.value, MESSAGE)).toEqual({ is: 'ok', value: null });
    const thread = encodeURIComponent(THREAD);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /emea/v3/conversations',
      `POST /emea/v3/conversations/${thread}/activities`,
      `PUT /emea/v3/conversations/${thread}/activities/17`,
    ]);
    expect(requests[0]?.headers.authorization).toBe('Bearer first-token');
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      isGroup: true,
      tenantId: TENANT,
      channelData: { channel: { id: CHANNEL }, tenant: { id: TENANT } },
      activity: { type: 'message', attachments: [{ content: { type: 'AdaptiveCard' } }] },
    });
  });

  it('cannot look for a message', async () => {
    const { chat } = await create(() => ({}));
    expect(await chat.find(CHANNEL, 'm', { sinceMs: 0 })).toEqual({ is: 'ok', value: { is: 'cannot-look' } });
  });

  it('says something to one person in a channel so that nobody else sees it', async () => {
    const { connector, requests, url } = await create(() => ({ status: 201, json: { id: '9' } }));
    await connector.reply(url, THREAD, MESSAGE, 'm', '29:1abc');
    await connector.reply(url, THREAD, MESSAGE, 'm');
    const [alone, open] = requests.map(({ query, body }) => ({ query: `${query}`, body: JSON.parse(body) }));
    expect([alone?.query, open?.query]).toEqual(['isTargetedActivity=true', '']);
    expect(alone?.body.recipient).toEqual({ id: '29:1abc', isTargeted: true });
    expect(open?.body).not.toHaveProperty('recipient');
  });

  it('says so when a message was taken and nobody said where', async () => {
    const { chat } = await create(() => ({ json: {} }));
    expect(await chat.post(CHANNEL, MESSAGE, { mark: 'm' })).toMatchObject({ is: 'unknown' });
  });

  it('takes a note that Teams took and did not name for posted, and no message that is changed later', async () => {
    const { chat } = await create(() => ({ status: 202, json: {} }));
    const thread = { conversation: THREAD, activity: '17' };
    expect(await chat.post(CHANNEL, MESSAGE, { mark: 'm', thread, isNote: true })).toMatchObject({
      is: 'ok',
      value: { conversation: THREAD },
    });
    expect(await chat.post(CHANNEL, MESSAGE, { mark: 'm', thread })).toMatchObject({ is: 'unknown' });
  });

  const error = (status: number, code?: string): Answer => ({
    status,
    json: { error: { code, message: 'first-token' } },
  });
  it.each<[string, Answer, object]>([
    [
      '429 with a time',
      { status: 429, headers: { 'retry-after': '3' } },
      { is: 'busy', retryAfterMs: 3_000 },
    ],
    ['429 without one', { status: 429 }, { is: 'busy', retryAfterMs: 5_000 }],
    ['412', error(412, 'PreconditionFailed'), { is: 'failed' }],
    ['502', error(502), { is: 'unknown' }],
    ['504', error(504), { is: 'unknown' }],
    ['500', error(500), { is: 'unknown' }],
    [
      '403',
      error(403, 'BotNotInConversationRoster'),
      { is: 'refused', code: 'BotNotInConversationRoster', messageGone: false },
    ],
    ['404 of a channel', error(404, 'ConversationNotFound'), { is: 'refused', messageGone: false }],
    ['413', error(413, 'MessageSizeTooBig'), { is: 'refused', code: 'MessageSizeTooBig' }],
    ['400 with a code that is no word', error(400, '<script>'), { is: 'refused', code: 'http_400' }],
    ['a redirect', { status: 307, headers: { location: 'https://evil.example' } }, { is: 'failed' }],
    ['a connection cut before the answer', { drop: 'before' }, { is: 'unknown' }],
    ['an answer cut in two', { json: { id: 'x'.repeat(50) }, drop: 'half' }, { is: 'unknown' }],
  ])('tells what became of a post: %s', async (_, answer, expected) => {
    const { chat } = await create(() => answer);
    const got = await chat.post(CHANNEL, MESSAGE, { mark: 'm' });
    expect(got).toMatchObject(expected);
    expect(JSON.stringify(got)).not.toContain('-token');
  });

  it('notices that the message is gone', async () => {
    const { chat } = await create(() => error(404, 'ActivityNotFoundInConversation'));
    const ref = { conversation: THREAD, activity: '17' };
    expect(await chat.update(ref, MESSAGE)).toMatchObject({ is: 'refused', messageGone: true });
    expect(await chat.post(CHANNEL, MESSAGE, { mark: 'm', thread: ref })).toMatchObject({
      messageGone: true,
    });
  });

  it('asks for another token once, when its own is not taken', async () => {
    const { chat, requests } = await create(() => error(401));
    expect(await chat.post(CHANNEL, MESSAGE, { mark: 'm' })).toMatchObject({
      is: 'refused',
      code: 'unauthorized',
    });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first-token',
      'Bearer second-token',
    ]);
  });

  it('fails when nobody listens', async () => {
    const { chat } = await create(() => ({}));
    await server?.close();
    server = null;
    expect(await chat.post(CHANNEL, MESSAGE, { mark: 'm' })).toMatchObject({ is: 'failed' });
  });

  it('hands on what the login said', async () => {
    const { url } = await start(() => ({}));
    const clock = createManualClock();
    const token: TeamsToken = { get: async () => ({ is: 'refused', code: 'invalid_client', reason: 'no' }) };
    const connector = createConnector({
      cloud: CLOUDS.public,
      tenantId: TENANT,
      token,
      transport,
      clock,
      extraOrigins: [url],
    });
    expect(await connector.post(url, CHANNEL, MESSAGE, 'm')).toEqual({
      is: 'refused',
      code: 'invalid_client',
      kind: 'credentials',
      reason: 'no',
      messageGone: false,
    });
  });

  it.each([
    'http://smba.trafficmanager.net/emea/',
    'https://smba.trafficmanager.net.evil.example/',
    'https://evil.example/smba.trafficmanager.net/',
    'https://smba.trafficmanager.net@evil.example/',
    'https://user:pass@smba.trafficmanager.net/',
    'https://smba.trafficmanager.net:8443/',
    'https://smba.trafficmanager.net/?x=https://evil.example',
    'https://smba.trafficmanager.net/#x',
    'https://x.smba.trafficmanager.net/',
    'https://smba.infra.gov.teams.microsoft.us/teams/',
    'http://127.0.0.1:1/',
    'http://localhost/',
    'file:///etc/passwd',
    'not an address',
    '',
  ])('sends its token to no other address: %s', async (address) => {
    let asked = 0;
    const token: TeamsToken = { get: async () => ({ is: 'ok', token: String(asked++) }) };
    const never = { send: () => Promise.reject(new Error('sent')) };
    const connector = createConnector({
      tenantId: TENANT,
      cloud: CLOUDS.public,
      token,
      transport: never,
      clock: createManualClock(),
    });
    expect(await connector.post(address, CHANNEL, MESSAGE, 'm')).toMatchObject({
      is: 'refused',
      code: 'service_address',
    });
    expect(asked).toBe(0);
  });

  it.each(Object.entries(CLOUDS))('knows the addresses of the cloud %s', (_, cloud) => {
    expect(serviceAddress(cloud.serviceUrl, { cloud })).toBe(cloud.serviceUrl);
    for (const other of Object.values(CLOUDS)) {
      if (other !== cloud) expect(serviceAddress(other.serviceUrl, { cloud })).toBeNull();
    }
  });
});

describe('a Workflow', () => {
  const create = async (answer: Answer) => {
    const { url, requests } = await start(() => answer);
    const clock = createManualClock();
    return {
      requests,
      chat: createWorkflowChat(`${url}/run?sig=geheim`, { transport, clock }),
    };
  };

  it('is sent a card, and is never asked for more', async () => {
    const { chat, requests } = await create({ status: 202 });
    expect(await chat.post('', MESSAGE, { mark: 'm' })).toEqual({ is: 'ok', value: { workflow: 'm' } });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null }],
    });
    expect(requests[0]?.headers.authorization).toBeUndefined();
    expect(await chat.update({}, MESSAGE)).toMatchObject({
      is: 'refused',
      code: 'notify_only',
      messageGone: false,
    });
    expect(await chat.find('', 'm', { sinceMs: 0 })).toMatchObject({ value: { is: 'cannot-look' } });
  });

  it.each<[Answer, string]>([
    [{ status: 429, headers: { 'retry-after': '2' } }, 'busy'],
    [{ status: 401 }, 'refused'],
    [{ status: 502 }, 'unknown'],
    [{ status: 302 }, 'failed'],
    [{ drop: 'before' }, 'unknown'],
  ])('answers in the words of every chat, without its address: %j', async (answer, is) => {
    const { chat } = await create(answer);
    const got = await chat.post('', MESSAGE, { mark: 'm' });
    expect(got.is).toBe(is);
    expect(JSON.stringify(got)).not.toMatch(/geheim|127\.0/);
  });

  it('has an https address', () => {
    expect(() =>
      createWorkflowChat('http://x.example/run?sig=geheim', { transport, clock: createManualClock() }),
    ).toThrow(/^the address of a Teams Workflow must be an https address$/);
  });
});
