import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { StandIns } from './stand-ins.ts';
import type { Person } from './wire.ts';

/** Somebody, and under which ids they are known. */
export interface KnownPerson extends Person {
  readonly slackId?: string;
  readonly teamsId?: string;
}

interface Somebody {
  readonly name: string;
  slackId?: string;
  teamsId?: string;
  allowed: boolean;
}

/** Everybody one can be: the same name in Slack and Teams is the same person. Those who may decide come first. */
export function findPeople({ slack, teams }: StandIns, verdicts: BridgeConfig['verdicts']): KnownPerson[] {
  const byName = new Map<string, Somebody>();
  const meet = (name: string): Somebody => {
    const somebody = byName.get(name) ?? { name, allowed: false };
    byName.set(name, somebody);
    return somebody;
  };
  for (const { id, displayName, isBot, deleted } of slack?.directory.people.values() ?? []) {
    if (isBot || deleted) continue;
    const somebody = meet(displayName);
    somebody.slackId = id;
    const groups = [...(slack?.directory.groups.values() ?? [])].filter(({ users }) => users.includes(id));
    somebody.allowed ||= mayDecide(verdicts, 'slackUsers', id);
    somebody.allowed ||= groups.some((group) => mayDecide(verdicts, 'slackGroups', group.id));
  }
  for (const { id, aadObjectId, name } of teams?.directory.people.values() ?? []) {
    const somebody = meet(name);
    somebody.teamsId = id;
    somebody.allowed ||= mayDecide(verdicts, 'teamsUsers', aadObjectId);
  }
  return withRoles([...byName.values()].sort((a, b) => Number(b.allowed) - Number(a.allowed)));
}

type Allowed = 'slackUsers' | 'slackGroups' | 'teamsUsers';

function mayDecide(verdicts: BridgeConfig['verdicts'], list: Allowed, id: string): boolean {
  if (!verdicts) return false;
  if (verdicts.allow === 'anyone-in-channel') return true;
  return verdicts.allow[list].some((one) => one.toLowerCase() === id.toLowerCase());
}

const withRoles = (people: readonly Somebody[]): KnownPerson[] =>
  people.map(({ name, allowed, slackId, teamsId }, at) => ({
    id: name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
    name,
    role: allowed ? (at === 1 ? 'second analyst' : 'analyst') : 'not allowed',
    inSlack: slackId !== undefined,
    inTeams: teamsId !== undefined,
    ...(slackId !== undefined && { slackId }),
    ...(teamsId !== undefined && { teamsId }),
  }));

/** Without the ids, which are nobody's business on the page. */
export const asPerson = ({ id, name, role, inSlack, inTeams }: KnownPerson): Person => ({
  id,
  name,
  role,
  inSlack,
  inTeams,
});
