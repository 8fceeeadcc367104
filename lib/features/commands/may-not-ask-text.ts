import type { Sentence } from '../../case/sentence.ts';
import { chatLabel, rightToAsk } from '../../config/chats.ts';
import type { NotAllowed } from '../../verdict/authorize.ts';

/** What a person reads who may not ask. It gives away nothing. */
export const mayNotAskText = ({ because }: NotAllowed, chat: string): Sentence => [WORDS[because](chat)];

const WORDS: Readonly<Record<NotAllowed['because'], (chat: string) => string>> = {
  'not-configured': () => 'Nobody may decide cases here, so nobody may ask about them.',
  'not-named': () => 'You may not ask: only people who may decide every case of a domain may.',
  'other-channel': () =>
    'You may not ask here. Ask in a channel that gets every case of a domain and where you may decide them.',
  guest: (chat) =>
    `You may not ask: you are a guest in ${chatLabel(chat)}, or belong to another organization.`,
  'group-unknown': (chat) =>
    `${chatLabel(chat)} could not say whether you may ask. Please try again in a minute.`,
  'guest-unknown': (chat) =>
    `${chatLabel(chat)} could not say whether you are a guest. Please try again in a minute.`,
  'group-right': (chat) =>
    `${chatLabel(chat)} does not let the bridge ask who is in a group. The operators have to give it ${rightToAsk(chat, 'groups')}.`,
  'guest-right': (chat) =>
    `${chatLabel(chat)} does not let the bridge ask whether you are a guest. The operators have to give it ${rightToAsk(chat, 'guests')}.`,
  'channel-unknown': (chat) => `${chatLabel(chat)} did not say in which channel you ask. Please try again.`,
};
