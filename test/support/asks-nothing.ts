import { plainAnswer } from '../../lib/chats/document/command-answer.ts';

const nobody = () => Promise.reject(new Error('nobody decides several here'));

/** For where nobody types a command. */
export const asksNothing = {
  ask: () => Promise.resolve(plainAnswer('Nobody asks here.')),
  createBulk: () => ({ offer: nobody, decide: nobody }),
  sendNews: () => Promise.resolve(),
  sendDirectMessage: () => Promise.reject(new Error('nobody asked')),
};
