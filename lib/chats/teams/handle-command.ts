import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal } from '../../platform/seal.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { EndpointParts, TypedCommand } from '../shared/chat-definition.ts';
import { AMISS_TEXT } from '../shared/check-press.ts';
import { type CommandAnswer, plainAnswer } from '../shared/command-answer.ts';
import { MORE_VERB, readPage } from '../shared/command-page.ts';
import { PROPOSAL_VERB, readProposalPress, takeProposal } from '../shared/proposal-press.ts';
import { NOT_ASKED } from '../shared/texts.ts';
import type { CardClick, PersonalMessage } from './activity.ts';
import { type InvokeAnswer, messageAnswer } from './answers.ts';
import { askIdOf } from './click-id.ts';
import { writeWord } from './personal-word.ts';
import { renderAnswer } from './renderer.ts';
import { titleLine } from './summary.ts';

export interface CommandHandlerParts extends Pick<EndpointParts, 'ask' | 'sendNews'> {
  readonly config: Pick<BridgeConfig, 'destinations'> & {
    readonly teams?: Pick<NonNullable<BridgeConfig['teams']>, 'tenantId'> | undefined;
  };
  readonly directoryAt: (serviceUrl: string) => ChatDirectory;
  /** Of what buttons carry, and what the bot says to one person; null where nothing was sealed yet. */
  readonly buttonSeal: () => Promise<Seal | null>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

type Asking = Pick<PersonalMessage, 'activityId' | 'conversation' | 'origin' | 'user'>;

const NOBODY = 'Teams did not say who you are, so you cannot be answered.';

/** What a person writes to the bot alone, and what they press there to see more. */
export function createCommandHandler(parts: CommandHandlerParts) {
  const { ask, sendNews, directoryAt, buttonSeal, config, clock, log, metrics } = parts;

  const taken = (asking: Asking, text: string, page: { domain: string; after: string } | null) =>
    // In no channel; but Teams can say there who a guest is.
    asked(asking, asking.conversation, (typed) => ask({ ...typed, text, page }));

  async function asked(
    asking: Asking,
    channelId: string,
    handOn: (typed: Omit<TypedCommand, 'text' | 'page'>) => Promise<CommandAnswer>,
  ) {
    const { user, conversation, origin } = asking;
    if (user.aadObjectId === null) return plainAnswer(NOBODY);
    try {
      return await handOn({
        askId: askIdOf(asking),
        by: { surface: 'teams', id: user.aadObjectId, name: user.name.slice(0, 200) },
        channelId,
        isOutsider: !!user.tenantId && user.tenantId.toLowerCase() !== config.teams?.tenantId.toLowerCase(),
        directory: directoryAt(origin.serviceUrl),
        reply: { surface: 'teams', conversation, serviceUrl: origin.serviceUrl, userId: user.aadObjectId },
      });
    } catch (error) {
      log('command not taken', { surface: 'teams', error: String(error) });
      metrics('surface', { Surface: 'teams' }, { ClicksLost: 1 });
      return plainAnswer(NOT_ASKED);
    }
  }

  /** Through the notifier: it alone may speak as the bot. */
  async function say(asking: Asking, answer: CommandAnswer): Promise<void> {
    const seal = await buttonSeal();
    if (!seal) return void log('not told', { surface: 'teams', because: 'there is no key yet' });
    const { conversation, origin } = asking;
    const mark = `${askIdOf(asking)} taken`;
    const where = { conversation, serviceUrl: origin.serviceUrl, mark, atMs: clock.now() };
    await sendNews(writeWord({ ...where, ...renderAnswer(answer) }, seal), { group: conversation, id: mark });
  }

  return {
    async typed(message: PersonalMessage): Promise<void> {
      await say(message, await taken(message, message.text, null));
    },
    isProposal: ({ verb }: CardClick): boolean => verb.startsWith(`${PROPOSAL_VERB}:`),
    /** Answers a mute that is proposed. The card itself shows what became of it, to everybody. */
    async proposal({
      entries,
      activityId,
      channel,
      conversation,
      origin,
      user,
    }: CardClick): Promise<InvokeAnswer> {
      const press = readProposalPress(entries.target, await buttonSeal());
      if (!press || channel === null || conversation === null) return messageAnswer(AMISS_TEXT.altered);
      const asking = { activityId, conversation, origin, user };
      const answer = await asked(asking, channel, ({ reply, ...typed }) =>
        // A bot cannot whisper in a channel.
        takeProposal({ config, ask }, press, { ...typed, reply: { ...reply, serviceUrl: null } }),
      );
      return messageAnswer(titleLine(answer.title));
    },
    isMore: ({ verb }: CardClick): boolean => verb === MORE_VERB,
    /** The word at once is the answer to the press; what was asked for follows. */
    async more({ personal, entries, activityId, origin, user }: CardClick): Promise<InvokeAnswer> {
      const page = readPage(entries.target, await buttonSeal());
      if (!page || personal === undefined) return messageAnswer(AMISS_TEXT.altered);
      const { text, ...where } = page;
      const answer = await taken({ activityId, conversation: personal, origin, user }, text, where);
      return messageAnswer(titleLine(answer.title));
    },
  };
}
