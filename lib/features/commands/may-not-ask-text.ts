import type { Sentence } from '../../case/sentence.ts';
import { chatLabel, rightToAsk } from '../../config/chats.ts';
import type { NotAllowed } from '../../verdict/authorize.ts';

/** What a person reads who may not ask. It gives away nothing. */
export const mayNotAskText = ({ because }: NotAllowed, chat: string): Sentence => [WORDS[because](chat)];

const WORDS: Readonly<Record<NotAllowed['because'], (chat: string) => string>> = {
  'not-configured': () => 'Nobody can decide cases here, so nobody can ask about them.',
  'not-named': () => 'Only people who can decide all cases of a domain can ask the bridge.',
  'other-channel': () => 'Ask in a channel that gets all cases of a domain and where you can decide them.',
  guest: (chat) => `Guests in ${chatLabel(chat)} and people from other organizations can't ask the bridge.`,
  'group-unknown': (chat) =>
    `${chatLabel(chat)} did not tell the bridge whether you can ask. Try again in a minute.`,
  'guest-unknown': (chat) =>
    `${chatLabel(chat)} did not tell the bridge whether you are a guest. Try again in a minute.`,
  'group-right': (chat) =>
    `${chatLabel(chat)} does not let the bridge look up who is in a group. An operator has to grant it ${rightToAsk(chat, 'groups')}.`,
  'guest-right': (chat) =>
    `${chatLabel(chat)} does not let the bridge look up whether you are a guest. An operator has to grant it ${rightToAsk(chat, 'guests')}.`,
  'channel-unknown': (chat) => `${chatLabel(chat)} did not say which channel you asked in. Try again.`,
};
