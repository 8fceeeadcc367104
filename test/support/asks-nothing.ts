import { plainAnswer } from '../../lib/chats/document/command-answer.ts';

/** For where nobody types a command. */
export const asksNothing = {
  ask: () => Promise.resolve(plainAnswer('Nobody asks here.')),
  queueBulk: () => Promise.reject(new Error('nobody decides several here')),
  sendNews: () => Promise.resolve(),
  sendWord: () => Promise.reject(new Error('nobody asked')),
};
