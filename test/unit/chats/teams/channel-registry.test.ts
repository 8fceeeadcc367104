import { describe, expect, it } from 'vitest';
import type { ChannelNews } from '../../../../lib/chats/teams/channel-message.ts';
import { readChannelMessage, writeChannelMessage } from '../../../../lib/chats/teams/channel-message.ts';
import {
  createChannelRegistry,
  createKnownChannels,
  type KnownChannel,
} from '../../../../lib/chats/teams/channel-registry.ts';
import type { TeamsMessage } from '../../../../lib/chats/teams/message.ts';
import { createChannelRows } from '../../../../lib/dynamo/channel-rows.ts';
import type { ChatAnswer, MessageRef, PostOptions } from '../../../../lib/outbox/chat-port.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';

const CHANNEL = '19:soc@thread.tacv2';
const PLACE = { channel: CHANNEL, serviceUrl: 'https://smba.trafficmanager.net/emea/', tenantId: 't' };
const OTHER = '19:other@thread.tacv2';
const ELSEWHERE = '19:elsewhere@thread.tacv2';
const TEAM = { id: '19:general@thread.tacv2', group: '33333333-0000-4000-8000-000000000000' };
const OK: ChatAnswer<MessageRef> = { is: 'ok', value: { conversation: 'c', activity: '1' } };

const remember = (hello: Extract<ChannelNews, { is: 'remember' }>['hello'], place = PLACE): ChannelNews => ({
  is: 'remember',
  place,
  hello,
});
const ADDED = remember({ once: true, thread: null });
const FORGET: ChannelNews = { is: 'forget', channel: CHANNEL, because: 'removed' };

function create() {
  const clock = createManualClock(1_000);
  const memory = createChannelRows<KnownChannel>('teams', createMemoryVersionedRows(), clock.now);
  const answers: ChatAnswer<MessageRef>[] = [];
  const greeted: { text: string; options: PostOptions }[] = [];
  const breakers: string[] = [];
  const keeper = createChannelRegistry({
    memory,
    channels: [CHANNEL, OTHER, ELSEWHERE],
    breakers: {
      gone: async (channel, reason) => void breakers.push(`closed ${channel}: ${reason}`),
      back: async (channel) => void breakers.push(`open ${channel}`),
    },
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
  const { serviceUrlOf } = createKnownChannels(memory, clock);
  return { clock, memory, answers, greeted, breakers, learn, serviceUrlOf };
}

describe('where the bot may post', () => {
  it('is remembered and greeted once, however often Teams says so', async () => {
    const { memory, greeted, learn } = create();
    expect(await learn(remember(null))).toBe('done');
    expect(await learn(ADDED)).toBe('done');
    expect(await learn(ADDED)).toBe('done');
    expect(greeted).toHaveLength(1);
    expect(greeted[0]?.text).toContain(`channel: '${CHANNEL}'`);
    expect(greeted[0]?.text).toContain('Posture Bridge posts here');
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

describe('what Teams says of a whole team', () => {
  const elsewhere = { id: '19:another@thread.tacv2', group: null };
  const seen = (channel: string, team = TEAM as { id: string; group: string | null }): ChannelNews => ({
    ...remember(null, { ...PLACE, channel }),
    team,
  });
  const three = async () => {
    const scene = create();
    await scene.learn(seen(CHANNEL));
    await scene.learn(seen(OTHER));
    await scene.learn(seen(ELSEWHERE, elsewhere));
    const placesOf = () =>
      Promise.all(
        [CHANNEL, OTHER, ELSEWHERE].map(async (channel) => (await scene.memory.load(channel))?.value.place),
      );
    return { ...scene, placesOf };
  };
  const forget = (changes: object): ChannelNews => ({
    is: 'forget',
    because: 'removed',
    channel: TEAM.id,
    team: TEAM,
    ...changes,
  });

  it.each([
    ['removed', 'BotNotInConversationRoster'],
    ['archived', '(403)'],
    ['deleted', 'ConversationNotFound'],
  ] as const)(
    '%s: goes for its channels and no others, and the operators are told',
    async (because, code) => {
      const { learn, breakers, placesOf } = await three();
      expect(await learn(forget({ because, wholeTeam: true }))).toBe('done');
      expect(await placesOf()).toEqual([null, null, { ...PLACE, channel: ELSEWHERE }]);
      expect(breakers).toEqual(
        [TEAM.id, CHANNEL, OTHER].map((one) => expect.stringContaining(`closed ${one}: `)),
      );
      expect(breakers[0]).toContain(code);
    },
  );

  it('is undone when it comes back', async () => {
    const { learn, breakers, placesOf } = await three();
    await learn(forget({ because: 'archived', wholeTeam: true }));
    breakers.length = 0;
    const back = {
      ...remember(null, { ...PLACE, channel: TEAM.id }),
      team: TEAM,
      wholeTeam: true,
      back: true,
    };
    expect(await learn(back)).toBe('done');
    expect(await placesOf()).toEqual([CHANNEL, OTHER, ELSEWHERE].map((channel) => ({ ...PLACE, channel })));
    expect(breakers).toEqual([`open ${TEAM.id}`, `open ${CHANNEL}`, `open ${OTHER}`]);
  });

  it('is of one channel where Teams speaks of that one', async () => {
    const { learn, breakers } = await three();
    await learn(forget({ channel: OTHER, because: 'deleted' }));
    expect(breakers).toEqual([expect.stringContaining(`closed ${OTHER}`)]);
  });

  it('keeps the name by which Graph knows the team, which not every activity says', async () => {
    const { learn, memory } = await three();
    await learn(seen(CHANNEL, { id: TEAM.id, group: null }));
    expect((await memory.load(CHANNEL))?.value.team).toEqual(TEAM);
    await learn(seen(CHANNEL, elsewhere));
    expect((await memory.load(CHANNEL))?.value.team).toEqual(elsewhere);
  });
});

describe('a message about a place', () => {
  it('is told apart from all others', () => {
    expect(readChannelMessage('not JSON')).toBeNull();
    expect(readChannelMessage('{"v":1,"kind":"case"}')).toBeNull();
    expect(readChannelMessage('{"v":1,"kind":"channel","is":"forget"}')).toMatchObject({ ok: false });
    expect(readChannelMessage('{"v":2,"kind":"channel"}')).toMatchObject({
      ok: false,
      mayBecomeReadable: true,
    });
  });
});
