import '../aws/quiet-sdk.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthBridge } from '../../../cdk/synth-bridge.ts';
import type { Display } from '../../../lib/config/chats/chat-schema.ts';
import { type BridgeConfig, type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import type { ScopedVerdictsInput } from '../../../lib/config/verdicts.ts';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/local-cloud.ts';
import type { LocalCloudOptions } from '../../../local/cloud/options.ts';
import type { PostureApiOptions } from '../../../local/posture-api/server.ts';
import { type Slack, type SlackOptions, startSlack } from '../../../local/slack/server.ts';
import { outsideOf } from '../../../local/start/outside.ts';
import { startTeams, type Teams, type TeamsOptions } from '../../../local/teams/server.ts';
import { startGate } from '../functions/gate.ts';
import { type ReferenceServer, startReferenceServer } from '../posture-api.ts';
import { found, watchProgress } from '../wait-for.ts';
import { channelsIn, destinationsOf, type Lanes, routesOf, teamsIn, workflowSecretOf } from './lanes.ts';
import { ADA, ANNA, BEN, BO, IN_DUTY, SLACK_PEOPLE, TEAMS_PEOPLE } from './people.ts';
import { teamsChannelOf } from './places.ts';

export interface BridgeWorld {
  readonly api: ReferenceServer;
  readonly slack: Slack;
  readonly teams: Teams;
  readonly cloud: LocalCloud;
  /** What the bridge was deployed with. */
  readonly config: BridgeConfig;
  readonly secrets: Readonly<Record<string, string>>;
  /** Everything that was said, by whom. */
  readonly lines: readonly string[];
  /** Opens a case at the reference server; its id. */
  newCase(fields?: object): Promise<string>;
  /** The address of the Workflow of a lane. */
  workflowOf(lane: string): { readonly id: string; readonly url: string };
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly config?: Partial<Omit<BridgeInput, 'destinations' | 'routes' | 'slack' | 'teams' | 'ops'>>;
  /** Who may decide at a destination, and what a route sends, by their names. */
  readonly scopes?: Readonly<Record<string, ScopedVerdictsInput>>;
  /** Whom every route calls. */
  readonly mention?: BridgeInput['routes'][number]['mention'];
  /** What every route does when nobody answers. */
  readonly escalation?: BridgeInput['routes'][number]['escalation'];
  /** What every route posts only the first of. */
  readonly dedupe?: BridgeInput['routes'][number]['dedupe'];
  /** What destinations show of people, by their names. */
  readonly display?: Readonly<Record<string, Display>>;
  /** Endpoints by their names, each told of everything; and the signing secret of all webhooks among them. */
  readonly webhooks?: {
    readonly secret?: string;
    readonly destinations: BridgeInput['destinations'];
    /** Of those that have one of their own, by the names of the parameters. */
    readonly secrets?: Readonly<Record<string, string>>;
  };
  /** Where the operators are told. */
  readonly opsIn?: 'slack' | 'teams';
  readonly api?: PostureApiOptions;
  readonly slack?: Omit<SlackOptions, 'users' | 'channels' | 'groups'>;
  readonly teams?: Omit<TeamsOptions, 'users' | 'teams' | 'channels'>;
  readonly startTeams?: typeof startTeams;
  /** Writes what is deployed into a folder. */
  readonly synth?: (parts: { readonly config: BridgeConfig; readonly outdir: string }) => Promise<unknown>;
  /** Sees every call to AWS. */
  readonly onAwsCall?: LocalCloudOptions['onCall'];
  /** Reads every line, and who says it. */
  readonly onLine?: (from: string, line: string) => void;
  /** Sees every request to the platform. */
  readonly onApiCall?: (name: string) => void;
  /** And what the platform answers. */
  readonly onApiAnswer?: (name: string, body: string) => void;
}

/** Polls and the reconciler come by themselves for ever, and show nothing. */
export const isProgress = (line: string): boolean => !/^[^:]*(Poll|Reconcile)/.test(line);

/** What the manifest asks for. */
export const SCOPES = [
  'chat:write',
  'commands',
  'channels:history',
  'groups:history',
  'usergroups:read',
  'users:read',
];

/** The names of the platform's key, of the bot's password, and of the app's token. */
export const API_KEY = '/test/acme/api-key';
export const TEAMS_PASSWORD = '/test/teams/password';
export const WEBHOOK_SECRET = '/test/webhook/secret';
export const SLACK_TOKEN = '/test/slack/bot-token';

// How fast the machine is, is not what is tested; and pacing has tests of its own.
const UNHURRIED = { answerTimeoutMs: 30_000, rates: false };

/** The whole bridge on one machine: the stack as it is deployed, the reference server, the strict Slack and Teams. */
export async function startBridgeWorld(lanes: Lanes, options: WorldOptions = {}): Promise<BridgeWorld> {
  const api = await startReferenceServer({
    ...{ cases: 3, threats: 4, users: 20, nhi: 0, drift: 0 },
    ...options.api,
  });
  const { onApiCall: onCall, onApiAnswer: onAnswer } = options;
  const gate = (onCall ?? onAnswer) && (await startGate(api.url, { onCall, onAnswer }));
  const slack = await startSlack({
    ...UNHURRIED,
    ...options.slack,
    users: SLACK_PEOPLE,
    groups: [IN_DUTY],
    channels: channelsIn(lanes),
    scopes: SCOPES,
  });
  const teams = await (options.startTeams ?? startTeams)({
    ...UNHURRIED,
    ...options.teams,
    users: TEAMS_PEOPLE,
    teams: teamsIn(lanes),
  });
  const isInTeams = [...(lanes.teams ?? []), ...(lanes.both ?? [])].length > 0;
  const workflows = new Map(
    (lanes.workflows ?? []).map((lane) => [lane, teams.addWorkflow(teamsChannelOf(lane))]),
  );
  const config = defineBridge({
    domains: {
      acme: {
        baseUrl: gate ? gate.url + new URL(api.url).pathname : api.url,
        apiKey: API_KEY,
        consoleUrl: 'https://console.acme.example/',
      },
    },
    poll: { every: '5s', feeds: ['cases'] },
    slack: {
      signingSecret: '/test/slack/signing-secret',
      botToken: SLACK_TOKEN,
      teamId: slack.teamId,
      apiUrl: slack.url,
    },
    ...(isInTeams && { teams: botOf(teams) }),
    verdicts: {
      allow: { slackUsers: [ANNA, BEN], ...(isInTeams && { teamsUsers: [ADA, BO] }) },
      undoSeconds: 0,
    },
    ops: { to: 'ops' },
    ...options.config,
    destinations: {
      ...withDisplay(withScopes(destinationsOf(lanes, options.opsIn), options.scopes), options.display),
      ...options.webhooks?.destinations,
    },
    routes: [
      ...(options.webhooks ? [{ name: 'webhooks', to: Object.keys(options.webhooks.destinations) }] : []),
      ...routesOf(lanes).map((route) => {
        const verdicts = options.scopes?.[`route ${route.name}`];
        const { mention, escalation, dedupe } = options;
        return {
          ...route,
          ...(verdicts && { verdicts }),
          ...(mention && { mention }),
          ...(escalation && { escalation }),
          ...(dedupe && { dedupe }),
        };
      }),
    ],
  });
  const folder = await mkdtemp(join(tmpdir(), 'bridge-world-'));
  const lines: string[] = [];
  await (options.synth ?? ((parts) => synthBridge(parts)))({ config, outdir: folder });
  const secrets = {
    [API_KEY]: api.key,
    '/test/slack/signing-secret': slack.signingSecret,
    [SLACK_TOKEN]: slack.botToken,
    ...(isInTeams && { [TEAMS_PASSWORD]: teams.password }),
    ...(options.webhooks?.secret && { [WEBHOOK_SECRET]: options.webhooks.secret }),
    ...options.webhooks?.secrets,
    ...Object.fromEntries([...workflows].map(([lane, { url }]) => [workflowSecretOf(lane), url])),
  };
  const cloud = await startLocalCloud({
    assemblyDir: folder,
    secrets,
    missingSecrets: 'refuse',
    ...outsideOf(config),
    ...(options.onAwsCall && { onCall: options.onAwsCall }),
    log(from, line) {
      lines.push(`${from}: ${line}`);
      options.onLine?.(from, line);
    },
  });
  slack.setRequestUrl(cloud.outputs.SlackRequestUrl ?? '');
  if (isInTeams) teams.setRequestUrl(cloud.outputs.TeamsMessagingUrl ?? '');
  const unwatch = watchProgress(() => [
    lines.filter(isProgress).length,
    slack.requests().length,
    teams.requests().length,
  ]);
  const world: BridgeWorld = {
    api,
    slack,
    teams,
    cloud,
    config,
    secrets,
    lines,
    async newCase(fields = {}) {
      const { case_ids } = await api.control<{ case_ids: string[] }>('POST', '/cases', fields);
      return case_ids[0] ?? '';
    },
    workflowOf(lane) {
      const workflow = workflows.get(lane);
      if (!workflow) throw new Error(`${lane} has no Workflow`);
      return workflow;
    },
    async close() {
      unwatch();
      await cloud.stop();
      await Promise.all([slack.close(), teams.close(), gate?.close()]);
      await Promise.all([api.close(), rm(folder, { recursive: true, force: true })]);
    },
  };
  // A first click would wait for the function to start.
  await Promise.all([slack.verifyUrl(), isInTeams && wakeUp(teams), firstPolls(world, config.poll.feeds)]);
  return world;
}

const withScopes = (
  destinations: BridgeInput['destinations'],
  scopes: WorldOptions['scopes'] = {},
): BridgeInput['destinations'] =>
  Object.fromEntries(
    Object.entries(destinations).map(([name, one]) => {
      const verdicts = scopes[name];
      return [name, verdicts ? ({ ...one, verdicts } as typeof one) : one];
    }),
  );

const withDisplay = (
  destinations: BridgeInput['destinations'],
  display: WorldOptions['display'] = {},
): BridgeInput['destinations'] =>
  Object.fromEntries(
    Object.entries(destinations).map(([name, one]) => [name, { ...one, ...display[name] } as typeof one]),
  );

const botOf = ({ appId, tenantId, serviceUrl }: Teams) => ({
  appId,
  tenantId,
  password: TEAMS_PASSWORD,
  apiUrl: new URL(serviceUrl).origin,
});

/** Something that the function knows nothing of wakes it up. */
const wakeUp = (teams: Teams): Promise<unknown> =>
  found(async () => {
    const { tenantId, serviceUrl } = teams;
    const outcome = await teams.send({
      type: 'typing',
      channelId: 'msteams',
      serviceUrl,
      channelData: { tenant: { id: tenantId } },
    });
    return outcome.kind === 'answered' && outcome.ok ? outcome : undefined;
  }, 'an answer of the function that takes clicks');

/** What was there before the first poll is history. */
const firstPolls = ({ lines }: BridgeWorld, feeds: readonly string[]): Promise<unknown> =>
  Promise.all(
    feeds.map((feed) => {
      const polled = (line: string) => line.includes('"event":"polled"') && line.includes(`"feed":"${feed}"`);
      return found(() => lines.find(polled), `the first poll of ${feed}`);
    }),
  );
