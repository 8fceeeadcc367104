import type { Chat } from '../../../lib/chats/shared/chat.ts';
import { createSmallRoom, refusedBySmall, type SmallMessage } from '../../support/small-chat.ts';
import type { Closing } from './history.ts';
import type { Instance, World } from './world.ts';

export const SMALL_CHANNEL = 'small-duty';
/** The last one may not decide. */
export const SMALL_PEOPLE = ['ann', 'bob', 'cat', 'eve'] as const;

const CODES: Readonly<Record<Closing['code'], string>> = {
  token_revoked: 'wrong-password',
  not_in_channel: 'not-in-room',
  is_archived: 'archived',
  missing_scope: 'wrong-password',
  a_code_of_tomorrow: 'who-knows',
};

export type ModelSmall = ReturnType<typeof createModelSmall>;

/** The small chat with the troubles of a history: slow, down, busy, or taken without an answer. */
export function createModelSmall(world: World) {
  const { call, isTroubled, chance, history, random, count, time, closedBecause } = world;
  const room = createSmallRoom({ now: () => time.nowMs, mayRead: () => history.readable });

  const chat = (process: Instance): Chat<SmallMessage> =>
    room.chatWith((what, effect) =>
      call(process, `small ${what}`, () => {
        const code = closedBecause('other');
        if (code) return refusedBySmall(CODES[code]);
        if (!isTroubled() || !chance(history.slackFaults)) return effect();
        count('faults');
        const kind = Math.floor(random() * 4);
        if (kind === 0) effect();
        if (kind < 2) return { is: 'unknown', reason: 'no answer' };
        return kind === 2 ? { is: 'busy', retryAfterMs: 5_000 } : { is: 'failed', reason: 'down' };
      }),
    );

  return { posts: room.posts, chat };
}
