import type { Log } from '../../platform/log.ts';
import type { Told } from '../../verdict/verdict-handler.ts';
import type { Reply } from '../../verdict/verdict-message.ts';

/**
 * Answers to a click that was made a moment ago. In Teams the clicker was answered with the click itself, and a bot
 * cannot whisper later: the card is updated through its channel's queue, as for everybody.
 */
export const createTeamsReplies = ({ log }: { readonly log: Log }) => ({
  showAtOnce: async (..._what: readonly unknown[]): Promise<string | null> => null,
  async tell(reply: Reply, told: Told): Promise<void> {
    if (reply.surface === 'teams') log('not told', { surface: 'teams', because: told.because });
  },
});
