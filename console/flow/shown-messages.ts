import type { ShownMessage } from '../wire.ts';
import { type ItemRows, momentOf } from './item-rows.ts';
import { effectsOfAnswer } from './tell-answers.ts';

/** The messages about an item that the bridge posted in chats: each chat writes down in its own way where one is. */
export const messagesOf = ({ deliveries, answer }: ItemRows): readonly ShownMessage[] =>
  deliveries.flatMap(({ key: { destination }, main, notes }): ShownMessage[] => {
    const chat = main && ('ts' in main.ref ? 'slack' : 'activity' in main.ref ? 'teams' : null);
    if (!main || !chat) return [];
    const says = (answer && effectsOfAnswer(answer).at(-1)?.text) ?? null;
    return [{ chat, destination, atMs: momentOf(main.ref), says, replies: Object.keys(notes).length }];
  });
