import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSlackApi, type SlackAnswer } from '../../../../lib/chats/slack/api.ts';
import { SlackSetupError } from '../../../../lib/chats/slack/refusals.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { type Answer, type ScriptedServer, startScriptedServer } from '../../../support/scripted-server.ts';

const TOKEN = 'xoxb-1234-secret-token';
let server: ScriptedServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function answered(answer: Answer, { method = 'chat.postMessage', args = {}, timeoutMs = 5_000 } = {}) {
  server = await startScriptedServer(() => answer);
  const clock = createManualClock();
  return createSlackApi({ baseUrl: `${server.url}/api/`, token: TOKEN, timeoutMs, clock }).call(method, args);
}

const no = (error: string, more: object = {}): Answer => ({ json: { ok: false, error, ...more } });

describe('a call', () => {
  it('writes with JSON', async () => {
    const args = { channel: 'C1', text: 'Zoë', thread_ts: undefined };
    expect(await answered({ json: { ok: true, ts: '1.2' } }, { args })).toEqual({
      is: 'ok',
      body: { ok: true, ts: '1.2' },
    });
    const [request] = server?.requests ?? [];
    expect(request).toMatchObject({ method: 'POST', path: '/api/chat.postMessage' });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json; charset=utf-8',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({ channel: 'C1', text: 'Zoë' });
  });

  it('reads with a query, since reading methods take no JSON', async () => {
    const args = { channel: 'C1', include_all_metadata: true, limit: 200, cursor: undefined };
    await answered({ json: { ok: true } }, { method: 'conversations.history', args });
    const [request] = server?.requests ?? [];
    expect(request).toMatchObject({ method: 'GET', path: '/api/conversations.history', body: '' });
    expect(String(request?.query)).toBe('channel=C1&include_all_metadata=true&limit=200');
  });
});

describe('what Slack did not take', () => {
  it.each([
    'channel_not_found',
    'is_archived',
    'not_in_channel',
    'invalid_blocks',
    'invalid_blocks_format',
    'msg_too_long',
    'msg_blocks_too_long',
    'token_revoked',
    'invalid_auth',
    'account_inactive',
    'missing_scope',
    'restricted_action',
    'restricted_action_read_only_channel',
    'a_code_of_next_year',
  ])('is refused for good with %s', async (code) => {
    expect(await answered(no(code))).toMatchObject({ is: 'refused', code, permanent: true });
  });

  it.each(['service_unavailable', 'request_timeout', 'team_added_to_org'])(
    'may be taken later with %s',
    async (code) => {
      expect(await answered(no(code))).toMatchObject({ is: 'refused', code, permanent: false });
    },
  );

  it.each<[string, Answer, number]>([
    ['as long as Slack says', { status: 429, headers: { 'retry-after': '30' } }, 30_000],
    ['a second at least', { status: 429, headers: { 'retry-after': '0' } }, 1_000],
    ['a while when Slack does not say', { status: 429 }, 5_000],
    ['a while when Slack says it oddly', { status: 429, headers: { 'retry-after': 'soon' } }, 5_000],
    ['when it is said with 200', no('ratelimited'), 5_000],
    ['in the other spelling', no('rate_limited'), 5_000],
  ])('is busy, and to be asked again after %s', async (_, answer, retryAfterMs) => {
    expect(await answered(answer)).toEqual({ is: 'busy', retryAfterMs });
  });

  it('is explained by where, never by what was said', async () => {
    const messages = ['[ERROR] "my secret text" is wrong [json-pointer:/blocks/0/text]'];
    const answer = await answered(no('invalid_blocks', { response_metadata: { messages } }));
    expect(answer).toMatchObject({ reason: 'chat.postMessage: invalid_blocks (at /blocks/0/text)' });
  });

  it('names the scope that is missing', async () => {
    const answer = await answered(
      no('missing_scope', { needed: 'channels:history', provided: 'chat:write' }),
    );
    expect(answer).toMatchObject({ reason: 'chat.postMessage: missing_scope (needs channels:history)' });
  });

  it('never repeats what is not a code', async () => {
    expect(await answered(no('<b>oops</b> xoxb'))).toMatchObject({ code: 'unknown_error' });
  });

  it('is certain when there was nobody to take it', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    for (const baseUrl of [`http://127.0.0.1:${port}/`, 'https://slack.invalid/api/']) {
      const answer = await createSlackApi({ baseUrl, token: TOKEN }).call('chat.postMessage');
      expect(answer.is).toBe('failed');
    }
  });

  it('is certain when TLS failed before the request was sent', async () => {
    const plain = createServer((socket) => socket.end('this is not TLS', () => socket.destroy())).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => plain.once('listening', resolve));
    const { port } = plain.address() as { port: number };
    const api = createSlackApi({ baseUrl: `https://127.0.0.1:${port}/`, token: TOKEN });
    expect(await api.call('chat.postMessage')).toMatchObject({ is: 'failed' });
    await new Promise((resolve) => plain.close(resolve));
  });

  it('is certain when somebody else answered: redirects are not followed', async () => {
    const elsewhere = { status: 302, headers: { location: 'https://evil.example/' } };
    expect(await answered(elsewhere)).toMatchObject({ is: 'failed' });
    expect(server?.requests).toHaveLength(1);
  });

  it('is refused for good when it is too large', async () => {
    expect(await answered({ status: 413, text: 'no' })).toMatchObject({ is: 'refused', permanent: true });
  });
});

describe('nobody knows whether Slack took it', () => {
  it.each<[string, Answer]>([
    ['the connection broke before the answer', { drop: 'before' }],
    ['the connection broke in the answer', { json: { ok: true }, drop: 'half' }],
    ['the answer came too late', { json: { ok: true }, delayMs: 2_000 }],
    ['a gateway answered with 502', { status: 502, text: 'bad gateway' }],
    ['a gateway answered with 503 and JSON', { status: 503, json: { ok: false, error: 'not_authed' } }],
    ['the answer was empty', { text: '' }],
    ['the answer was a page', { text: '<html>welcome</html>' }],
    ['the answer was JSON without ok', { json: { ts: '1.2' } }],
    ['the answer was a list', { json: [] }],
    ['the answer would take hundreds of MB', { text: `{"ok":true,"x":[${'[],'.repeat(250_000)}[]]}` }],
    ['the answer was larger than any page', { json: { ok: true, x: 'x'.repeat(3 * 1024 * 1024) } }],
    ['Slack failed on the way', no('internal_error')],
    ['Slack failed badly on the way', no('fatal_error')],
  ])('when %s', async (_, answer) => {
    // Shorter than the answer that is late, and otherwise long enough for a busy machine to connect.
    const timeoutMs = 'delayMs' in answer ? 1_000 : 10_000;
    expect(await answered(answer, { timeoutMs })).toMatchObject({ is: 'unknown' });
  });
});

describe('the token', () => {
  it('is in no answer, even when Slack repeats it', async () => {
    const answers: SlackAnswer[] = [
      await answered(no('invalid_auth', { needed: TOKEN, errors: [TOKEN] })),
      await answered(no(TOKEN)),
      await answered({ json: { ok: true, echo: TOKEN } }),
      await answered({ drop: 'before' }),
    ];
    expect(JSON.stringify(answers)).not.toContain(TOKEN);
  });

  it.each(['', '  ', 'xoxb-\n1', 'xoxb-ü'])('cannot be %j', (token) => {
    expect(() => createSlackApi({ token })).toThrow(SlackSetupError);
  });

  it.each(['http://slack.com/api/', 'https://user:pw@slack.com/api/', 'ftp://slack.com', 'nowhere'])(
    'is not sent to %s',
    (baseUrl) => {
      expect(() => createSlackApi({ token: TOKEN, baseUrl })).toThrow(SlackSetupError);
    },
  );
});
