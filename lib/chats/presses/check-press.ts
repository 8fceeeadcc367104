import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { ReadTarget, Target } from '../document/button-target.ts';
import type { KnownCase } from './chat-definition.ts';

/** Why a press counts for nothing, whoever pressed. */
export type PressProblem =
  /** Not what the bridge wrote. */
  | 'altered'
  /** Not the channel that the case was sent to. */
  | 'other-channel'
  /** A case that was never sent there, or of which nothing is known any more. */
  | 'not-known';

export const PRESS_PROBLEMS: Readonly<Record<PressProblem, string>> = {
  altered: 'What was pressed is not what the bridge put there. Nothing was recorded.',
  'other-channel': 'Cases can be decided only in the channel they were sent to. Nothing was recorded.',
  'not-known': 'The bridge knows nothing of this case here any more. Decide it in the platform.',
};

export interface PressParts {
  readonly config: Pick<BridgeConfig, 'destinations' | 'domains'>;
  /** Null for a case that was never shown at the target's destination. */
  readonly lookUp: (target: Target) => Promise<Pick<KnownCase, 'delivery'> | null>;
}

export interface WherePressed {
  /** The chat: `slack`. */
  readonly surface: string;
  readonly channelId: string | null;
}

/**
 * Checks a press against what the bridge itself wrote: a client may send any. Null when nothing is wrong. What is
 * sealed was shown at its destination, so only its channel has to be the one of the press. Where a destination was
 * moved, the ledger says where the message stands.
 */
export async function findPressProblem(
  { config, lookUp }: PressParts,
  { target, origin }: ReadTarget,
  where: WherePressed,
): Promise<PressProblem | null> {
  if (origin !== 'genuine') return 'altered';
  if (!isOurs(config, target)) return 'not-known';
  if (where.channelId === null) return 'other-channel';
  if (channelOf(config, target, where.surface) === where.channelId) return null;
  const shown = (await lookUp(target))?.delivery;
  const wasHere = shown?.content.kind === 'case' && shown.main && isIn(shown.main, where.channelId);
  return wasHere ? null : 'other-channel';
}

/** Nothing is written down under the name of a domain that is not ours. */
export const isOurs = ({ domains }: Pick<BridgeConfig, 'domains'>, { domain }: Target): boolean =>
  Object.hasOwn(domains, domain);

/** A client may send any name. */
export const destinationOf = (
  { destinations }: Pick<BridgeConfig, 'destinations'>,
  { destination }: Pick<Target, 'destination'>,
): BridgeConfig['destinations'][string] | undefined =>
  Object.hasOwn(destinations, destination) ? destinations[destination] : undefined;

function channelOf(config: PressParts['config'], target: Target, surface: string): string | undefined {
  const destination = destinationOf(config, target);
  return destination?.type === surface && 'channel' in destination ? destination.channel : undefined;
}

const isIn = ({ ref = {} }: NonNullable<KnownCase['delivery']['main']>, channelId: string): boolean =>
  Object.values(ref).some((part) => part === channelId || part.startsWith(`${channelId};`));
