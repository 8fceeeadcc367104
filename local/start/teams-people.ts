import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { TeamsOptions } from '../teams/settings.ts';
import { NAMES } from './slack-people.ts';

/** The organisation that a configuration speaks of: a team with its channels, those who may decide, and one who may not. */
export function inventOrganisation({ destinations, verdicts, teams }: BridgeConfig) {
  const ids: readonly (string | undefined)[] =
    typeof verdicts?.allow === 'object' ? verdicts.allow.teamsUsers : [];
  const count = Math.max(NAMES.length, ids.length + 1);
  const users = Array.from({ length: count }, (_, at) => {
    const aadObjectId = ids[at];
    return { name: NAMES[at] ?? `Analyst ${at + 1}`, ...(aadObjectId !== undefined && { aadObjectId }) };
  });
  const channels = teamsChannelsOf(destinations).map(([id, name]) => ({ id, name }));
  return {
    ...(teams && { appId: teams.appId, tenantId: teams.tenantId }),
    users,
    teams: [{ name: 'Security', channels }],
  } satisfies TeamsOptions;
}

/** Channels with the bot, and channels that only have a Workflow: those are known by the destination's name. */
export const teamsChannelsOf = (destinations: BridgeConfig['destinations']): (readonly [string, string])[] =>
  Object.entries(destinations).flatMap(([name, one]) =>
    one.type === 'teams' ? [[one.channel ?? `19:${name}-workflow@thread.tacv2`, name] as const] : [],
  );
