import type { Reply } from '../../verdict/verdict-message.ts';
import { refusedDocument } from '../document/private-document.ts';
import type { ChatReplies, RepliesParts } from '../presses/chat-definition.ts';
import { privatePlace, writeDirectMessage } from './direct-message.ts';
import type { TeamsMessage } from './message.ts';
import { renderAnswer } from './renderer.ts';
import { writeDocument } from './write-document.ts';

/**
 * What the verdict function says later to the person who clicked or asked, and to nobody else. A click was answered already, with
 * the invoke itself: that is seen at once and costs no call. What turns out later is a message that only they see.
 */
export const createTeamsReplies = ({
  log,
  sealOf,
  sendDirectMessage,
  clock,
}: Pick<RepliesParts, 'log' | 'sealOf' | 'sendDirectMessage' | 'clock'>): ChatReplies => {
  /** Through the notifier, which alone may speak as the bot. Whether there is a way to tell them alone. */
  async function send(reply: Reply, message: TeamsMessage, mark: string): Promise<boolean> {
    const place = privatePlace(reply);
    if (!place || !sealOf) return false;
    const word = writeDirectMessage({ ...place, mark, atMs: clock.now(), ...message }, { of: sealOf });
    await sendDirectMessage('teams', word, { group: place.conversation, id: mark });
    return true;
  }

  return {
    foreseesDecisions: true,
    clickedMessage: ({ conversation, activity }) =>
      conversation && activity ? { conversation, activity } : null,
    showAtOnce: async () => false,
    answer: async (reply, answer, askId) =>
      (await send(reply, renderAnswer(answer, sealOf), `${askId} answered`)) ? 'told' : 'refused',
    async tell(reply, refused) {
      // The answer to the click said it.
      if (reply.told) return;
      const notTold = (error?: unknown) =>
        log('not told', {
          surface: 'teams',
          because: refused.because,
          ...(error ? { error: String(error) } : {}),
        });
      const message = writeDocument(refusedDocument(refused, sealOf), 0);
      // The click changed nothing, so to miss this word costs a question and no verdict.
      await send(reply, message, `${reply.click ?? ''} told`).then((told) => told || notTold(), notTold);
    },
  };
};
