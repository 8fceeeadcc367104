import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal } from '../../platform/seal.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { EndpointParts, TypedCommand } from '../shared/chat-definition.ts';
import { AMISS_TEXT } from '../shared/check-press.ts';
import { type CommandAnswer, plainAnswer } from '../shared/command-answer.ts';
import { MORE_VERB, readPage } from '../shared/command-page.ts';
import { PROPOSAL_VERB, readProposalPress, takeProposal } from '../shared/proposal-press.ts';
import { NOT_ASKED } from '../shared/texts.ts';
import { clickIdOf } from './click-id.ts';
import { personOf, writeReply } from './clicker.ts';
import type { BlockActions, SlashCommand } from './interaction.ts';
import { pressedValue } from './read-press.ts';
import { renderAnswer } from './renderer.ts';
import type { Responder } from './respond.ts';

export interface CommandHandlerParts extends Pick<EndpointParts, 'ask'> {
  readonly config: Pick<BridgeConfig, 'destinations'>;
  readonly directory: ChatDirectory;
  readonly responder: Responder;
  /** Of what buttons carry; null where nothing was sealed yet. */
  readonly buttonSeal: () => Promise<Seal | null>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What a command leads to, and a press for more of its answer: a word at once, and the answer when it is there. */
export function createCommandHandler({
  config,
  ask,
  directory,
  responder,
  buttonSeal,
  log,
  metrics,
}: CommandHandlerParts) {
  const taken = (
    asking: SlashCommand | BlockActions,
    text: string,
    page: { domain: string; after: string } | null,
  ) => asked(asking, (typed) => ask({ ...typed, text, page }));

  async function asked(
    asking: SlashCommand | BlockActions,
    handOn: (typed: Omit<TypedCommand, 'text' | 'page'>) => Promise<CommandAnswer>,
  ) {
    const { user, channelId, responseUrl } = asking;
    const threadTs = 'threadTs' in asking ? asking.threadTs : null;
    try {
      return await handOn({
        askId: clickIdOf(asking),
        by: personOf(user),
        channelId,
        isOutsider: user.isForeign,
        directory,
        reply: writeReply({ responseUrl, channel: channelId, messageTs: null, threadTs, userId: user.id }),
      });
    } catch (error) {
      log('command not taken', { surface: 'slack', error: String(error) });
      metrics('surface', { Surface: 'slack' }, { ClicksLost: 1 });
      return plainAnswer(NOT_ASKED);
    }
  }

  async function tell({ responseUrl, threadTs }: BlockActions, answer: CommandAnswer): Promise<void> {
    if (responseUrl === null) return;
    const told = await responder.tell(responseUrl, renderAnswer(answer), { threadTs: threadTs ?? undefined });
    if (told.is !== 'ok') log('not told', { surface: 'slack', is: told.is });
  }

  return {
    /** The body of the answer, which Slack shows to the person who typed it. */
    async typed(command: SlashCommand): Promise<object> {
      const answer = await taken(command, command.text, null);
      return { response_type: 'ephemeral', ...renderAnswer(answer) };
    },
    isProposal: ({ actionId, view }: BlockActions): boolean =>
      view === null && actionId.startsWith(`${PROPOSAL_VERB}:`),
    /** Answers a mute that is proposed. The message itself shows what became of it. */
    async proposal(click: BlockActions): Promise<void> {
      const press = readProposalPress(pressedValue(click.payload), await buttonSeal());
      if (!press) log('press refused', { surface: 'slack', because: 'altered', by: click.user.id });
      const answer = await asked(click, (typed) => takeProposal({ config, ask }, press, typed));
      await tell(click, answer);
    },
    isMore: ({ actionId }: BlockActions): boolean => actionId.startsWith(MORE_VERB),
    async more(click: BlockActions): Promise<void> {
      const page = readPage(pressedValue(click.payload), await buttonSeal());
      if (!page) return tell(click, plainAnswer(AMISS_TEXT.altered));
      const { text, ...where } = page;
      await tell(click, await taken(click, text, where));
    },
  };
}
