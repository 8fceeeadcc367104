import type { Metrics } from '../../config/metrics.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal } from '../../platform/seal.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { EndpointParts } from '../shared/chat-definition.ts';
import { AMISS_TEXT } from '../shared/check-press.ts';
import { type CommandAnswer, plainAnswer } from '../shared/command-answer.ts';
import { MORE_VERB, readPage } from '../shared/command-page.ts';
import { NOT_ASKED } from '../shared/texts.ts';
import { clickIdOf } from './click-id.ts';
import { personOf, writeReply } from './clicker.ts';
import type { BlockActions, SlashCommand } from './interaction.ts';
import { pressedValue } from './read-press.ts';
import { renderAnswer } from './render-answer.ts';
import type { Responder } from './respond.ts';

export interface CommandHandlerParts extends Pick<EndpointParts, 'ask'> {
  readonly directory: ChatDirectory;
  readonly responder: Responder;
  /** Of what buttons carry; null where nothing was sealed yet. */
  readonly buttonSeal: () => Promise<Seal | null>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What a command leads to, and a press for more of its answer: a word at once, and the answer when it is there. */
export function createCommandHandler({
  ask,
  directory,
  responder,
  buttonSeal,
  log,
  metrics,
}: CommandHandlerParts) {
  async function taken(
    asking: SlashCommand | BlockActions,
    text: string,
    page: { domain: string; after: string } | null,
  ) {
    const { user, channelId, responseUrl } = asking;
    const threadTs = 'threadTs' in asking ? asking.threadTs : null;
    try {
      return await ask({
        askId: clickIdOf(asking),
        by: personOf(user),
        text,
        page,
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
    isMore: ({ actionId }: BlockActions): boolean => actionId.startsWith(MORE_VERB),
    async more(click: BlockActions): Promise<void> {
      const page = readPage(pressedValue(click.payload), await buttonSeal());
      if (!page) return tell(click, plainAnswer(AMISS_TEXT.altered));
      const { text, ...where } = page;
      await tell(click, await taken(click, text, where));
    },
  };
}
