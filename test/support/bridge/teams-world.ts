import type { BridgeInput } from '../../../lib/config/define-bridge.ts';
import { startTeams, type Teams, type TeamsOptions } from '../../../local/teams/server.ts';
import { type BridgeWorld, startBridgeWorld } from './bridge-world.ts';
import { found } from './eventually.ts';
import { personOf } from './lanes.ts';

/** Their Entra object ids. */
export const ADA = 'aad00000-0000-4000-8000-00000000ada0';
export const BO = 'aad00000-0000-4000-8000-0000000000b0';
export const CLEO = 'aad00000-0000-4000-8000-00000000c1e0';

export const TEAM = '19:security@thread.tacv2';
export const TEAMS_OPS = '19:ops@thread.tacv2';

/** The channel of a lane in Teams. */
export const teamsChannelOf = (lane: string): string => `19:lane-${lane}@thread.tacv2`;

export interface TeamsWorld extends BridgeWorld {
  readonly teams: Teams;
  /** The address of the Workflow of a lane. */
  workflowOf(lane: string): { readonly id: string; readonly url: string };
}

export interface TeamsWorldOptions {
  readonly config?: Partial<Omit<BridgeInput, 'destinations' | 'routes' | 'slack' | 'teams'>>;
  readonly teams?: Omit<TeamsOptions, 'users' | 'teams' | 'channels'> & {
    readonly elsewhere?: readonly string[];
  };
  /** Lanes for threats of their own. */
  readonly threatLanes?: readonly string[];
  /** Lanes without the bot. */
  readonly workflowLanes?: readonly string[];
  readonly start?: typeof startTeams;
}

const PEOPLE = [
  { name: 'Ada Winter', aadObjectId: ADA },
  { name: 'Bo Larsen', aadObjectId: BO },
  { name: 'Cleo Marsh', aadObjectId: CLEO },
];

/** A strict Teams with a channel for each of these lanes, which the bot is in. */
export const startTeamsOfLanes = (
  lanes: readonly string[],
  {
    start = startTeams,
    teams: { elsewhere = [], ...teams } = {},
  }: Pick<TeamsWorldOptions, 'start' | 'teams'> = {},
): Promise<Teams> =>
  start({
    // How fast the machine is, is not what is tested; and pacing has tests of its own.
    answerTimeoutMs: 30_000,
    rates: false,
    ...teams,
    users: PEOPLE,
    teams: [
      {
        id: TEAM,
        name: 'Security',
        channels: [
          { id: TEAMS_OPS, name: 'ops' },
          ...lanes.map((lane) => ({ id: teamsChannelOf(lane), name: lane })),
        ],
      },
      ...elsewhere.map((name) => ({
        id: teamOf(name),
        name,
        installed: false,
        channels: [{ id: teamsChannelOf(name), name }],
      })),
    ],
  });

/** A team of its own with one channel besides its General one. The bot is not in it. */
export const teamOf = (name: string): string => `19:team-${name}@thread.tacv2`;

/** A bridge whose chat is Teams, with a channel of its own for each lane. Ready once it has polled. */
export async function startTeamsWorld(
  lanes: readonly string[],
  options: TeamsWorldOptions = {},
): Promise<TeamsWorld> {
  const { config, threatLanes = [], workflowLanes = [] } = options;
  const { elsewhere = [] } = options.teams ?? {};
  const teams = await startTeamsOfLanes(lanes, options);
  const workflows = new Map(workflowLanes.map((lane) => [lane, teams.addWorkflow(teamsChannelOf(lane))]));
  const secretOf = (lane: string) => `/test/teams/workflow-${lane}`;
  const world = await startBridgeWorld({
    teams,
    secrets: Object.fromEntries([...workflows].map(([lane, { url }]) => [secretOf(lane), url])),
    config: {
      verdicts: { allow: { teamsUsers: [ADA, BO] }, undoSeconds: 0 },
      ...config,
      destinations: {
        ops: { type: 'teams', channel: TEAMS_OPS },
        ...Object.fromEntries(
          [...lanes, ...elsewhere].map((lane) => [
            lane,
            workflows.has(lane)
              ? { type: 'teams', workflowUrl: secretOf(lane) }
              : { type: 'teams', channel: teamsChannelOf(lane) },
          ]),
        ),
      },
      routes: [...lanes, ...elsewhere].map((lane) => ({
        name: lane,
        when: threatLanes.includes(lane) ? { user: personOf(lane) } : { user: personOf(lane), feed: 'cases' },
        to: lane,
      })),
    },
  });
  await Promise.all([wakeUp(teams), firstPolls(world, config?.poll?.feeds)]);
  return { ...world, teams, workflowOf: workflowsIn(workflows) };
}

type Workflow = ReturnType<TeamsWorld['workflowOf']>;

export const workflowsIn =
  (workflows: ReadonlyMap<string, Workflow>) =>
  (lane: string): Workflow => {
    const workflow = workflows.get(lane);
    if (!workflow) throw new Error(`${lane} has no Workflow`);
    return workflow;
  };

/** A first click would wait for the function to start: something that it knows nothing of wakes it up. */
export const wakeUp = (teams: Teams): Promise<void> =>
  found(async () => {
    const { tenantId, serviceUrl } = teams;
    const outcome = await teams.send({
      type: 'typing',
      channelId: 'msteams',
      serviceUrl,
      channelData: { tenant: { id: tenantId } },
    });
    return outcome.kind === 'answered' && outcome.ok ? outcome : undefined;
  }, 'an answer of the function that takes clicks').then(() => undefined);

/** What was there before the first poll is history. */
export const firstPolls = async (
  { lines }: BridgeWorld,
  feeds: readonly string[] = ['cases'],
): Promise<void> => {
  for (const feed of feeds) {
    const polled = (line: string) => line.includes('"event":"polled"') && line.includes(`"feed":"${feed}"`);
    await found(() => lines.find(polled), `the first poll of ${feed}`);
  }
};
