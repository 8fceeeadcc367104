import type { Replies, RepliesParts } from '../shared/chat-definition.ts';

/**
 * Answers to a click that was made a moment ago. In Teams the analyst was answered with the click itself, and a bot
 * cannot whisper later: the notifier updates the card through its channel's queue, as for everybody.
 */
export const createTeamsReplies = ({ log }: Pick<RepliesParts, 'log'>): Replies => ({
  foreseesDecisions: true,
  clickedMessage: ({ conversation, activity }) =>
    conversation && activity ? { conversation, activity } : null,
  showAtOnce: async () => false,
  tell: async (_, { because }) => log('not told', { surface: 'teams', because }),
});
