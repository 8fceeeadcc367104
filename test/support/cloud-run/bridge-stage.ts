import '../aws/quiet-sdk.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';
import type { WebhookDestination } from '../../../lib/config/destinations.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { SEVERITIES } from '../../../lib/posture/severity.ts';
import { type Slack, startSlack } from '../../../local/slack/server.ts';
import { outsideOf } from '../../../local/start/outside.ts';
import { startTeams, type Teams } from '../../../local/teams/server.ts';
import { everything, synthesize } from '../../stack/synthesized.ts';
import { type ReferenceServer, startReferenceServer } from '../posture-api.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { readStage, type Stage } from './stage.ts';

export const DOMAINS = Object.keys(everything.domains);
/** For each domain. Few, because all of it is read again in every run. */
export const CASES = 3;
export const THREATS = 4;

export const CHANNELS = { soc: 'C0123ABCD', ops: 'C0OPS0OPS0' };
export const ANNA = 'U0ANNA0000';

/** Of the configuration; behind the second is the Workflow, which the bot knows nothing of. */
export const TEAMS_CHANNELS = { duty: '19:duty@thread.tacv2', news: '19:news@thread.tacv2' };
export const TEAM = '19:security@thread.tacv2';
/** Her Entra object id. */
export const ADA = 'aad00000-0000-4000-8000-00000000ada0';

const CALLED = Object.fromEntries(SEVERITIES.map((severity) => [severity, [ANNA, ADA]]));

export interface BridgeStage extends Stage {
  readonly api: ReferenceServer;
  readonly slack: Slack;
  readonly teams: Teams;
  readonly receiver: WebhookReceiver;
  /** A case of the first domain with its events, as it was before anybody decided it. */
  readonly openCase: Case;
  close(): Promise<void>;
}

/** The bridge with everything that a configuration can have, between a reference server, a Slack and a Teams. */
export async function openBridgeStage(
  /** Everything that can be watched, unless told. */
  monitoring: BridgeConfig['monitoring'] = 'full',
): Promise<BridgeStage> {
  const keyOf = (domain: string) => `key-of-${domain}`;
  const api = await startReferenceServer({
    keys: DOMAINS.map((domain) => ({ domain, key: keyOf(domain) })),
    cases: CASES,
    threats: THREATS,
    users: 10,
    nhi: 0,
    drift: 0,
    // Dozens of runs share these keys.
    readLimit: 0,
    writeLimit: 0,
  });
  const slack = await startSlack({
    users: [{ id: ANNA, name: 'anna' }],
    channels: Object.entries(CHANNELS).map(([name, id]) => ({ name, id })),
    rates: false,
    // On a busy machine the first click waits for the function to start.
    answerTimeoutMs: 15_000,
  });
  const teams = await startTeamsOf(everything);
  const receiver = await startWebhookReceiver();
  const config = { ...pointedAt(api.url, slack, teams, receiver), monitoring };
  const { folder, remove } = await synthesize(config);
  const stage = await readStage(folder, {
    secrets: {
      ...Object.fromEntries(
        Object.entries(config.domains).map(([domain, { apiKey }]) => [apiKey, keyOf(domain)]),
      ),
      ...(config.slack && {
        [config.slack.signingSecret]: slack.signingSecret,
        [config.slack.botToken]: slack.botToken,
      }),
      ...(config.teams && { [config.teams.password]: teams.password }),
      '/posture-bridge/siem-secret': receiver.secret,
      ...Object.fromEntries(
        Object.values(config.destinations).flatMap((one) =>
          one.type === 'teams' && one.workflowUrl !== undefined
            ? [[one.workflowUrl, teams.addWorkflow(TEAMS_CHANNELS.news).url]]
            : [],
        ),
      ),
    },
    ...outsideOf(config),
  });
  return {
    ...stage,
    api,
    slack,
    teams,
    receiver,
    openCase: await findOpenCase(api),
    async close() {
      await Promise.all([api.close(), slack.close(), teams.close(), receiver.close(), remove()]);
    },
  };
}

const startTeamsOf = ({ teams }: BridgeConfig): Promise<Teams> =>
  startTeams({
    ...(teams && { appId: teams.appId, tenantId: teams.tenantId }),
    users: [{ name: 'Ada Winter', aadObjectId: ADA }],
    teams: [
      {
        id: TEAM,
        name: 'Security',
        channels: Object.entries(TEAMS_CHANNELS).map(([name, id]) => ({ name, id })),
      },
    ],
    rates: false,
    answerTimeoutMs: 15_000,
  });

const pointedAt = (baseUrl: string, slack: Slack, teams: Teams, receiver: WebhookReceiver): BridgeConfig => ({
  ...everything,
  domains: Object.fromEntries(
    Object.entries(everything.domains).map(([name, domain]) => [name, { ...domain, baseUrl }]),
  ),
  poll: { ...everything.poll, start: 'all' },
  // What nothing calls any more could be taken away unnoticed.
  requests: { stackPath: 'drop' },
  ...(everything.slack && { slack: { ...everything.slack, apiUrl: slack.url, teamId: [slack.teamId] } }),
  ...(everything.teams && { teams: { ...everything.teams, apiUrl: teams.serviceUrl } }),
  destinations: {
    ...everything.destinations,
    siem: {
      ...(everything.destinations.siem as WebhookDestination),
      url: receiver.url,
      local: true,
    },
    ops: { type: 'slack', channel: CHANNELS.ops, token: everything.slack?.botToken ?? '' },
  },
  ops: { to: 'ops' },
  // Before somebody is called, the notifier looks what is muted.
  routes: everything.routes.map((route) => ({ ...route, mention: CALLED })),
  // As short as it can be and still be there.
  ...(everything.verdicts && { verdicts: { ...everything.verdicts, undoSeconds: 1 } }),
});

async function findOpenCase(api: ReferenceServer): Promise<Case> {
  const { items } = await api.client({ apiKey: api.key }).cases.page();
  const found = items.find(({ events = [] }) => (events ?? []).length > 0);
  if (!found) throw new Error('the reference server has no case with events');
  return { ...found, closed_at: null };
}
