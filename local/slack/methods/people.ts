import { type Enterprise, homeOf } from '../home.ts';
import type { Service } from '../service.ts';
import { missing, SlackError } from '../slack-error.ts';
import type { Person } from '../state/directory.ts';
import { readOptionalString, readString } from './arguments.ts';
import type { Method } from './method.ts';

export const testAuth: Method = {
  scopes: [],
  json: true,
  run: ({ identity, grid: { enterprise, orgWide } }) => ({
    url: `https://${identity.teamDomain}${orgWide ? '.enterprise' : ''}.slack.com/`,
    team: orgWide ? enterprise?.name : identity.teamName,
    user: identity.botName,
    team_id: orgWide ? enterprise?.id : identity.teamId,
    user_id: identity.botUserId,
    bot_id: identity.botId,
    ...(enterprise && { enterprise_id: enterprise.id }),
    is_enterprise_install: orgWide,
  }),
};

export const listGroupUsers: Method = {
  scopes: ['usergroups:read'],
  tier: 2,
  json: false,
  run: ({ directory, grid, identity }, args) => {
    const teamId = readOptionalString(args, 'team_id');
    // A workspace token reaches nowhere else.
    if (grid.orgWide && teamId === undefined) throw missing('team_id');
    if (grid.orgWide && teamId !== identity.teamId) throw new SlackError('no_such_subteam');
    const group = directory.groups.get(readString(args, 'usergroup'));
    if (group === undefined) throw new SlackError('no_such_subteam');
    return { users: [...group.users] };
  },
};

/** For people of its own workspace only. */
const ranksOf = ({ guest }: Person) => ({
  is_admin: false,
  is_owner: false,
  is_primary_owner: false,
  is_restricted: guest !== undefined,
  is_ultra_restricted: guest === 'single-channel',
});

const memberFields = ({ id }: Person, { id: enterpriseId, name }: Enterprise, teamId: string) => ({
  id,
  enterprise_id: enterpriseId,
  enterprise_name: name,
  is_admin: false,
  is_owner: false,
  teams: [teamId],
});

/** Whether they share a channel with the app. */
const isShared = (
  { channels }: Service['directory'],
  { botUserId }: Service['identity'],
  { id }: Person,
): boolean => [...channels.values()].some(({ members }) => members.has(id) && members.has(botUserId));

export const readUser: Method = {
  scopes: ['users:read'],
  tier: 4,
  json: false,
  run: (service, args) => {
    const { directory, identity, token } = service;
    const person = directory.people.get(readString(args, 'user'));
    if (person === undefined) throw new SlackError('user_not_found');
    const { teamId, enterprise, isOurs } = homeOf(service, person);
    return {
      user: {
        id: person.id,
        team_id: teamId,
        name: person.name,
        deleted: person.deleted,
        real_name: person.realName,
        tz: person.tz,
        profile: {
          real_name: person.realName,
          display_name: person.displayName,
          team: teamId,
          ...(token.holds('users:read.email') && !person.isBot ? { email: person.email } : {}),
        },
        ...(enterprise && !person.isBot ? { enterprise_user: memberFields(person, enterprise, teamId) } : {}),
        ...(isOurs ? ranksOf(person) : { is_stranger: !isShared(directory, identity, person) }),
        is_bot: person.isBot,
        is_app_user: false,
      },
    };
  },
};
