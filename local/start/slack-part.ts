import { toAskIn } from '../../lib/config/authority.ts';
import { scopesFor } from '../../lib/config/chats/slack-schema.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { startSlack } from '../slack/server.ts';
import { channelsOf, inventWorkspace } from './invent-people.ts';
import { type Outputs, type Part, realPart, type StandInOptions, withoutApiUrl } from './parts.ts';
import type { RealSlack } from './real-systems.ts';
import { createSlackWatch } from './watch-slack.ts';

/** The user's own Slack app. */
export function realSlack(config: BridgeConfig, { botToken, signingSecret }: RealSlack): Part {
  return realPart({
    id: 'slack',
    name: 'Slack, the real one',
    address: config.slack?.cloud === 'usgov' ? 'https://slack-gov.com' : 'https://slack.com',
    more: ({ SlackRequestUrl = '' }: Outputs) => [
      ['clicks', 'Slack has to reach the request URL: open a tunnel to this address,'],
      ['', `${SlackRequestUrl}`],
      ['', 'and make the public one with the same path the request URL of the app.'],
    ],
    secrets: secretsOf(config, { botToken, signingSecret }),
    place: ({ slack, ...placed }) => (slack ? { ...placed, slack: withoutApiUrl(slack) } : placed),
  });
}

export interface SlackStandInOptions extends StandInOptions {
  /** Whether a real platform records the verdicts. */
  readonly realApi: boolean;
}

/** The Slack stand-in, with the channels and people that the configuration names. */
export async function startSlackStandIn({
  config,
  port,
  notebook,
  realApi,
  say,
}: SlackStandInOptions): Promise<Part> {
  const workspace = inventWorkspace(config);
  // The scopes of the manifest: a bot outside its channel, or without a right, fails here like there.
  const scopes = scopesFor(toAskIn(config, 'slack'), true, config.verdicts !== undefined);
  const slack = await startSlack({ port, control: true, notebook, scopes, ...workspace });
  const stopWatching = slack.onChange(createSlackWatch(slack, say));
  return {
    id: 'slack',
    name: 'Slack, a stand-in',
    address: slack.url,
    more: () => [
      ['channels', workspace.channels.map(({ name }) => `#${name}`).join(', ')],
      ['people', workspace.users.map(({ realName }) => realName).join(', ')],
      ...(realApi ? [['careful', 'the real API records a verdict that you click here'] as const] : []),
    ],
    json: {
      real: false,
      url: slack.url,
      controlUrl: slack.controlUrl,
      teamId: slack.teamId,
      channels: Object.fromEntries(channelsOf(config.destinations).map(([id, name]) => [name, id])),
      users: Object.fromEntries(workspace.users.map(({ realName, id }) => [realName, id])),
    },
    secrets: secretsOf(config, slack),
    place: ({ slack: app, ...placed }) =>
      app ? { ...placed, slack: { ...app, apiUrl: slack.url, teamId: [slack.teamId] } } : placed,
    meet: ({ SlackRequestUrl }) => {
      if (SlackRequestUrl !== undefined) slack.setRequestUrl(SlackRequestUrl);
    },
    standIns: { slack },
    async stop() {
      stopWatching();
      await slack.close();
    },
  };
}

/** Also for destinations with their own token: there is one app here. */
function secretsOf(
  { slack, destinations }: BridgeConfig,
  { botToken, signingSecret }: RealSlack,
): Record<string, string> {
  const tokens = Object.values(destinations).flatMap((one) => (one.type === 'slack' ? [one.token] : []));
  return {
    ...Object.fromEntries([...tokens, ...(slack ? [slack.botToken] : [])].map((name) => [name, botToken])),
    ...(slack && { [slack.signingSecret]: signingSecret }),
  };
}
