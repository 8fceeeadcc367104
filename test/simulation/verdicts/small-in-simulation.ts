import type { Chat } from '../../../lib/chats/shared/chat.ts';
import { type createPress, createSmallRoom, type SmallMessage } from '../../support/small-chat.ts';
import type { Bridge } from './bridge.ts';
import type { Click } from './history.ts';
import type { Seen } from './seen.ts';
import type { Instance, World } from './world.ts';

export const SMALL_CHANNEL = 'small-duty';
/** The last one may not decide. */
export const SMALL_PEOPLE = ['ann', 'bob', 'cat', 'eve'] as const;

export type SmallInSimulation = ReturnType<typeof putSmallIntoSimulation>;

/** The small chat with the troubles of a history: slow, down, busy, or taken without an answer. */
export function putSmallIntoSimulation(world: World) {
  const { call, isTroubled, chance, history, random, count, time } = world;
  const room = createSmallRoom({ now: () => time.nowMs, mayRead: () => history.readable });

  const chat = (process: Instance): Chat<SmallMessage> =>
    room.chatWith((what, effect) =>
      call(process, `small ${what}`, () => {
        if (!isTroubled() || !chance(history.slackFaults)) return effect();
        count('faults');
        const kind = Math.floor(random() * 4);
        if (kind === 0) effect();
        if (kind < 2) return { is: 'unknown', reason: 'no answer' };
        return kind === 2 ? { is: 'busy', retryAfterMs: 5_000 } : { is: 'failed', reason: 'down' };
      }),
    );

  const seen = (): Seen[] =>
    room.posts.map(({ channel, ref, thread, mark, message, deleted }) => {
      return { channel, ref, under: thread, mark, text: message.text, message, deleted };
    });

  return { posts: room.posts, chat, seen };
}

/** People who press what a message of the small chat shows at that moment. False where there is nothing to press. */
export function createSmallPeople(world: World, { posts }: SmallInSimulation, bridge: Bridge) {
  const { time, random, count, say, createInstance, wrong } = world;
  let clicks = 0;

  function send(press: ReturnType<typeof createPress>, click: Parameters<typeof press>[0]): void {
    press(click).catch((error: Error) => wrong.push(`a click in the small chat failed: ${error.stack}`));
  }

  return function click({ which, press: button, who, again }: Click): boolean {
    const user = SMALL_PEOPLE[who === 15 ? 3 : who % 3] as string;
    const offers = posts.filter(({ deleted, message }) => !deleted && message.buttons.length > 0);
    const post = offers[which % Math.max(1, offers.length)];
    const offered = post?.message.buttons[button % (post?.message.buttons.length ?? 1)];
    if (!post || !offered) return false;
    const pressed = { id: `s${++clicks}`, user, ref: post.ref, ...offered, comment: `because ${clicks}` };
    say(() => `${user} presses ${offered.press} at ${post.channel} ${post.ref.post}`);
    count('clicks in the small chat');
    send(bridge.smallPress(createInstance('action')), pressed);
    if (again === 'no') return true;
    const repeated = again === 'repeat' ? pressed : { ...pressed, id: `s${++clicks}` };
    time.schedule(time.nowMs + Math.floor(random() * 4_000), () =>
      send(bridge.smallPress(createInstance('action')), repeated),
    );
    return true;
  };
}
