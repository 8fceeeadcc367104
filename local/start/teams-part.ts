import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { startTeams } from '../teams/server.ts';
import { inventOrganisation, teamsChannelsOf } from './invent-people.ts';
import { type Outputs, type Part, realPart, type StandInOptions, withoutApiUrl } from './parts.ts';
import type { RealTeams } from './real-systems.ts';
import { createTeamsWatch } from './watch-teams.ts';

/** The user's own bot. */
export function realTeams(config: BridgeConfig, { password }: RealTeams): Part {
  return realPart({
    id: 'teams',
    name: 'Teams, the real one',
    address: 'https://teams.microsoft.com',
    more: ({ TeamsMessagingUrl = '' }: Outputs) => [
      ['clicks', 'Teams has to reach the messaging endpoint: open a tunnel to this address,'],
      ['', TeamsMessagingUrl],
      ['', 'and make the public one with the same path the messaging endpoint of the bot.'],
    ],
    secrets: config.teams ? { [config.teams.password]: password } : {},
    place: ({ teams, ...placed }) => (teams ? { ...placed, teams: withoutApiUrl(teams) } : placed),
  });
}

/** The Teams stand-in, with the channels and people that the configuration names. */
export async function startTeamsStandIn({ config, port, notebook, say }: StandInOptions): Promise<Part> {
  const organisation = inventOrganisation(config);
  const teams = await startTeams({ port, control: true, notebook, ...organisation });
  const stopWatching = teams.onChange(createTeamsWatch(teams, say));
  const { origin } = new URL(teams.serviceUrl);
  const channels = teamsChannelsOf(config.destinations);
  const workflows = Object.entries(config.destinations).flatMap(([name, one]) => {
    const [channel] = channels.find(([, of]) => of === name) ?? [];
    return one.type === 'teams' && one.workflowUrl !== undefined && channel !== undefined
      ? [[one.workflowUrl, teams.addWorkflow(channel).url] as const]
      : [];
  });
  return {
    id: 'teams',
    name: 'Teams, a stand-in',
    address: origin,
    more: () => [
      ['channels', channels.map(([, name]) => name).join(', ')],
      ['people', organisation.users.map(({ name }) => name).join(', ')],
    ],
    json: {
      real: false,
      serviceUrl: teams.serviceUrl,
      controlUrl: teams.controlUrl,
      appId: teams.appId,
      tenantId: teams.tenantId,
      channels: Object.fromEntries(channels.map(([id, name]) => [name, id])),
      users: Object.fromEntries([...teams.directory.people.values()].map(({ name, id }) => [name, id])),
    },
    secrets: {
      ...Object.fromEntries(workflows),
      ...(config.teams && { [config.teams.password]: teams.password }),
    },
    place: ({ teams: bot, ...placed }) => (bot ? { ...placed, teams: { ...bot, apiUrl: origin } } : placed),
    meet: ({ TeamsMessagingUrl }) => {
      if (TeamsMessagingUrl !== undefined) teams.setRequestUrl(TeamsMessagingUrl);
    },
    standIns: { teams },
    async stop() {
      stopWatching();
      await teams.close();
    },
  };
}
