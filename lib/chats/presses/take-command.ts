import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal } from '../../platform/seal.ts';
import { type CommandAnswer, plainAnswer } from '../document/command-answer.ts';
import { readPage } from '../document/command-page.ts';
import { type ProposalPress, readProposalPress } from '../document/proposal-press.ts';
import { NOT_ASKED } from '../document/texts.ts';
import type { EndpointParts, TypedCommand } from './chat-definition.ts';
import { AMISS_TEXT } from './check-press.ts';

export interface TakeCommandParts extends Pick<EndpointParts, 'ask'> {
  readonly config: Pick<BridgeConfig, 'destinations'>;
  /** Of what buttons carry; null where nothing was sealed yet. */
  readonly buttonSeal: () => Promise<Seal | null>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Who asks, and where they are answered, as their chat says it. */
export type Asking = Omit<TypedCommand, 'text' | 'page'>;

/** What a command leads to in whichever chat, and a press that goes the way of one: what the person reads at once. */
export function createTakeCommand({ config, ask, buttonSeal, log, metrics }: TakeCommandParts) {
  const asked = ({ by: { surface } }: Asking, answer: Promise<CommandAnswer>): Promise<CommandAnswer> =>
    answer.catch((error: unknown) => {
      log('command not taken', { surface, error: String(error) });
      metrics('surface', { Surface: surface }, { ClicksLost: 1 });
      return plainAnswer(NOT_ASKED);
    });

  return {
    typed: (asking: Asking, text: string): Promise<CommandAnswer> =>
      asked(asking, ask({ ...asking, text, page: null })),

    /** Answers a mute that is proposed. The message itself shows what became of it. */
    async proposal(asking: Asking, value: unknown): Promise<CommandAnswer> {
      const press = readProposalPress(value, await buttonSeal());
      const { surface, id } = asking.by;
      if (!press) log('press refused', { surface, because: 'altered', by: id });
      return asked(asking, takeProposal({ config, ask }, press, asking));
    },

    /** Shows more of an answer. */
    async more(asking: Asking, value: unknown): Promise<CommandAnswer> {
      const page = readPage(value, await buttonSeal());
      if (!page) return plainAnswer(AMISS_TEXT.altered);
      const { text, ...where } = page;
      return asked(asking, ask({ ...asking, text, page: where }));
    },
  };
}

/** It goes the way of a command: who may mute is judged there, twice. */
async function takeProposal(
  { config, ask }: Pick<TakeCommandParts, 'config' | 'ask'>,
  press: ProposalPress | null,
  pressed: Asking,
): Promise<CommandAnswer> {
  if (!press) return plainAnswer(AMISS_TEXT.altered);
  const { domain, id, choice, destination } = press;
  const place = Object.hasOwn(config.destinations, destination)
    ? config.destinations[destination]
    : undefined;
  const isThere =
    place?.type === pressed.by.surface && 'channel' in place && place.channel === pressed.channelId;
  if (!isThere) return plainAnswer('This can be answered only where it was asked. Nothing was changed.');
  return ask({ ...pressed, text: `proposals ${id} ${choice} in ${domain}`, page: null });
}
