import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlackApi } from '../../../../lib/chats/slack/api.ts';
import { createSlackChat } from '../../../../lib/chats/slack/chat.ts';
import { createResponder } from '../../../../lib/chats/slack/respond.ts';
import { createTableFallback } from '../../../../lib/chats/slack/table-fallback.ts';
import { type Slack, startSlack } from '../../../../local/slack/server.ts';
import { renderDigest } from '../../../support/written-slack.ts';
import { NOW_MS } from '../document/stories.ts';

const CHANNEL = 'C0000SOC1';
const MESSAGE = renderDigest({
  ...{ of: 'storm', sinceMs: NOW_MS, total: 2, cases: 2, severities: [], people: [] },
  types: [{ name: 'Insider threat', count: 2 }],
});
const CALL = [{ id: 'S0000NONE', name: 'nobody' }];

let slack: Slack;
beforeEach(async () => {
  slack = await startSlack({
    rates: false,
    channels: [{ name: 'soc', id: CHANNEL }],
    requestUrl: 'https://bridge.example/slack',
    deliver: async () => new Response(''),
  });
});
afterEach(() => slack.close());

const chat = () => createSlackChat(createSlackApi({ baseUrl: slack.url, token: slack.botToken }));
const kinds = () =>
  slack
    .messages(CHANNEL)
    .map(({ blocks }) => (blocks as { type: string }[]).some(({ type }) => type === 'data_table'));
const calls = () => slack.requests().filter(({ method }) => method !== 'auth.test').length;

describe('a message with tables', () => {
  it('is posted and changed with them where Slack takes them', async () => {
    const posted = await chat().post(CHANNEL, MESSAGE, { mark: 'm' });
    if (posted.is !== 'ok') throw new Error(JSON.stringify(posted));
    expect(await chat().update(posted.value, MESSAGE)).toMatchObject({ is: 'ok' });
    expect(kinds()).toEqual([true]);
  });

  it('is posted without them where Slack refuses them, once, and that is remembered', async () => {
    slack.set({ dataTables: false });
    const here = chat();
    expect(await here.post(CHANNEL, MESSAGE, { mark: 'm1' })).toMatchObject({ is: 'ok' });
    expect(calls()).toBe(2);
    const second = await here.post(CHANNEL, MESSAGE, { mark: 'm2' });
    if (second.is !== 'ok') throw new Error(JSON.stringify(second));
    expect(await here.update(second.value, MESSAGE)).toMatchObject({ is: 'ok' });
    expect(calls()).toBe(4);
    expect(kinds()).toEqual([false, false]);
  });

  it('is not posted a second time when nobody knows whether the first was taken', async () => {
    slack.plan({ method: 'chat.postMessage', kind: 'drop-after', times: 1 });
    expect(await chat().post(CHANNEL, MESSAGE, { mark: 'm' })).toMatchObject({ is: 'unknown' });
    expect(kinds()).toEqual([true]);
  });

  it('that is refused for something else keeps its tables the next time', async () => {
    const here = chat();
    expect(await here.post(CHANNEL, MESSAGE, { mark: 'm', mentions: CALL })).toMatchObject({
      is: 'refused',
      kind: 'content',
    });
    await here.post(CHANNEL, MESSAGE, { mark: 'm' });
    expect(kinds()).toEqual([true]);
  });

  it('is told to one person without them where Slack refuses them', async () => {
    slack.set({ dataTables: false });
    const [userId = ''] = [...slack.directory.people.values()].flatMap(({ id, isBot }) =>
      isBot ? [] : [id],
    );
    const { payload } = await pressed(userId);
    const responder = createResponder({ allowedOrigins: [new URL(slack.url).origin] });
    expect(await responder.tell(payload.response_url, MESSAGE)).toMatchObject({ is: 'ok' });
    expect(slack.ephemeral(userId)).toHaveLength(1);
  });
});

async function pressed(userId: string) {
  const button = { type: 'button', action_id: 'b', text: { type: 'plain_text', text: 'Press' }, value: 'v' };
  const message = { text: 'words', blocks: [{ type: 'actions', block_id: 'row', elements: [button] }] };
  const posted = await chat().post(CHANNEL, message, { mark: 'b' });
  if (posted.is !== 'ok') throw new Error(JSON.stringify(posted));
  await slack.click({ channel: CHANNEL, ts: posted.value.ts as string, userId, actionId: 'b' });
  const body = String(slack.deliveries().at(-1)?.body);
  return {
    payload: JSON.parse(new URLSearchParams(body).get('payload') ?? '{}') as { response_url: string },
  };
}

it('sends what has no table as it is', async () => {
  const send = createTableFallback();
  const sent: unknown[] = [];
  const answer = await send({ blocks: [] }, async (blocks) => {
    sent.push(blocks);
    return { is: 'refused', code: 'invalid_blocks' } as const;
  });
  expect([answer.is, sent]).toEqual(['refused', [[]]]);
});
