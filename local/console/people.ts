import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { StandIns } from './stand-ins.ts';
import type { Person } from './wire.ts';

/** A person, with their ids in the chats. */
export interface KnownPerson extends Person {
  readonly slackId?: string;
  readonly teamsId?: string;
}

interface Found {
  readonly name: string;
  slackId?: string;
  teamsId?: string;
  allowed: boolean;
}

/** Everybody that the page can act as: the same name in Slack and Teams is the same person. Those who may decide come first. */
export function findPeople({ slack, teams }: StandIns, verdicts: BridgeConfig['verdicts']): KnownPerson[] {
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
    found.allowed ||= mayDecide(verdicts, 'slackUsers', id);
    found.allowed ||= groups.some((group) => mayDecide(verdicts, 'slackGroups', group.id));
  }
  for (const { id, aadObjectId, name } of teams?.directory.people.values() ?? []) {
    const found = meet(name);
    found.teamsId = id;
    found.allowed ||= mayDecide(verdicts, 'teamsUsers', aadObjectId);
  }
  return withRoles([...byName.values()].sort((a, b) => Number(b.allowed) - Number(a.allowed)));
}

type Allowed = 'slackUsers' | 'slackGroups' | 'teamsUsers';

function mayDecide(verdicts: BridgeConfig['verdicts'], list: Allowed, id: string): boolean {
  if (!verdicts) return false;
  if (verdicts.allow === 'anyone-in-channel') return true;
  return verdicts.allow[list].some((one) => one.toLowerCase() === id.toLowerCase());
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

/** Without the ids in Slack and Teams, which the page does not need. */
export const asPerson = ({ id, name, role }: KnownPerson): Person => ({ id, name, role });
