import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import { type CommandAnswer, plainAnswer } from '../document/command-answer.ts';
import { MORE_VERB } from '../document/command-page.ts';
import { PROPOSAL_VERB } from '../document/proposal-press.ts';
import type { EndpointParts } from '../presses/chat-definition.ts';
import { AMISS_TEXT } from '../presses/check-press.ts';
import { type Asking, createTakeCommand, type TakeCommandParts } from '../presses/take-command.ts';
import type { CardClick, PersonalMessage } from './activity.ts';
import { type InvokeAnswer, messageAnswer } from './answers.ts';
import { askIdOf } from './click-id.ts';
import { isForeign, personOf } from './clicker.ts';
import { writeWord } from './personal-word.ts';
import { renderAnswer } from './renderer.ts';
import { titleLine } from './summary.ts';

export interface CommandHandlerParts extends TakeCommandParts, Pick<EndpointParts, 'sendNews'> {
  readonly config: Pick<BridgeConfig, 'destinations'> & {
    readonly teams?: Pick<NonNullable<BridgeConfig['teams']>, 'tenantId'> | undefined;
  };
  readonly directoryAt: (serviceUrl: string) => ChatDirectory;
  readonly clock: Clock;
}

type Writing = Pick<PersonalMessage, 'activityId' | 'conversation' | 'origin' | 'user'>;

const NOBODY = 'Teams did not say who you are, so you cannot be answered.';

/** What a person writes to the bot alone, and what they press there to see more. */
export function createCommandHandler(parts: CommandHandlerParts) {
  const { sendNews, directoryAt, buttonSeal, config, clock, log } = parts;
  const take = createTakeCommand(parts);

  async function answered(
    { activityId, user, conversation, origin: { serviceUrl } }: Writing,
    answer: (asking: Asking) => Promise<CommandAnswer>,
  ): Promise<CommandAnswer> {
    const by = personOf(user);
    if (by === null) return plainAnswer(NOBODY);
    return answer({
      askId: askIdOf({ activityId, conversation, user }),
      by,
      // In no channel; but Teams can say there who a guest is.
      channelId: conversation,
      isOutsider: isForeign(user, config.teams?.tenantId),
      directory: directoryAt(serviceUrl),
      reply: { surface: 'teams', conversation, serviceUrl, userId: by.id },
    });
  }

  /** Through the notifier: it alone may speak as the bot. */
  async function say(asking: Writing, answer: CommandAnswer): Promise<void> {
    const seal = await buttonSeal();
    if (!seal) return void log('not told', { surface: 'teams', because: 'there is no key yet' });
    const { conversation, origin } = asking;
    const mark = `${askIdOf(asking)} taken`;
    const where = { conversation, serviceUrl: origin.serviceUrl, mark, atMs: clock.now() };
    await sendNews(writeWord({ ...where, ...renderAnswer(answer) }, seal), { group: conversation, id: mark });
  }

  return {
    async typed(message: PersonalMessage): Promise<void> {
      await say(message, await answered(message, (asking) => take.typed(asking, message.text)));
    },
    isProposal: ({ verb }: CardClick): boolean => verb.startsWith(`${PROPOSAL_VERB}:`),
    /** The card itself shows what became of it, to everybody. */
    async proposal(click: CardClick): Promise<InvokeAnswer> {
      const { entries, channel, conversation } = click;
      if (channel === null || conversation === null) return messageAnswer(AMISS_TEXT.altered);
      const answer = await answered({ ...click, conversation }, (asking) =>
        // A bot cannot whisper in a channel.
        take.proposal(
          { ...asking, channelId: channel, reply: { ...asking.reply, serviceUrl: null } },
          entries.target,
        ),
      );
      return messageAnswer(titleLine(answer.title));
    },
    isMore: ({ verb }: CardClick): boolean => verb === MORE_VERB,
    /** The word at once is the answer to the press; what was asked for follows. */
    async more(click: CardClick): Promise<InvokeAnswer> {
      const { personal, entries } = click;
      if (personal === undefined) return messageAnswer(AMISS_TEXT.altered);
      const answer = await answered({ ...click, conversation: personal }, (asking) =>
        take.more(asking, entries.target),
      );
      return messageAnswer(titleLine(answer.title));
    },
  };
}
