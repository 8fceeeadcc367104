import type { createPress } from '../../support/small-chat.ts';
import type { Bridge } from './bridge.ts';
import type { Click } from './history.ts';
import { type ModelSmall, SMALL_PEOPLE } from './model-small.ts';
import type { World } from './world.ts';

const CLAIMS: ReadonlySet<string> = new Set(['claim', 'take-over', 'hand-back']);

/** People who press what a message of the small chat shows at that moment. False where there is nothing to press. */
export function createSmallPeople(world: World, { posts }: ModelSmall, bridge: Bridge) {
  const { time, random, count, say, createInstance, wrong } = world;
  let clicks = 0;

  function send(press: ReturnType<typeof createPress>, click: Parameters<typeof press>[0]): void {
    press(click).catch((error: Error) => wrong.push(`a click in the small chat failed: ${error.stack}`));
  }

  return function click({ which, press: button, who, again, onIt = false }: Click): boolean {
    const user = SMALL_PEOPLE[who === 15 ? 3 : who % 3] as string;
    const offers = posts.filter(({ deleted, message }) => !deleted && message.buttons.length > 0);
    const post = offers[which % Math.max(1, offers.length)];
    const buttons = post?.message.buttons.filter(({ press }) => CLAIMS.has(press) === onIt) ?? [];
    const offered = buttons[button % Math.max(1, buttons.length)];
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
