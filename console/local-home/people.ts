import { type AuthorityConfig, everySay, namedBy } from '../../lib/config/authority.ts';
import type { ChatName } from '../../lib/config/chats.ts';
import type { KnownPerson } from '../chat/chats.ts';
import type { StandIns } from './stand-ins.ts';

interface Found {
  readonly name: string;
  slackId?: string;
  teamsId?: string;
  allowed: boolean;
}

/**
 * Everybody whom the page can act as: equal names in Slack and Teams are one person. People who may decide anything come
 * first; the chat has to admit guests.
 */
export function findPeople({ slack, teams }: StandIns, config: AuthorityConfig): KnownPerson[] {
  const byName = new Map<string, Found>();
  const meet = (name: string): Found => {
    const found = byName.get(name) ?? { name, allowed: false };
    byName.set(name, found);
    return found;
  };
  for (const { id, displayName, isBot, deleted } of slack?.directory.people.values() ?? []) {
    if (isBot || deleted) continue;
    const found = meet(displayName);
    found.slackId = id;
    const groups = [...(slack?.directory.groups.values() ?? [])].filter(({ users }) => users.includes(id));
    found.allowed ||= mayDecide(config, 'slack', id, groups);
  }
  for (const { id, aadObjectId, name } of teams?.directory.people.values() ?? []) {
    const found = meet(name);
    found.teamsId = id;
    const groups = [...(teams?.directory.groups.values() ?? [])].filter(({ members }) =>
      members.includes(aadObjectId),
    );
    found.allowed ||= mayDecide(config, 'teams', aadObjectId, groups);
  }
  return withRoles([...byName.values()].sort((a, b) => Number(b.allowed) - Number(a.allowed)));
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function mayDecide(
  config: AuthorityConfig,
  chat: ChatName,
  id: string,
  groups: readonly { readonly id: string }[],
): boolean {
  return everySay(config).some(({ allow }) => {
    if (typeof allow !== 'object') return allow !== undefined;
    const named = namedBy(config, allow, chat);
    return (
      named.users.some((one) => isSame(one, id)) ||
      named.groups.some((one) => groups.some((group) => isSame(one, group.id)))
    );
  });
}

const withRoles = (people: readonly Found[]): KnownPerson[] =>
  people.map(({ name, allowed, slackId, teamsId }, at) => ({
    id: name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
    name,
    role: allowed ? (at === 1 ? 'second analyst' : 'analyst') : 'not allowed',
    ...(slackId !== undefined && { slackId }),
    ...(teamsId !== undefined && { teamsId }),
  }));

/** Finds names by ids of either chat. For a real chat, only the id is known. */
export function createNameFinder({ slack, teams }: StandIns): (userId: string) => string {
  return (userId) =>
    slack?.directory.people.get(userId)?.displayName ??
    [...(teams?.directory.people.values() ?? [])].find(({ aadObjectId }) => isSame(aadObjectId, userId))
      ?.name ??
    userId;
}
