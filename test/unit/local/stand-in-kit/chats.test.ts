import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readFlags as readSlackFlags } from '../../../../local/slack/flags.ts';
import { startSlack } from '../../../../local/slack/server.ts';
import { readFlags as readTeamsFlags } from '../../../../local/teams/flags.ts';
import { startTeams } from '../../../../local/teams/server.ts';
import { createHarness as createSlack } from '../slack/harness.ts';
import { createHarness as createTeams, keys } from '../teams/harness.ts';
import type { Loose } from './harness.ts';

const SETTINGS = { control: true, rates: false };

const SLACK = {
  name: 'Slack',
  create: createSlack,
  readFlags: readSlackFlags,
  wrongFlags: '--port 99999 --request-url x --bot-token hush --what stray --speed 0',
  async start() {
    const chat = await startSlack(SETTINGS);
    const [channel = ''] = chat.directory.channels.keys();
    const say = (text: string) =>
      fetch(`${chat.url}chat.postMessage`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${chat.botToken}` },
        body: new URLSearchParams({ channel, text }),
      });
    return { chat, channel, say };
  },
  posted: 200,
  call: { method: 'chat.postMessage' },
  otherCall: { method: 'chat.update' },
  refusals: [[{ kind: 'error', error: 'internal_error' }, 200, { ok: false, error: 'internal_error' }]],
};

const TEAMS = {
  name: 'Teams',
  create: createTeams,
  readFlags: readTeamsFlags,
  wrongFlags: '--port 99999 --app-id x --what stray --speed 0 --password',
  async start() {
    const chat = await startTeams({ ...SETTINGS, keys: keys() });
    const [, channel = ''] = chat.directory.channels.keys();
    const answer = await fetch(`${chat.loginUrl}/${chat.tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: chat.appId,
        client_secret: chat.password,
        scope: 'https://api.botframework.com/.default',
      }),
    });
    const { access_token: token } = (await answer.json()) as Loose;
    const say = (text: string) =>
      fetch(`${chat.serviceUrl}v3/conversations`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          isGroup: true,
          tenantId: chat.tenantId,
          channelData: { channel: { id: channel } },
          activity: { type: 'message', text },
        }),
      });
    return { chat, channel, say };
  },
  posted: 201,
  call: { operation: 'createConversation' },
  otherCall: { operation: 'updateActivity' },
  refusals: [
    [412, 'PreconditionFailed'],
    [502, 'BadGateway'],
    [504, 'GatewayTimeout'],
  ].map(([status, code]) => [{ kind: 'error', status, code }, status, { error: { code } }]),
};

const outcome = (answer: Promise<Response>) =>
  answer.then(
    ({ status }) => status,
    () => 'broken',
  );

describe.each([SLACK, TEAMS])('$name', (of) => {
  const { posted, call, otherCall } = of;
  // Both are read through what they have in common.
  let chat: Loose;
  let channel: string;
  let say: (text: string) => Promise<Response>;
  beforeAll(async () => {
    ({ chat, channel, say } = await of.start());
  });
  beforeEach(() => {
    chat.clearFaults();
    chat.clearRequests();
  });
  afterAll(() => chat.close());
  const texts = () => chat.messages(channel).map(({ text }: Loose) => text);

  describe('with faults on the wire', () => {
    it('down: the connection breaks and nothing is posted', async () => {
      chat.plan({ kind: 'down', times: 1 });
      expect(await outcome(say('never'))).toBe('broken');
      chat.plan({ kind: 'down', status: 503, times: 1 });
      expect(await outcome(say('never'))).toBe(503);
      expect(texts()).not.toContain('never');
      expect(await outcome(say('then'))).toBe(posted);
    });

    it('drop-after: the message is there, but the caller was not told', async () => {
      chat.plan({ kind: 'drop-after', ...call, times: 1 });
      expect(await outcome(say('kept'))).toBe('broken');
      expect(texts()).toContain('kept');
      expect(chat.requests()).toMatchObject([{ ...call, ok: true, lost: true }]);
    });

    it('slow, error and ratelimited: as often as planned, for the call that was named', async () => {
      chat.plan({ kind: 'slow', delay_ms: 30, times: 1 });
      const before = performance.now();
      await say('late');
      expect(performance.now() - before).toBeGreaterThan(25);
      for (const [fault, status, body] of of.refusals as [object, number, object][]) {
        chat.plan({ ...fault, ...call, times: 2 });
        for (let turn = 0; turn < 2; turn += 1) {
          const answer = await say('no');
          expect(answer.status).toBe(status);
          expect(await answer.json()).toMatchObject(body);
        }
      }
      chat.plan({ kind: 'ratelimited', retry_after: 7, times: 1 });
      const refused = await say('no');
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '7']);
      chat.plan({ ...(of.refusals as [object][])[0]?.[0], ...otherCall });
      expect(await outcome(say('yes'))).toBe(posted);
      expect(texts()).not.toContain('no');
    });
  });

  it('streams each change as it happens', async () => {
    const end = new AbortController();
    const stream = await fetch(`${chat.controlUrl}/stream`, { signal: end.signal });
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

  it('has no control surface unless asked for, and then only for those who know its address', async () => {
    expect((await of.create({ control: false }).control('GET', '/channels')).status).toBe(404);
    const { control } = of.create();
    expect((await control('GET', '/channels')).status).toBe(200);
    const { origin, pathname } = new URL(chat.controlUrl);
    expect(pathname).toMatch(/^\/control\/[\w-]{22}$/);
    for (const path of [
      '/control',
      '/control/channels',
      '/control//channels',
      `${pathname.slice(0, -1)}/channels`,
    ]) {
      const answer = await fetch(`${origin}${path}`);
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  it('reads its flags, and names all problems at once without repeating secrets', () => {
    const flags = '--port 0 --request-url http://127.0.0.1:1/chat --control --no-rates';
    expect(of.readFlags(flags.split(' '))).toEqual({
      kind: 'run',
      options: { port: 0, requestUrl: 'http://127.0.0.1:1/chat', ...SETTINGS },
    });
    expect(of.readFlags(['--help'])).toEqual({ kind: 'help' });
    const bad = of.readFlags(of.wrongFlags.split(' '));
    expect(bad).toMatchObject({ kind: 'bad', problems: { length: 6 } });
    expect(JSON.stringify(bad)).not.toContain('hush');
  });
});
