import type { Log } from '../../base/log.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Metrics } from '../../config/metrics.ts';
import { type CommandAnswer, plainAnswer } from '../document/command-answer.ts';
import type { ProposalPress } from '../document/proposal-press.ts';
import { NOT_ASKED } from '../document/texts.ts';
import type { EndpointParts, TypedCommand } from './chat-definition.ts';
import { destinationOf, PRESS_PROBLEMS } from './check-press.ts';
import type { Click, ClickRequest } from './click.ts';

export interface TakeCommandParts extends Pick<EndpointParts, 'ask'> {
  readonly config: Pick<BridgeConfig, 'destinations'>;
  readonly log: Log;
  readonly metrics: Metrics;
}

type CommandRequest = Extract<ClickRequest, { is: 'command' | 'more' | 'proposal' }>;

/** Hands commands of every chat on, and presses that count as commands. Returns what the person reads at once. */
export function createTakeCommand({ config, ask, log, metrics }: TakeCommandParts) {
  const typed = (
    { id: askId, by, channelId, isOutsider, directory, reply }: Click,
    text: string,
    page: TypedCommand['page'] = null,
  ): Promise<CommandAnswer> => ask({ askId, by, channelId, isOutsider, directory, reply, text, page });

  async function answered(click: Click, request: CommandRequest): Promise<CommandAnswer> {
    if (request.is === 'command') return typed(click, request.text);
    if (request.is === 'proposal') return proposal(click, request.answer);
    if (!request.page) return plainAnswer(PRESS_PROBLEMS.altered);
    const { text, ...where } = request.page;
    return typed(click, text, where);
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
    if (!isThere) return plainAnswer('This can be answered only where it was asked. Nothing was changed.');
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
