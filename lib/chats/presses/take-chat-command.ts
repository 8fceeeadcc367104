import type { Log } from '../../base/log.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Metrics } from '../../config/metrics.ts';
import { questionOf } from '../document/case-questions.ts';
import { type CommandAnswer, plainAnswer } from '../document/command-answer.ts';
import type { ProposalPress } from '../document/proposal-press.ts';
import { NOT_ASKED } from '../document/texts.ts';
import type { EndpointParts, TypedCommand } from './chat-definition.ts';
import { destinationOf, findPressProblem, PRESS_PROBLEMS } from './check-press.ts';
import type { Click, ClickRequest } from './click.ts';

export interface TakeCommandParts extends Pick<EndpointParts, 'ask' | 'lookUp'> {
  readonly config: Pick<BridgeConfig, 'destinations' | 'domains'>;
  readonly log: Log;
  readonly metrics: Metrics;
}

type CommandRequest = Extract<ClickRequest, { is: 'command' | 'more' | 'proposal' | 'ask' }>;

/** Hands commands of every chat on, and presses that count as commands. Returns what the person reads at once. */
export function createTakeCommand({ config, ask, lookUp, log, metrics }: TakeCommandParts) {
  const typed = (
    { id: askId, by, channelId, isOutsider, directory, reply }: Click,
    text: string,
    page: TypedCommand['page'] = null,
  ): Promise<CommandAnswer> => ask({ askId, by, channelId, isOutsider, directory, reply, text, page });

  async function answered(click: Click, request: CommandRequest): Promise<CommandAnswer> {
    if (request.is === 'command') return typed(click, request.text);
    if (request.is === 'proposal') return proposal(click, request.answer);
    if (request.is === 'ask') return aboutCase(click, request);
    if (!request.page) return plainAnswer(PRESS_PROBLEMS.altered);
    const { text, ...where } = request.page;
    return typed(click, text, where);
  }

  /** The question becomes a command about the case as this channel may show it: what it hides cannot be asked about here. */
  async function aboutCase(
    click: Click,
    { question: name, read }: Extract<ClickRequest, { is: 'ask' }>,
  ): Promise<CommandAnswer> {
    const { surface, id: by } = click.by;
    const { channelId } = click;
    const question = questionOf(name);
    const problem = question
      ? await findPressProblem({ config, lookUp }, read, { surface, channelId })
      : 'altered';
    if (!question || problem) {
      log('press refused', { surface, because: problem, by, channel: channelId });
      return plainAnswer(PRESS_PROBLEMS[problem ?? 'altered']);
    }
    const content = (await lookUp(read.target))?.delivery.content;
    if (content?.kind !== 'case') return plainAnswer(PRESS_PROBLEMS['not-known']);
    const about = question.about(content.item);
    return about
      ? typed(click, `${question.command} ${about} in ${read.target.domain}`)
      : plainAnswer('The case does not say whom it is about.');
  }

  /** The answer becomes a command, because the bridge checks twice who may send one. The message shows the result. */
  async function proposal(click: Click, answer: ProposalPress | null): Promise<CommandAnswer> {
    const { surface, id: by } = click.by;
    if (!answer) {
      log('press refused', { surface, because: 'altered', by });
      return plainAnswer(PRESS_PROBLEMS.altered);
    }
    const { domain, id, choice } = answer;
    const place = destinationOf(config, answer);
    const isThere = place?.type === surface && 'channel' in place && place.channel === click.channelId;
    if (!isThere) return plainAnswer('You can answer this only where it was asked. Nothing was changed.');
    return typed(click, `proposals ${id} ${choice} in ${domain}`);
  }

  return {
    take: (click: Click, request: CommandRequest): Promise<CommandAnswer> =>
      answered(click, request).catch((error: unknown) => {
        const { surface } = click.by;
        log('command not taken', { surface, error: String(error) });
        metrics('surface', { Surface: surface }, { ClicksLost: 1 });
        return plainAnswer(NOT_ASKED);
      }),
  };
}
