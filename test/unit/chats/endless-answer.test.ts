import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock as clock } from '../../../lib/base/clock.ts';
import { createHttpTransport } from '../../../lib/base/http/http-transport.ts';
import { createSlackApi } from '../../../lib/chats/slack/api.ts';
import { createResponder } from '../../../lib/chats/slack/respond.ts';
import { createTeamsToken } from '../../../lib/chats/teams/bot-token.ts';
import { createTeamsKeys } from '../../../lib/chats/teams/signing-keys.ts';
import { createWorkflowChat } from '../../../lib/chats/teams/workflow-chat.ts';
import { type HugeApi, sendForEver, startHugeApi } from '../../support/huge/huge-api.ts';

describe('a chat that answers without an end', { timeout: 30_000 }, () => {
  const transport = createHttpTransport();
  let server: HugeApi;
  beforeAll(async () => {
    server = await startHugeApi({
      answer(response) {
        response.writeHead(200, { 'content-type': 'application/json' });
        sendForEver(response, Buffer.alloc(64 * 1024, '{"ok":true,'));
      },
    });
  });
  afterAll(async () => {
    transport.close();
    await server.close();
  });
  const timeoutMs = 20_000;

  it('is left alone after as much as each answer can be, long before its time is up', async () => {
    const { url } = server;
    const slack = await createSlackApi({ token: 'xoxb-1', baseUrl: url, timeoutMs }).call('auth.test');
    expect(slack).toMatchObject({
      is: 'unknown',
      reason: expect.stringContaining('larger than 3,145,728 bytes'),
    });
    const responder = createResponder({ allowedOrigins: [url], timeoutMs });
    expect(await responder.tell(`${url}/actions/1`, { text: 'x' })).toMatchObject({ is: 'unknown' });
    const problems: string[] = [];
    const cloud = { openIdUrl: `${url}/openid`, issuer: 'x' };
    const keys = createTeamsKeys({
      cloud,
      transport,
      clock,
      timeoutMs,
      onProblem: (text) => problems.push(text),
    });
    expect(await keys.find('k')).toEqual({ is: 'unavailable' });
    expect(problems).toEqual(['the answer is larger than 524,288 bytes']);
    const login = { loginUrl: url, scope: 's', tenant: 't', appId: 'a', secret: 'hush' };
    const token = await createTeamsToken({ ...login, transport, clock, timeoutMs }).get();
    expect(token).toEqual({
      is: 'failed',
      reason: 'the login got no answer: the answer is larger than 65,536 bytes',
    });
    const workflow = createWorkflowChat(url, { transport, clock, timeoutMs });
    const card = { type: 'AdaptiveCard', version: '1.5', body: [] } as never;
    expect(await workflow.post('c', { summary: 's', card }, { mark: 'm' })).toMatchObject({ is: 'unknown' });
  });
});
