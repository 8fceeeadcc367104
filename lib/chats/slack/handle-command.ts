import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import { MORE_VERB } from '../document/command-page.ts';
import { PROPOSAL_VERB } from '../document/proposal-press.ts';
import { type Asking, createTakeCommand, type TakeCommandParts } from '../presses/take-command.ts';
import { clickIdOf } from './click-id.ts';
import { personOf, writeReply } from './clicker.ts';
import type { BlockActions, SlashCommand } from './interaction.ts';
import { pressedValue } from './read-press.ts';
import { renderAnswer } from './renderer.ts';
import type { Responder } from './respond.ts';

export interface CommandHandlerParts extends TakeCommandParts {
  readonly directory: ChatDirectory;
  readonly responder: Responder;
}

/** What a command leads to, and a press for more of its answer: a word at once, and the answer when it is there. */
export function createCommandHandler(parts: CommandHandlerParts) {
  const { directory, responder, log } = parts;
  const take = createTakeCommand(parts);

  function askingOf(asking: SlashCommand | BlockActions): Asking {
    const { user, channelId, responseUrl } = asking;
    const threadTs = 'threadTs' in asking ? asking.threadTs : null;
    return {
      askId: clickIdOf(asking),
      by: personOf(user),
      channelId,
      isOutsider: user.isForeign,
      directory,
      reply: writeReply({ responseUrl, channel: channelId, messageTs: null, threadTs, userId: user.id }),
    };
  }

  async function tell({ responseUrl, threadTs }: BlockActions, answer: CommandAnswer): Promise<void> {
    if (responseUrl === null) return;
    const told = await responder.tell(responseUrl, renderAnswer(answer), { threadTs: threadTs ?? undefined });
    if (told.is !== 'ok') log('not told', { surface: 'slack', is: told.is });
  }

  return {
    /** The body of the answer, which Slack shows to the person who typed it. */
    typed: async (command: SlashCommand): Promise<object> => ({
      response_type: 'ephemeral',
      ...renderAnswer(await take.typed(askingOf(command), command.text)),
    }),
    isProposal: ({ actionId, view }: BlockActions): boolean =>
      view === null && actionId.startsWith(`${PROPOSAL_VERB}:`),
    proposal: async (click: BlockActions): Promise<void> =>
      tell(click, await take.proposal(askingOf(click), pressedValue(click.payload))),
    isMore: ({ actionId }: BlockActions): boolean => actionId.startsWith(MORE_VERB),
    more: async (click: BlockActions): Promise<void> =>
      tell(click, await take.more(askingOf(click), pressedValue(click.payload))),
  };
}
