import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { SlackOptions } from '../slack/settings.ts';
import type { TeamsOptions } from '../teams/settings.ts';

type Destinations = BridgeConfig['destinations'];

/** The same people in every chat: those who may decide, and at least one who may not. */
const NAMES = ['Ada Winter', 'Bo Larsen', 'Cleo Marsh'];

const inventNames = (allowed: readonly unknown[]): string[] =>
  Array.from(
    { length: Math.max(NAMES.length, allowed.length + 1) },
    (_, at) => NAMES[at] ?? `Analyst ${at + 1}`,
  );

/** The workspace that a configuration speaks of: its channels, people and groups. */
export function inventWorkspace({ destinations, verdicts }: BridgeConfig) {
  const allow = typeof verdicts?.allow === 'object' ? verdicts.allow : undefined;
  const ids: readonly (string | undefined)[] = allow?.slackUsers ?? [];
  const users = inventNames(ids).map((realName, at) => ({
    // The stand-in counts in the same shape, so an invented id has to look different.
    id: ids[at] ?? `U0INVENTED${at + 1}`,
    realName,
    name: realName.toLowerCase().replaceAll(' ', '.'),
  }));
  return {
    users,
    // Each group that may decide has the first person who is not named anyway.
    groups: (allow?.slackGroups ?? []).map((id, at) => ({
      id,
      handle: `group-${at + 1}`,
      users: users.slice(ids.length, ids.length + 1).map((one) => one.id),
    })),
    channels: channelsOf(destinations).map(([id, name]) => ({ id, name })),
  } satisfies SlackOptions;
}

export const channelsOf = (destinations: Destinations): (readonly [string, string])[] =>
  Object.entries(destinations).flatMap(([name, one]) =>
    one.type === 'slack' ? [[one.channel, name] as const] : [],
  );

/** The organisation that a configuration speaks of: a team with its channels, and people. */
export function inventOrganisation({ destinations, verdicts, teams }: BridgeConfig) {
  const ids: readonly (string | undefined)[] =
    typeof verdicts?.allow === 'object' ? verdicts.allow.teamsUsers : [];
  const users = inventNames(ids).map((name, at) => {
    const aadObjectId = ids[at];
    return { name, ...(aadObjectId !== undefined && { aadObjectId }) };
  });
  const channels = teamsChannelsOf(destinations).map(([id, name]) => ({ id, name }));
  return {
    ...(teams && { appId: teams.appId, tenantId: teams.tenantId }),
    users,
    teams: [{ name: 'Security', channels }],
  } satisfies TeamsOptions;
}

/** Channels with the bot, and channels that only have a Workflow: those have the destination's name. */
export const teamsChannelsOf = (destinations: Destinations): (readonly [string, string])[] =>
  Object.entries(destinations).flatMap(([name, one]) =>
    one.type === 'teams' ? [[one.channel ?? `19:${name}-workflow@thread.tacv2`, name] as const] : [],
  );
