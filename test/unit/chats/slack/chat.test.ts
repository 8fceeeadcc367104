import { describe, expect, it } from 'vitest';
import type { SlackAnswer, SlackApi } from '../../../../lib/chats/slack/api.ts';
import { createSlackChat } from '../../../../lib/chats/slack/chat.ts';

const MESSAGE = { text: 'A case', blocks: [{ type: 'divider' }] };
const SINCE_MS = Date.parse('2026-11-15T09:00:00Z');
const ok = (body: object): SlackAnswer => ({ is: 'ok', body: { ok: true, ...body } });
const refused = (code: string, permanent = true): SlackAnswer => ({
  is: 'refused',
  code,
  permanent,
  reason: code,
});

interface Call {
  readonly method: string;
  readonly args: Record<string, unknown>;
}

function scripted(...answers: SlackAnswer[]) {
  const calls: Call[] = [];
  const api: SlackApi = {
    call: async (method, args = {}) => {
      calls.push({ method, args });
      return answers[Math.min(calls.length, answers.length) - 1] as SlackAnswer;
    },
  };
  return { chat: createSlackChat(api), calls };
}

describe('posting', () => {
  it('sends the mark where people do not see it, and says where the message is', async () => {
    const { chat, calls } = scripted(ok({ channel: 'C1', ts: '1.2' }));
    expect(await chat.post('C1', MESSAGE, { mark: 'm1' })).toEqual({
      is: 'ok',
      value: { channel: 'C1', ts: '1.2' },
    });
    const metadata = { event_type: 'posture_bridge_delivery', event_payload: { mark: 'm1' } };
    const args = { channel: 'C1', ...MESSAGE, metadata, unfurl_links: false, unfurl_media: false };
    expect(calls).toEqual([{ method: 'chat.postMessage', args }]);
  });

  it('goes under another message, and into the channel too only where that is asked for', async () => {
    const { chat, calls } = scripted(ok({ channel: 'C1', ts: '1.3' }));
    const thread = { channel: 'C1', ts: '1.2' };
    await chat.post('C1', MESSAGE, { mark: 'm', thread });
    await chat.post('C1', MESSAGE, { mark: 'm', thread, broadcast: true });
    await chat.post('C1', MESSAGE, { mark: 'm', broadcast: true });
    expect(calls.map(({ args }) => [args.thread_ts, args.reply_broadcast])).toEqual([
      ['1.2', undefined],
      ['1.2', true],
      [undefined, undefined],
    ]);
  });

  it('is not certain when Slack does not say where it put it', async () => {
    expect(await scripted(ok({})).chat.post('C1', MESSAGE, { mark: 'm' })).toMatchObject({ is: 'unknown' });
  });

  it.each<[SlackAnswer, object]>([
    [
      refused('is_archived'),
      { is: 'refused', code: 'is_archived', reason: 'is_archived', messageGone: false },
    ],
    [refused('thread_not_found'), { is: 'refused', code: 'thread_not_found', messageGone: true }],
    [refused('service_unavailable', false), { is: 'failed', reason: 'service_unavailable' }],
    [
      { is: 'busy', retryAfterMs: 7 },
      { is: 'busy', retryAfterMs: 7 },
    ],
    [
      { is: 'failed', reason: 'x' },
      { is: 'failed', reason: 'x' },
    ],
    [
      { is: 'unknown', reason: 'x' },
      { is: 'unknown', reason: 'x' },
    ],
  ])('answers %j in the words of the port', async (said, answer) => {
    expect(await scripted(said).chat.post('C1', MESSAGE, { mark: 'm' })).toMatchObject(answer);
  });
});

describe('updating', () => {
  it('leaves the mark alone and lets Slack make no links of plain text', async () => {
    const { chat, calls } = scripted(ok({}));
    expect(await chat.update({ channel: 'C1', ts: '1.2' }, MESSAGE)).toEqual({ is: 'ok', value: null });
    expect(calls).toEqual([
      { method: 'chat.update', args: { channel: 'C1', ts: '1.2', ...MESSAGE, parse: 'none' } },
    ]);
  });

  it.each([
    ['message_not_found', true],
    ['cant_update_message', true],
    ['channel_not_found', false],
  ])('is refused with %s; that there is nothing to update is then %s', async (code, messageGone) => {
    const answer = await scripted(refused(code)).chat.update({ channel: 'C1', ts: '1.2' }, MESSAGE);
    expect(answer).toMatchObject({ is: 'refused', code, messageGone });
  });
});

it('that Slack lets nobody change any more is called so', async () => {
  const answer = await scripted(refused('edit_window_closed')).chat.update(
    { channel: 'C1', ts: '1' },
    MESSAGE,
  );
  expect(answer).toMatchObject({ is: 'refused', messageGone: false, editClosed: true });
});

describe('finding', () => {
  const marked = (mark: string, ts: string, event_type = 'posture_bridge_delivery') => ({
    ts,
    metadata: { event_type, event_payload: { mark } },
  });
  const page = (messages: unknown[], next_cursor = '') =>
    ok({ messages, response_metadata: { next_cursor } });
  const where = { sinceMs: SINCE_MS };

  it('looks around the time of the post, page by page', async () => {
    const { chat, calls } = scripted(
      page([{ ts: '9.0' }, null, marked('other', '8.0'), marked('m', '7.0', 'not_ours')], 'c2'),
      page([marked('m', '6.0')]),
    );
    const value = { is: 'found', ref: { channel: 'C1', ts: '6.0' } };
    expect(await chat.find('C1', 'm', where)).toEqual({ is: 'ok', value });
    const oldest = `${SINCE_MS / 1000 - 120}.000000`;
    const latest = `${SINCE_MS / 1000 + 180}.000000`;
    const args = { channel: 'C1', oldest, latest, include_all_metadata: true, limit: 50 };
    expect(calls).toEqual([
      { method: 'conversations.history', args: { ...args, cursor: undefined } },
      { method: 'conversations.history', args: { ...args, cursor: 'c2' } },
    ]);
  });

  it('looks into the thread for a reply, also when its destination has moved since', async () => {
    const { chat, calls } = scripted(page([marked('m', '6.0')]));
    const answer = await chat.find('C2', 'm', { ...where, thread: { channel: 'C1', ts: '5.0' } });
    expect(answer).toMatchObject({ value: { is: 'found', ref: { channel: 'C1', ts: '6.0' } } });
    expect(calls[0]).toMatchObject({ method: 'conversations.replies', args: { ts: '5.0' } });
  });

  it('says that it is absent only after the last page', async () => {
    expect(await scripted(page([])).chat.find('C1', 'm', where)).toEqual({
      is: 'ok',
      value: { is: 'absent' },
    });
    const { chat, calls } = scripted(page([{ ts: '1.0' }], 'again'));
    expect(await chat.find('C1', 'm', where)).toEqual({ is: 'ok', value: { is: 'cannot-look' } });
    expect(calls).toHaveLength(40);
  });

  it.each(['missing_scope', 'no_permission'])('cannot look with %s', async (code) => {
    const answer = await scripted(refused(code)).chat.find('C1', 'm', where);
    expect(answer).toEqual({ is: 'ok', value: { is: 'cannot-look' } });
  });

  it('finds nothing in a thread that is gone, and says when Slack could not be asked', async () => {
    const thread = { channel: 'C1', ts: '5.0' };
    const gone = scripted(refused('thread_not_found'));
    expect(await gone.chat.find('C1', 'm', { ...where, thread })).toEqual({
      is: 'ok',
      value: { is: 'absent' },
    });
    expect(await scripted(refused('channel_not_found')).chat.find('C1', 'm', where)).toMatchObject({
      is: 'refused',
    });
    expect(await scripted({ is: 'busy', retryAfterMs: 5 }).chat.find('C1', 'm', where)).toMatchObject({
      is: 'busy',
    });
  });
});
