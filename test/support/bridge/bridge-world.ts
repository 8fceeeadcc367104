import '../aws/quiet-sdk.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthBridge } from '../../../cdk/synth-bridge.ts';
import { type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/local-cloud.ts';
import { type Slack, type SlackOptions, startSlack } from '../../../local/slack/server.ts';
import type { Teams } from '../../../local/teams/server.ts';
import { type ReferenceServer, startReferenceServer } from '../posture-api.ts';

export const CHANNEL = 'C0SOC0CASES';
export const OPS_CHANNEL = 'C0OPS0OPS0';
export const ANNA = 'U0ANNA0000';
export const BEN = 'U0BEN00000';
export const EVE = 'U0EVE00000';

export interface BridgeWorld {
  readonly api: ReferenceServer;
  readonly slack: Slack;
  readonly cloud: LocalCloud;
  /** Everything that was said, by whom. */
  readonly lines: readonly string[];
  /** Opens a case at the reference server; its id. */
  newCase(fields?: object): Promise<string>;
  close(): Promise<void>;
}

export interface BridgeWorldOptions {
  readonly config?: Partial<BridgeInput>;
  readonly slack?: Partial<SlackOptions>;
  /** Where there is a Teams too. Ends with the world. */
  readonly teams?: Teams;
  /** Besides those of the chats and the platform, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
}

/** What the manifest asks for. */
export const SCOPES = ['chat:write', 'channels:history', 'groups:history', 'usergroups:read'];

/** The name of the bot's password. */
export const TEAMS_PASSWORD = '/test/teams/password';

const botOf = ({ appId, tenantId, serviceUrl }: Teams) => ({
  appId,
  tenantId,
  password: TEAMS_PASSWORD,
  apiUrl: new URL(serviceUrl).origin,
});

const people = (id: string, name: string, realName: string) => ({
  id,
  name,
  realName,
  email: `${name}@acme.example`,
  tz: 'Europe/Berlin',
});

/** The whole bridge on one machine: the stack as it is deployed, the reference server and the strict Slack. */
export async function startBridgeWorld(options: BridgeWorldOptions = {}): Promise<BridgeWorld> {
  const { teams } = options;
  const api = await startReferenceServer({ cases: 3, threats: 4, users: 20, nhi: 0, drift: 0 });
  const slack = await startSlack({
    users: [
      people(ANNA, 'anna', 'Anna Berg'),
      people(BEN, 'ben', 'Ben Okoro'),
      people(EVE, 'eve', 'Eve Stone'),
    ],
    channels: [
      { id: CHANNEL, name: 'soc' },
      { id: OPS_CHANNEL, name: 'ops' },
    ],
    scopes: SCOPES,
    // Tests do not wait for what is shown elsewhere to hold: pacing has tests of its own.
    rates: false,
    ...options.slack,
  });
  const config = defineBridge({
    domains: {
      acme: { baseUrl: api.url, apiKey: '/test/acme/api-key', consoleUrl: 'https://console.acme.example/' },
    },
    poll: { every: '5s', feeds: ['cases'] },
    slack: {
      signingSecret: '/test/slack/signing-secret',
      botToken: '/test/slack/bot-token',
      teamId: slack.teamId,
      apiUrl: slack.url,
    },
    ...(teams && { teams: botOf(teams) }),
    destinations: {
      soc: { type: 'slack', channel: CHANNEL },
      ops: { type: 'slack', channel: OPS_CHANNEL },
    },
    routes: [{ name: 'all', to: 'soc' }],
    verdicts: { allow: { slackUsers: [ANNA, BEN] }, undoSeconds: 0 },
    ops: { to: 'ops' },
    ...options.config,
  });
  const folder = await mkdtemp(join(tmpdir(), 'bridge-world-'));
  const lines: string[] = [];
  const assembly = await synthBridge({ config, outdir: folder });
  const cloud = await startLocalCloud({
    assemblyDir: assembly.directory,
    secrets: {
      '/test/acme/api-key': api.key,
      '/test/slack/signing-secret': slack.signingSecret,
      '/test/slack/bot-token': slack.botToken,
      ...(teams && { [TEAMS_PASSWORD]: teams.password }),
      ...options.secrets,
    },
    missingSecrets: 'refuse',
    log: (from, line) => lines.push(`${from}: ${line}`),
    ...(options.dataDir !== undefined && { dataDir: options.dataDir }),
  });
  slack.setRequestUrl(cloud.outputs.SlackRequestUrl ?? '');
  teams?.setRequestUrl(cloud.outputs.TeamsMessagingUrl ?? '');
  return {
    api,
    slack,
    cloud,
    lines,
    async newCase(fields = {}) {
      const { case_ids } = await api.control<{ case_ids: string[] }>('POST', '/cases', fields);
      return case_ids[0] ?? '';
    },
    async close() {
      await cloud.stop();
      await Promise.all([
        slack.close(),
        teams?.close(),
        api.close(),
        rm(folder, { recursive: true, force: true }),
      ]);
    },
  };
}
