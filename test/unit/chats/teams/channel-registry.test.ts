import { describe, expect, it } from 'vitest';
import type { ChatAnswer, MessageRef, PostOptions } from '../../../../lib/chats/shared/chat.ts';
import type { ChannelNews } from '../../../../lib/chats/teams/channel-discovery.ts';
import { readChannelMessage, writeChannelMessage } from '../../../../lib/chats/teams/channel-message.ts';
import {
  createChannelRegistry,
  createServiceUrls,
  type KnownChannel,
} from '../../../../lib/chats/teams/channel-registry.ts';
import type { TeamsMessage } from '../../../../lib/chats/teams/message.ts';
import { createChannelRows } from '../../../../lib/dynamo/channel-rows.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';

const CHANNEL = '19:soc@thread.tacv2';
const PLACE = { channel: CHANNEL, serviceUrl: 'https://smba.trafficmanager.net/emea/', tenantId: 't' };
const OK: ChatAnswer<MessageRef> = { is: 'ok', value: { conversation: 'c', activity: '1' } };

const remember = (hello: Extract<ChannelNews, { is: 'remember' }>['hello'], place = PLACE): ChannelNews => ({
  is: 'remember',
  place,
  hello,
});
const ADDED = remember({ once: true, thread: null });
const FORGET: ChannelNews = { is: 'forget', channel: CHANNEL };

function create() {
  const clock = createManualClock(1_000);
  const memory = createChannelRows<KnownChannel>('teams', createMemoryVersionedRows(), clock.now);
  const answers: ChatAnswer<MessageRef>[] = [];
  const greeted: { text: string; options: PostOptions }[] = [];
  const keeper = createChannelRegistry({
    memory,
    chat: {
      async post(channel: string, { card }: TeamsMessage, options: PostOptions) {
        const answer = answers.shift() ?? OK;
        if (answer.is === 'ok') greeted.push({ text: `${channel} ${JSON.stringify(card)}`, options });
        return answer;
      },
    },
    turn: async () => 'now',
    clock,
    log: () => undefined,
  });
  const learn = (lesson: ChannelNews) => {
    const read = readChannelMessage(writeChannelMessage(lesson));
    if (!read?.ok) throw new Error('it did not come back');
    return keeper.handle(read.message);
  };
  const serviceUrlOf = createServiceUrls(memory, clock);
  return { clock, memory, answers, greeted, learn, serviceUrlOf };
}

describe('where the bot may post', () => {
  it('is remembered and greeted once, however often Teams says so', async () => {
    const { memory, greeted, learn } = create();
    expect(await learn(remember(null))).toBe('done');
    expect(await learn(ADDED)).toBe('done');
    expect(await learn(ADDED)).toBe('done');
    expect(greeted).toHaveLength(1);
    expect(greeted[0]?.text).toContain(`channel: '${CHANNEL}'`);
    expect((await memory.load(CHANNEL))?.value).toEqual({ place: PLACE, greetedAtMs: 1_000 });
  });

  it('is greeted again after the bot was removed', async () => {
    const { greeted, learn, serviceUrlOf, clock } = create();
    await learn(ADDED);
    expect(await serviceUrlOf(CHANNEL)).toBe(PLACE.serviceUrl);
    expect(await learn(FORGET)).toBe('done');
    clock.advance(10 * 60_000);
    expect(await serviceUrlOf(CHANNEL)).toBeNull();
    await learn(ADDED);
    expect(greeted).toHaveLength(2);
  });

  it('is said each time to whoever asks, in their thread', async () => {
    const { greeted, learn } = create();
    const thread = { conversation: `${CHANNEL};messageid=7`, activity: '7' };
    await learn(remember({ once: false, thread }));
    await learn(remember({ once: false, thread }));
    expect(greeted.map(({ options }) => options.thread)).toEqual([thread, thread]);
  });

  it('is learned although nothing could be said there, and tried again where that may help', async () => {
    const { answers, greeted, memory, learn } = create();
    answers.push({ is: 'busy', retryAfterMs: 3_000 }, { is: 'failed', reason: 'down' });
    expect(await learn(ADDED)).toEqual({ retryAfterMs: 3_000 });
    expect(await learn(ADDED)).toBe('retry');
    expect((await memory.load(CHANNEL))?.value).toEqual({ place: PLACE, greetedAtMs: null });
    answers.push({ is: 'unknown', reason: 'no answer' });
    expect(await learn(ADDED)).toBe('done');
    // It may have been said: not twice.
    await learn(ADDED);
    expect(greeted).toEqual([]);
  });

  it('follows Teams to another address, within minutes', async () => {
    const { learn, serviceUrlOf, clock } = create();
    expect(await serviceUrlOf(CHANNEL)).toBeNull();
    const moved = { ...PLACE, serviceUrl: 'https://smba.trafficmanager.net/amer/' };
    await learn(remember(null, moved));
    clock.advance(5 * 60_000);
    expect(await serviceUrlOf(CHANNEL)).toBe(moved.serviceUrl);
  });

  it('is not written when nothing is new, nor when there is nothing to forget', async () => {
    const { memory, learn } = create();
    await learn(FORGET);
    expect(await memory.load(CHANNEL)).toBeNull();
    await learn(remember(null));
    const before = await memory.load(CHANNEL);
    await learn(remember(null));
    expect(await memory.load(CHANNEL)).toEqual(before);
  });
});

describe('a message about a place', () => {
  it('is told apart from all others', () => {
    expect(readChannelMessage('not JSON')).toBeNull();
    expect(readChannelMessage('{"v":1,"kind":"case"}')).toBeNull();
    expect(readChannelMessage('{"v":1,"kind":"place","is":"forget"}')).toMatchObject({ ok: false });
    expect(readChannelMessage('{"v":2,"kind":"place"}')).toMatchObject({
      ok: false,
      mayBecomeReadable: true,
    });
  });
});
