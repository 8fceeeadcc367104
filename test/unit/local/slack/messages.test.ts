import { describe, expect, it } from 'vitest';
import { button, createHarness, type Harness, mrkdwn, plain } from './harness.ts';

const section = (more: object = {}) => ({ type: 'section', text: plain('Words'), ...more });
const errorOf = async (slack: Harness, args: object) => (await slack.post(args)).error ?? 'ok';

describe('chat.postMessage', () => {
  it('gives every message a time of its own, even when the clock stands still', async () => {
    const slack = createHarness({ rates: false });
    const stamps: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const { ts } = await slack.call('chat.postMessage', { channel: slack.channel, text: 'a' });
      expect(ts).toMatch(/^\d{10}\.\d{6}$/);
      stamps.push(ts);
    }
    expect([...new Set(stamps)].sort()).toEqual(stamps);
  });

  it('refuses channels it cannot write to', async () => {
    const slack = createHarness({ scopes: ['chat:write'] });
    const text = 'a';
    const away = slack.addChannel({ name: 'away', bot: false });
    const vault = slack.addChannel({ name: 'vault', isPrivate: true, bot: false });
    expect(await errorOf(slack, { channel: 'C404', text })).toBe('channel_not_found');
    expect(await errorOf(slack, { channel: '#sec-cases', text })).toBe('channel_not_found');
    expect(await errorOf(slack, { channel: away.id, text })).toBe('not_in_channel');
    expect(await errorOf(slack, { channel: vault.id, text })).toBe('channel_not_found');
    slack.setScopes(['chat:write', 'chat:write.public']);
    expect(await errorOf(slack, { channel: away.id, text })).toBe('ok');
    expect(await errorOf(slack, { channel: vault.id, text })).toBe('channel_not_found');
    slack.archive(slack.channel);
    expect(await errorOf(slack, { text })).toBe('is_archived');
    slack.archive(slack.channel, false);
    slack.leave(slack.channel);
    slack.setScopes(['chat:write']);
    expect(await errorOf(slack, { text })).toBe('not_in_channel');
  });

  it('refuses content it cannot show', async () => {
    const slack = createHarness();
    expect(await errorOf(slack, {})).toBe('no_text');
    expect(await errorOf(slack, { blocks: [] })).toBe('no_text');
    expect(await errorOf(slack, { text: 'x'.repeat(40_000) })).toBe('ok');
    expect(await errorOf(slack, { text: 'x'.repeat(40_001) })).toBe('msg_too_long');
    expect(await errorOf(slack, { blocks: '[' })).toBe('invalid_blocks_format');
    expect(await errorOf(slack, { blocks: { type: 'divider' } })).toBe('invalid_blocks_format');
    expect(await errorOf(slack, { blocks: ['words'] })).toBe('invalid_blocks');
    const long = Array.from({ length: 4 }, () => section({ text: plain('x'.repeat(2_800)) }));
    expect(await errorOf(slack, { blocks: long })).toBe('msg_blocks_too_long');
    expect(await errorOf(slack, { text: 'a', parse: 'everything' })).toBe('invalid_arguments');
    expect(await errorOf(slack, { text: 'a', attachments: [] })).toBe('invalid_arguments');
    expect(await errorOf(slack, { text: 'a', metadata: { event_type: 'x' } })).toBe(
      'invalid_metadata_format',
    );
    expect(
      await errorOf(slack, {
        text: 'a',
        metadata: { event_type: 'x', event_payload: { a: 'x'.repeat(16_000) } },
      }),
    ).toBe('metadata_too_large');
  });

  it('says in the answer which block is wrong', async () => {
    const slack = createHarness();
    expect(await slack.post({ text: 'a', blocks: [section(), { type: 'header' }] })).toEqual({
      ok: false,
      error: 'invalid_blocks',
      errors: ['missing required field: text [json-pointer:/blocks/1]'],
      response_metadata: { messages: ['[ERROR] missing required field: text [json-pointer:/blocks/1]'] },
    });
  });

  it('names blocks and actions that came without a name', async () => {
    const slack = createHarness();
    const { message } = await slack.post({
      blocks: [{ type: 'actions', elements: [{ type: 'button', text: plain('a') }] }],
    });
    expect(message.blocks[0].block_id).toMatch(/./);
    expect(message.blocks[0].elements[0].action_id).toMatch(/./);
  });

  it('keeps replies in their thread, and in the channel when broadcast', async () => {
    const slack = createHarness();
    const { ts } = await slack.post({ text: 'parent' });
    const reply = await slack.post({ text: 'reply', thread_ts: ts });
    await slack.post({ text: 'loud', thread_ts: ts, reply_broadcast: true });
    expect(slack.messages(slack.channel).map(({ text }) => text)).toEqual(['parent', 'loud']);
    expect(slack.thread(slack.channel, ts).map(({ text }) => text)).toEqual(['reply', 'loud']);
    expect(await errorOf(slack, { text: 'a', thread_ts: '1.000000' })).toBe('thread_not_found');
    expect(await errorOf(slack, { text: 'a', thread_ts: reply.ts })).toBe('cannot_reply_to_message');
  });

  it('tells tests what would notify somebody', async () => {
    const slack = createHarness();
    const { ts } = await slack.post({
      text: 'a',
      blocks: [section({ text: mrkdwn('<!here> <https://a.example|b>') })],
    });
    expect(slack.message(slack.channel, ts)).toMatchObject({
      mentions: [{ kind: 'broadcast', who: 'here', where: '/blocks/0/text' }],
      links: [{ url: 'https://a.example', label: 'b' }],
    });
  });
});

describe('chat.update', () => {
  const setUp = async () => {
    const slack = createHarness();
    const metadata = { event_type: 'case', event_payload: { id: '1' } };
    const { ts } = await slack.post({ text: 'old', blocks: [section({ block_id: 'one' })], metadata });
    const update = (args: object) => slack.call('chat.update', { channel: slack.channel, ts, ...args });
    return { slack, ts, update, metadata, shown: () => slack.message(slack.channel, ts) };
  };

  it('replaces blocks and text, and keeps the metadata until told otherwise', async () => {
    const { update, shown, metadata } = await setUp();
    expect(await update({ text: 'new', blocks: [section({ block_id: 'two' })] })).toMatchObject({
      ok: true,
      text: 'new',
    });
    expect(shown()).toMatchObject({ text: 'new', blocks: [{ block_id: 'two' }], metadata, edits: 1 });
    await update({ text: 'bare' });
    expect(shown()).toMatchObject({ text: 'bare', blocks: [], edited: {} });
    await update({ text: 'bare', metadata: {} });
    expect(shown()).not.toHaveProperty('metadata');
  });

  it('reads names in the text as a person would have typed them', async () => {
    const { update, shown } = await setUp();
    await update({ text: '@here' });
    expect(shown()?.mentions).toHaveLength(1);
    await update({ text: '@here', parse: 'none' });
    expect(shown()?.mentions).toEqual([]);
  });

  it('notes block_ids that were used again', async () => {
    const { update, shown } = await setUp();
    await update({ text: 'new', blocks: [section({ block_id: 'one' })] });
    expect(shown()?.reusedBlockIds).toEqual(['one']);
  });

  it('changes messages of its own only, and none that is ephemeral', async () => {
    const { slack, update } = await setUp();
    const { channel, userId } = slack;
    const theirs = slack.say({ channel, userId, text: 'mine' });
    const { message_ts: quiet } = await slack.call('chat.postEphemeral', {
      channel,
      user: userId,
      text: 'psst',
    });
    expect((await update({ ts: theirs.ts, text: 'a' })).error).toBe('cant_update_message');
    expect((await update({ ts: quiet, text: 'a' })).error).toBe('cant_update_message');
    expect((await update({ ts: '1.000000', text: 'a' })).error).toBe('message_not_found');
    expect((await update({ channel: 'C404', text: 'a' })).error).toBe('channel_not_found');
  });

  it('has limits of its own', async () => {
    const { slack, update } = await setUp();
    expect((await update({ text: 'x'.repeat(4_000) })).ok).toBe(true);
    expect((await update({ text: 'x'.repeat(4_001) })).error).toBe('msg_too_long');
    expect((await update({})).error).toBe('no_text');
    expect((await update({ blocks: [] })).error).toBe('no_text');
    expect((await update({ blocks: [{ type: 'header' }] })).error).toBe('invalid_blocks');
    slack.archive(slack.channel);
    expect((await update({ text: 'a' })).error).toBe('is_archived');
  });
});

describe('chat.postEphemeral', () => {
  it('is seen by one person who is in the channel, and by no list', async () => {
    const slack = createHarness();
    const { channel, userId } = slack;
    const send = (args: object) => slack.call('chat.postEphemeral', { channel, text: 'psst', ...args });
    expect((await send({ user: userId, blocks: [{ type: 'actions', elements: [button('a')] }] })).ok).toBe(
      true,
    );
    expect(slack.ephemeral(userId)).toHaveLength(1);
    expect(slack.seen(userId)).toMatchObject([{ what: 'ephemeral' }]);
    expect(slack.messages(channel)).toEqual([]);
    expect((await slack.ask('conversations.history', { channel })).messages).toEqual([]);
    expect((await send({ user: 'U404' })).error).toBe('user_not_found');
    slack.leave(channel, userId);
    expect((await send({ user: userId })).error).toBe('user_not_in_channel');
  });
});

describe('reading back', () => {
  const setUp = async () => {
    const slack = createHarness();
    const stamps: string[] = [];
    for (const text of ['1', '2', '3', '4', '5'])
      stamps.push((await slack.post({ text, metadata: { event_type: 'n', event_payload: { text } } })).ts);
    const { channel } = slack;
    const history = (args: Record<string, string> = {}) =>
      slack.ask('conversations.history', { channel, ...args });
    return { slack, stamps, channel, history };
  };
  const texts = (answer: { messages: { text: string }[] }) =>
    answer.messages.map(({ text }) => text).join('');

  it('lists the newest first, page by page', async () => {
    const { history } = await setUp();
    const first = await history({ limit: '2' });
    expect([texts(first), first.has_more]).toEqual(['54', true]);
    const second = await history({ limit: '2', cursor: first.response_metadata.next_cursor });
    const third = await history({ limit: '2', cursor: second.response_metadata.next_cursor });
    expect([texts(second), texts(third), third.has_more]).toEqual(['32', '1', false]);
    expect((await history({ cursor: 'nonsense' })).error).toBe('invalid_cursor');
    expect((await history({ limit: '0' })).error).toBe('invalid_arguments');
    expect((await history({ limit: '1000' })).error).toBe('invalid_arguments');
  });

  it('cuts at oldest and latest, with or without the edges', async () => {
    const { history, stamps } = await setUp();
    const [, oldest = '', , latest = ''] = stamps;
    expect(texts(await history({ oldest, latest }))).toBe('3');
    expect(texts(await history({ oldest, latest, inclusive: 'true' }))).toBe('432');
    expect((await history({ oldest: 'yesterday' })).error).toBe('invalid_ts_oldest');
  });

  it('hands metadata out only when asked, and its type always', async () => {
    const { history } = await setUp();
    expect((await history()).messages[0].metadata).toEqual({ event_type: 'n' });
    expect((await history({ include_all_metadata: 'true' })).messages[0].metadata).toEqual({
      event_type: 'n',
      event_payload: { text: '5' },
    });
  });

  it('lists a thread with its parent first', async () => {
    const { slack, channel, stamps } = await setUp();
    const [ts = ''] = stamps;
    const { ts: reply } = await slack.post({ text: 'a', thread_ts: ts });
    await slack.post({ text: 'b', thread_ts: ts });
    for (const asked of [ts, reply]) {
      const answer = await slack.ask('conversations.replies', { channel, ts: asked });
      expect(texts(answer)).toBe('1ab');
      expect(answer.messages[0]).toMatchObject({ reply_count: 2, thread_ts: ts });
      expect(answer.messages[1]).toMatchObject({
        thread_ts: ts,
        parent_user_id: slack.service.identity.botUserId,
      });
    }
    expect((await slack.ask('conversations.replies', { channel, ts: '1.000000' })).error).toBe(
      'thread_not_found',
    );
  });

  it('needs a seat in the channel', async () => {
    const { slack, history } = await setUp();
    slack.leave(slack.channel);
    expect((await history()).error).toBe('not_in_channel');
    expect((await history({ channel: 'C404' })).error).toBe('channel_not_found');
  });
});
