import { afterEach, describe, expect, it } from 'vitest';
import { createResponder } from '../../../../lib/chats/slack/respond.ts';
import { type Answer, type ScriptedServer, startScriptedServer } from '../../../support/scripted-server.ts';

const MESSAGE = { text: 'Decided', blocks: [{ type: 'divider' }] };
let server: ScriptedServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function responderTo(answer: Answer) {
  server = await startScriptedServer(() => answer);
  const responder = createResponder({ allowedOrigins: [server.url], timeoutMs: 300 });
  return { responder, url: `${server.url}/actions/T1/2/s3cret` };
}

describe('a response', () => {
  it('takes the place of the message that was clicked', async () => {
    const { responder, url } = await responderTo({ text: 'ok' });
    expect(await responder.replace(url, MESSAGE)).toEqual({ is: 'ok', value: null });
    expect(JSON.parse(server?.requests[0]?.body ?? '')).toEqual({ replace_original: true, ...MESSAGE });
  });

  it('is told to one person alone, in the thread where they are', async () => {
    const { responder, url } = await responderTo({ json: { ok: true } });
    expect(await responder.tell(url, { text: 'No.' }, { threadTs: '1.2' })).toEqual({
      is: 'ok',
      value: null,
    });
    expect(JSON.parse(server?.requests[0]?.body ?? '')).toEqual({
      response_type: 'ephemeral',
      replace_original: false,
      text: 'No.',
      thread_ts: '1.2',
    });
  });

  it.each<[Answer, object]>([
    [
      { status: 404, text: 'expired_url' },
      { is: 'refused', code: 'expired_url' },
    ],
    [
      { status: 404, json: { ok: false, error: 'used_url' } },
      { is: 'refused', code: 'used_url' },
    ],
    [
      { status: 200, json: { ok: false, error: 'invalid_blocks' } },
      { is: 'refused', code: 'invalid_blocks' },
    ],
    [
      { status: 400, text: 'invalid <payload>' },
      { is: 'refused', code: 'http_400' },
    ],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      { is: 'refused', code: 'http_302' },
    ],
    [
      { status: 429, headers: { 'retry-after': '3' } },
      { is: 'busy', retryAfterMs: 3_000 },
    ],
    [{ status: 500, text: 'ok' }, { is: 'unknown' }],
    [{ status: 200, text: '<html>' }, { is: 'unknown' }],
    [{ drop: 'before' }, { is: 'unknown' }],
    [{ text: 'ok', delayMs: 2_000 }, { is: 'unknown' }],
  ])('that is answered with %j is understood', async (answer, understood) => {
    const { responder, url } = await responderTo(answer);
    const outcome = await responder.replace(url, MESSAGE);
    expect(outcome).toMatchObject(understood);
    expect(JSON.stringify(outcome)).not.toContain('s3cret');
    expect(server?.requests).toHaveLength(1);
  });

  it('goes nowhere but to Slack', async () => {
    const { url } = await responderTo({ text: 'ok' });
    const origin = new URL(url).origin;
    const responder = createResponder();
    for (const target of [
      url,
      `https://hooks.slack.com@${origin.slice(7)}/x`,
      `${origin}/https://hooks.slack.com/`,
      'https://hooks.slack.com.evil.example/x',
      'http://hooks.slack.com/x',
      'x',
    ]) {
      expect(await responder.replace(target, MESSAGE)).toMatchObject({
        is: 'refused',
        code: 'response_url_not_allowed',
      });
    }
    expect(server?.requests).toHaveLength(0);
  });
});
