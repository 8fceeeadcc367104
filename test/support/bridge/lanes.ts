import type { BridgeInput } from '../../../lib/config/define-bridge.ts';
import {
  ANNA,
  BEN,
  type BridgeWorld,
  type BridgeWorldOptions,
  OPS_CHANNEL,
  startBridgeWorld,
} from './bridge-world.ts';
import { found } from './eventually.ts';

/** The channel of a lane. */
export const channelOf = (lane: string): string => `C0LANE0${lane.toUpperCase()}`;

/** The person whose cases go into it. */
export const personOf = (lane: string): string => `${lane}@acme.example`;

export interface LaneWorldOptions extends Omit<BridgeWorldOptions, 'config' | 'slack'> {
  readonly config?: Partial<Omit<BridgeInput, 'destinations' | 'routes' | 'slack'>>;
  readonly slack?: Omit<NonNullable<BridgeWorldOptions['slack']>, 'channels'>;
  /** Lanes for threats of their own. */
  readonly threatLanes?: readonly string[];
}

/**
 * A bridge with a channel of its own for each lane, so that tests do not wait for each other: a channel takes one
 * message a second, and what is stuck in one holds up nothing in the others. Ready once it has polled.
 */
export async function startLaneWorld(
  lanes: readonly string[],
  { config, slack, threatLanes = [], ...rest }: LaneWorldOptions = {},
): Promise<BridgeWorld> {
  const world = await startBridgeWorld({
    ...rest,
    config: {
      verdicts: { allow: { slackUsers: [ANNA, BEN] }, undoSeconds: 0 },
      ...config,
      destinations: {
        ops: { type: 'slack', channel: OPS_CHANNEL },
        ...Object.fromEntries(lanes.map((lane) => [lane, { type: 'slack', channel: channelOf(lane) }])),
      },
      routes: lanes.map((lane) => ({
        name: lane,
        when: threatLanes.includes(lane) ? { user: personOf(lane) } : { user: personOf(lane), feed: 'cases' },
        to: lane,
      })),
    },
    slack: {
      // How fast the machine is, is not what is tested.
      answerTimeoutMs: 30_000,
      ...slack,
      channels: [
        { id: OPS_CHANNEL, name: 'ops' },
        ...lanes.map((lane) => ({ id: channelOf(lane), name: lane })),
      ],
    },
  });
  // What was there before the first poll is history, and a first click would wait for the function to start.
  const feeds = config?.poll?.feeds ?? ['cases'];
  await Promise.all([
    world.slack.verifyUrl(),
    ...feeds.map((feed) =>
      found(
        () =>
          world.lines.find((line) => line.includes('"event":"polled"') && line.includes(`"feed":"${feed}"`)),
        `the first poll of ${feed}`,
      ),
    ),
  ]);
  return world;
}
