import type { BridgeInput } from '../../../lib/config/define-bridge.ts';
import { channelOf, OPS_CHANNEL, personOf, TEAM, TEAMS_OPS, teamOf, teamsChannelOf } from './places.ts';

/**
 * A channel of its own for each lane, so that tests do not wait for each other: a channel takes one message a second,
 * and what is stuck in one holds up nothing in the others.
 */
export interface Lanes {
  readonly slack?: readonly string[];
  readonly teams?: readonly string[];
  /** Every case in Slack and in Teams. */
  readonly both?: readonly string[];
  /** Of these: those that take threats as well. */
  readonly threats?: readonly string[];
  /** Of those in Teams: behind a Workflow instead of the bot. */
  readonly workflows?: readonly string[];
  /** More lanes in Teams, each in a team that the bot is not in. */
  readonly elsewhere?: readonly string[];
  /** Whose cases go into a lane, where that is not the person of its name. */
  readonly people?: Readonly<Record<string, string>>;
}

type Destination = BridgeInput['destinations'][string];

const inSlack = (lane: string): Destination => ({ type: 'slack', channel: channelOf(lane) });
const inTeams = (lane: string): Destination => ({ type: 'teams', channel: teamsChannelOf(lane) });
const toWorkflow = (lane: string): Destination => ({ type: 'teams', workflowUrl: workflowSecretOf(lane) });

export const workflowSecretOf = (lane: string): string => `/test/teams/workflow-${lane}`;

/** By the lane, what it is called and where it leads. */
function placesOf({ slack = [], teams = [], both = [], workflows = [], elsewhere = [] }: Lanes) {
  const teamsPlace = (lane: string) => (workflows.includes(lane) ? toWorkflow(lane) : inTeams(lane));
  return new Map<string, Readonly<Record<string, Destination>>>([
    ...slack.map((lane) => [lane, { [lane]: inSlack(lane) }] as const),
    ...[...teams, ...elsewhere].map((lane) => [lane, { [lane]: teamsPlace(lane) }] as const),
    ...both.map(
      (lane) => [lane, { [`${lane}-slack`]: inSlack(lane), [`${lane}-teams`]: inTeams(lane) }] as const,
    ),
  ]);
}

export const destinationsOf = (
  lanes: Lanes,
  opsIn: 'slack' | 'teams' = 'slack',
): BridgeInput['destinations'] => ({
  ops: opsIn === 'slack' ? { type: 'slack', channel: OPS_CHANNEL } : { type: 'teams', channel: TEAMS_OPS },
  ...Object.assign({}, ...placesOf(lanes).values()),
});

export const routesOf = (lanes: Lanes): BridgeInput['routes'] =>
  [...placesOf(lanes)].map(([lane, places]) => ({
    name: lane,
    when: {
      user: lanes.people?.[lane] ?? personOf(lane),
      ...(!lanes.threats?.includes(lane) && { feed: 'cases' as const }),
    },
    to: Object.keys(places),
  }));

export const channelsIn = ({ slack = [], both = [] }: Lanes) => [
  { id: OPS_CHANNEL, name: 'ops' },
  ...[...slack, ...both].map((lane) => ({ id: channelOf(lane), name: lane })),
];

export const teamsIn = ({ teams = [], both = [], elsewhere = [] }: Lanes) => [
  {
    id: TEAM,
    name: 'Security',
    channels: [
      { id: TEAMS_OPS, name: 'ops' },
      ...[...teams, ...both].map((lane) => ({ id: teamsChannelOf(lane), name: lane })),
    ],
  },
  ...elsewhere.map((name) => ({
    id: teamOf(name),
    name,
    installed: false,
    channels: [{ id: teamsChannelOf(name), name }],
  })),
];
