import type { ChatReplies, RepliesParts } from '../presses/chat-definition.ts';
import { writeDirectMessage } from './direct-message.ts';
import { renderAnswer } from './renderer.ts';

/**
 * Answers to a click that was made a moment ago. Teams showed the analyst an answer with the click itself, and a bot cannot
 * tell one person something in a channel later: the notifier updates the card for everybody. The notifier also answers
 * commands, in the person's chat with the bot.
 */
export const createTeamsReplies = ({
  log,
  sealOf,
  sendDirectMessage,
  clock,
}: Pick<RepliesParts, 'log' | 'sealOf' | 'sendDirectMessage' | 'clock'>): ChatReplies => ({
  foreseesDecisions: true,
  clickedMessage: ({ conversation, activity }) =>
    conversation && activity ? { conversation, activity } : null,
  showAtOnce: async () => false,
  async answer({ conversation, serviceUrl }, answer, askId) {
    if (!conversation || !serviceUrl || !sealOf) return 'refused';
    const mark = `${askId} answered`;
    const where = { conversation, serviceUrl, mark, atMs: clock.now() };
    const word = writeDirectMessage({ ...where, ...renderAnswer(answer, sealOf) }, { of: sealOf });
    await sendDirectMessage('teams', word, { group: conversation, id: mark });
    return 'told';
  },
  tell: async (_, { because }) => log('not told', { surface: 'teams', because }),
});
