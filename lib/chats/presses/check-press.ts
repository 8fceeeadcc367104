import type { BridgeConfig } from '../../config/define-bridge.ts';
import { OTHER_CHANNEL } from '../../verdict/refusal-text.ts';
import type { ReadTarget, Target } from '../document/button-target.ts';
import type { KnownCase } from './chat-definition.ts';

/** Why a press does not count, no matter who pressed. */
export type PressProblem =
  /** The bridge did not write what was pressed. */
  | 'altered'
  /** It was pressed in another channel than the one the case was sent to. */
  | 'other-channel'
  /** The case was never sent there, or the ledger does not know it any more. */
  | 'not-known';

export const PRESS_PROBLEMS: Readonly<Record<PressProblem, string>> = {
  altered: 'This button is out of date. Nothing was recorded.',
  'other-channel': OTHER_CHANNEL,
  'not-known': 'The bridge no longer has this case here. Decide it in the platform.',
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
 * Checks a press against what the bridge itself wrote, because a client may send anything. Null when nothing is wrong. A sealed
 * button was shown at its destination, so the press has to come from that channel. Where a destination has moved to another
 * channel, the ledger says where the message is.
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

/** The audit trail has no entries of domains that are not configured. */
export const isOurs = ({ domains }: Pick<BridgeConfig, 'domains'>, { domain }: Target): boolean =>
  Object.hasOwn(domains, domain);

/** Looked up safely, because a client may send any name. */
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
