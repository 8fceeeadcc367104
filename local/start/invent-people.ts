import { everySay, namedBy } from '../../lib/config/authority.ts';
import type { ChatName } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { mentionsIn } from '../../lib/config/mentions.ts';
import type { SlackOptions } from '../slack/settings.ts';
import type { TeamsOptions } from '../teams/settings.ts';

type Destinations = BridgeConfig['destinations'];

/** The same people in every chat: some who may decide, and at least one who may not. */
const NAMES = ['Ada Winter', 'Bo Larsen', 'Cleo Marsh'];

const inventNames = (allowed: readonly unknown[]): string[] =>
  Array.from(
    { length: Math.max(NAMES.length, allowed.length + 1) },
    (_, at) => NAMES[at] ?? `Analyst ${at + 1}`,
  );

const inTwelve = (number: number): string => String(number).padStart(12, '0');

/** Everybody whom any part of a configuration names in a chat, once each. */
function namedIn(config: BridgeConfig, chat: ChatName) {
  const named = everySay(config).flatMap(({ allow }) =>
    typeof allow === 'object' ? [namedBy(config, allow, chat)] : [],
  );
  return {
    users: [...new Set(named.flatMap(({ users }) => users))],
    groups: [...new Set(named.flatMap(({ groups }) => groups))],
  };
}

/** Groups that messages call: Slack refuses a message that calls one that is not there. */
function calledGroups({ routes, people }: BridgeConfig): string[] {
  const named = routes.flatMap(({ mention = {}, escalation = [] }) => [
    ...Object.values(mention).flatMap((ids) => ids ?? []),
    ...escalation.flatMap((step) => step.mention ?? []),
  ]);
  return mentionsIn('slack', named, people).flatMap(({ id }) => (id.startsWith('S') ? [id] : []));
}

/** The workspace that a configuration implies: its channels, people and groups. */
export function inventWorkspace(config: BridgeConfig) {
  const { destinations } = config;
  const { users: ids, groups: deciding } = namedIn(config, 'slack');
  const groups = [...new Set([...deciding, ...calledGroups(config)])];
  const users = inventNames(ids).map((realName, at) => ({
    // The stand-in counts in the same form, so an invented id has to look different.
    id: ids[at] ?? `U0INVENTED${at + 1}`,
    realName,
    name: realName.toLowerCase().replaceAll(' ', '.'),
  }));
  return {
    users,
    // Each group contains the first person who is not named individually.
    groups: groups.map((id, at) => ({
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

/** The organisation that a configuration implies: a team with its channels, and people. */
export function inventOrganisation(config: BridgeConfig) {
  const { destinations, teams } = config;
  const { users: ids, groups } = namedIn(config, 'teams');
  const users = inventNames(ids).map((name, at) => {
    const aadObjectId =
      ids[at] ?? (groups.length > 0 ? `aad0face-0000-4000-8000-${inTwelve(at)}` : undefined);
    return { name, ...(aadObjectId !== undefined && { aadObjectId }) };
  });
  const member = users[ids.length]?.aadObjectId;
  const channels = teamsChannelsOf(destinations).map(([id, name]) => ({ id, name }));
  return {
    ...(teams && { appId: teams.appId, tenantId: teams.tenantId }),
    users,
    groups: groups.map((id, at) => ({ id, name: `Group ${at + 1}`, members: member ? [member] : [] })),
    teams: [{ name: 'Security', channels }],
  } satisfies TeamsOptions;
}

/** Channels with the bot, and channels that only have a Workflow: those are named after the destination. */
export const teamsChannelsOf = (destinations: Destinations): (readonly [string, string])[] =>
  Object.entries(destinations).flatMap(([name, one]) =>
    one.type === 'teams' ? [[one.channel ?? `19:${name}-workflow@thread.tacv2`, name] as const] : [],
  );
