import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../lib/base/clock.ts';
import { createSlackApi } from '../../../../lib/chats/slack/api.ts';
import { createSlackChat } from '../../../../lib/chats/slack/chat.ts';
import { createGroupMembers } from '../../../../lib/chats/slack/group-members.ts';
import type { BlockActions } from '../../../../lib/chats/slack/interaction.ts';
import { createInteractionReader } from '../../../../lib/chats/slack/interaction-reader.ts';
import { clickIdOf } from '../../../../lib/chats/slack/read-click.ts';
import { createResponder } from '../../../../lib/chats/slack/respond.ts';
import { createSlackVerifier } from '../../../../lib/chats/slack/verify.ts';
import { type Slack, startSlack } from '../../../../local/slack/server.ts';

const CHANNEL = 'C0000SOC1';
const PRIVATE = 'G0000SOC2';
const BUTTON = {
  type: 'button',
  action_id: 'verdict:SAFE',
  text: { type: 'plain_text', text: 'Safe' },
  value: '{"d":"acme"}',
};
const MESSAGE = {
  text: 'Ein Fall für Zoë',
  blocks: [{ type: 'actions', block_id: 'row-1', elements: [BUTTON] }],
};

let slack: Slack;
let received: Request[];

beforeEach(async () => {
  received = [];
  slack = await startSlack({
    rates: false,
    requestUrl: 'https://bridge.example/slack',
    channels: [
      { name: 'soc', id: CHANNEL },
      { name: 'soc-private', id: PRIVATE, isPrivate: true },
    ],
    deliver: async (url, init) => {
      received.push(new Request(url, init));
      return new Response('');
    },
  });
});
afterEach(() => slack.close());

const apiTo = (timeoutMs = 3_000) => createSlackApi({ baseUrl: slack.url, token: slack.botToken, timeoutMs });
const chatTo = (timeoutMs?: number) => createSlackChat(apiTo(timeoutMs));
const where = () => ({ sinceMs: Date.now() });
const anyone = () => [...slack.directory.people.values()].find((person) => !person.isBot)?.id as string;

async function posted(chat = chatTo(), channel = CHANNEL, mark = 'm1') {
  const answer = await chat.post(channel, MESSAGE, { mark });
  if (answer.is !== 'ok') throw new Error(JSON.stringify(answer));
  return answer.value;
}

describe('a message', () => {
  it.each([CHANNEL, PRIVATE])(
    'is posted to %s, found by its mark, updated, and found again',
    async (channel) => {
      const chat = chatTo();
      const ref = await posted(chat, channel);
      const found = { is: 'ok', value: { is: 'found', ref } };
      expect(await chat.find(channel, 'm1', where())).toEqual(found);
      expect(await chat.find(channel, 'm2', where())).toEqual({ is: 'ok', value: { is: 'absent' } });
      expect(await chat.update(ref, { ...MESSAGE, text: 'Decided' })).toEqual({ is: 'ok', value: null });
      expect(await chat.find(channel, 'm1', where())).toEqual(found);
      expect(slack.messages(channel).map(({ text }) => text)).toEqual(['Decided']);
    },
  );

  it('has a thread in which replies are found', async () => {
    const chat = chatTo();
    const thread = await posted(chat);
    const reply = await chat.post(CHANNEL, MESSAGE, { mark: 'm2', thread });
    expect(await chat.find(CHANNEL, 'm2', { ...where(), thread })).toEqual({
      is: 'ok',
      value: { is: 'found', ref: reply.is === 'ok' && reply.value },
    });
    expect(await chat.find(CHANNEL, 'm2', where())).toEqual({ is: 'ok', value: { is: 'absent' } });
    expect(slack.thread(CHANNEL, thread.ts as string)).toHaveLength(1);
  });

  it('that was taken without an answer is found; one that was not is absent', async () => {
    const chat = chatTo();
    slack.plan({ method: 'chat.postMessage', kind: 'drop-after', times: 1 });
    expect(await chat.post(CHANNEL, MESSAGE, { mark: 'lost' })).toMatchObject({ is: 'unknown' });
    expect(await chat.find(CHANNEL, 'lost', where())).toMatchObject({ value: { is: 'found' } });
    for (const fault of [{ kind: 'down' }, { kind: 'down', status: 503 }] as const) {
      slack.plan({ method: 'chat.postMessage', ...fault, times: 1 });
      expect(await chat.post(CHANNEL, MESSAGE, { mark: 'never' })).toMatchObject({ is: 'unknown' });
      expect(await chat.find(CHANNEL, 'never', where())).toMatchObject({ value: { is: 'absent' } });
    }
  });

  it('whose answer is late is not certain', async () => {
    slack.plan({ method: 'chat.postMessage', kind: 'slow', delay_ms: 1_000, times: 1 });
    expect(await chatTo(100).post(CHANNEL, MESSAGE, { mark: 'm' })).toMatchObject({ is: 'unknown' });
  });

  it('is found by an app that may read 15 messages a minute, page by page and not from the beginning', async () => {
    const now = Date.now();
    const chat = chatTo();
    await posted(chat, CHANNEL, 'first');
    for (let count = 0; count < 20; count++) await posted(chat, CHANNEL, `m${count}`);
    slack.set({ rates: true, distributed: true });
    const look = () => chat.find(CHANNEL, 'first', { sinceMs: now });
    expect(await look()).toMatchObject({ is: 'busy', retryAfterMs: expect.any(Number) });
    // A minute later.
    slack.set({ rates: false });
    slack.clearRequests();
    expect(await look()).toMatchObject({ is: 'ok', value: { is: 'found' } });
    expect(slack.requests().filter(({ method }) => method === 'conversations.history')).toHaveLength(1);
  });

  it('can be changed only as long as the workspace allows', async () => {
    const chat = chatTo();
    const ref = await posted(chat);
    slack.set({ editWindowSeconds: 0.001 });
    await systemClock.sleep(20);
    expect(await chat.update(ref, MESSAGE)).toMatchObject({ is: 'refused', editClosed: true });
    slack.set({ editWindowSeconds: 60 });
    expect(await chat.update(ref, MESSAGE)).toMatchObject({ is: 'ok' });
  });

  it('is held back by the pace of the channel', async () => {
    slack.set({ rates: true });
    const chat = chatTo();
    const answers = [];
    for (let count = 0; count < 5; count++)
      answers.push(await chat.post(CHANNEL, MESSAGE, { mark: `m${count}` }));
    const busy = answers.filter(({ is }) => is === 'busy');
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]).toMatchObject({ retryAfterMs: expect.any(Number) });
  });

  it.each<[string, () => unknown]>([
    ['is_archived', () => slack.archive(CHANNEL)],
    [
      'not_in_channel',
      () => {
        slack.setScopes(['chat:write']);
        slack.leave(CHANNEL);
      },
    ],
    ['token_revoked', () => slack.setTokenState('revoked')],
    ['missing_scope', () => slack.setScopes(['commands'])],
  ])('is refused with %s, for good', async (code, change) => {
    change();
    const answer = await chatTo().post(CHANNEL, MESSAGE, { mark: 'm' });
    expect(answer).toMatchObject({ is: 'refused', code, messageGone: false });
  });

  it('is refused when its blocks or its channel are wrong', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3_001) } }];
    expect(await chatTo().post(CHANNEL, { text: 'x', blocks }, { mark: 'm' })).toMatchObject({
      is: 'refused',
      code: 'invalid_blocks',
      reason: expect.stringContaining('/blocks/0'),
    });
    expect(await chatTo().post('C0000NONE', MESSAGE, { mark: 'm' })).toMatchObject({
      code: 'channel_not_found',
    });
  });

  it('that is not there cannot be updated', async () => {
    const answer = await chatTo().update({ channel: CHANNEL, ts: '1.000001' }, MESSAGE);
    expect(answer).toMatchObject({ is: 'refused', code: 'message_not_found', messageGone: true });
  });

  it('cannot be looked for without the right to', async () => {
    slack.setScopes(['chat:write']);
    expect(await chatTo().find(CHANNEL, 'm', where())).toEqual({ is: 'ok', value: { is: 'cannot-look' } });
  });
});

describe('a click', () => {
  async function clicked() {
    const { channel, ts } = await posted();
    await slack.click({ userId: anyone(), actionId: BUTTON.action_id, channel, ts });
    const request = received.at(-1) as Request;
    const rawBody = new Uint8Array(await request.clone().arrayBuffer());
    const verified = createSlackVerifier(slack.signingSecret)({
      rawBody,
      headers: request.headers,
      nowMs: Date.now(),
    });
    const origin = new URL(slack.url).origin;
    const read = createInteractionReader({ teamIds: [slack.teamId], responseOrigins: [origin] });
    const answer = read(rawBody, request.headers.get('content-type') ?? undefined);
    if (!verified.ok || !answer.ok) throw new Error(JSON.stringify([verified, answer]));
    return { interaction: answer.interaction as BlockActions, origin, channel, ts };
  }

  it('is signed as we verify it, and read with all that is needed', async () => {
    const { interaction, channel, ts } = await clicked();
    expect(interaction).toMatchObject({
      kind: 'block-actions',
      teamId: slack.teamId,
      user: { id: anyone() },
      channelId: channel,
      messageTs: ts,
      actionId: 'verdict:SAFE',
      payload: {
        actions: [{ value: '{"d":"acme"}', block_id: 'row-1' }],
        message: { ts, blocks: [{ type: 'actions', block_id: 'row-1' }] },
      },
    });
    expect(clickIdOf(interaction)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is answered on its message and in private, as often as Slack allows', async () => {
    const { interaction, origin } = await clicked();
    const responder = createResponder({ allowedOrigins: [origin] });
    const url = interaction.responseUrl as string;
    expect(await responder.replace(url, { ...MESSAGE, text: 'Decided' })).toEqual({ is: 'ok', value: null });
    expect(slack.messages(CHANNEL).map(({ text }) => text)).toEqual(['Decided']);
    expect(await responder.tell(url, { text: 'Only you see this' })).toEqual({ is: 'ok', value: null });
    expect(slack.ephemeral(anyone())).toHaveLength(1);
    const more = [];
    for (let use = 3; use <= 6; use++) more.push(await responder.tell(url, { text: 'Again' }));
    expect(more.map(({ is }) => is)).toEqual(['ok', 'ok', 'ok', 'refused']);
  });
});

describe('a group', () => {
  it('has the members that Slack says, and nobody once it cannot be asked', async () => {
    slack.setScopes(['chat:write', 'usergroups:read']);
    const group = slack.addGroup({ handle: 'analysts', users: ['U0000ADA'] });
    const isMember = createGroupMembers({ api: apiTo(), clock: systemClock });
    expect(await isMember(group.id, 'U0000ADA')).toBe('yes');
    expect(await isMember(group.id, 'U00000BO')).toBe('no');
    expect(await isMember('S0000NONE', 'U0000ADA')).toBe('no');
    slack.setScopes(['chat:write']);
    const fresh = createGroupMembers({ api: apiTo(), clock: systemClock });
    expect(await fresh(group.id, 'U0000ADA')).toBe('no-right');
  });
});
