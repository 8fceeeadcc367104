import { SlackError } from '../slack-error.ts';
import { readString } from './arguments.ts';
import type { Method } from './method.ts';

export const testAuth: Method = {
  scopes: [],
  json: true,
  run: ({ identity }) => ({
    url: `https://${identity.teamDomain}.slack.com/`,
    team: identity.teamName,
    user: identity.botName,
    team_id: identity.teamId,
    user_id: identity.botUserId,
    bot_id: identity.botId,
    is_enterprise_install: false,
  }),
};

export const listGroupUsers: Method = {
  scopes: ['usergroups:read'],
  tier: 2,
  json: false,
  run: ({ directory }, args) => {
    const group = directory.groups.get(readString(args, 'usergroup'));
    if (group === undefined) throw new SlackError('no_such_subteam');
    return { users: [...group.users] };
  },
};

export const readUser: Method = {
  scopes: ['users:read'],
  tier: 4,
  json: false,
  run: ({ directory, identity, token }, args) => {
    const person = directory.people.get(readString(args, 'user'));
    if (person === undefined) throw new SlackError('user_not_found');
    return {
      user: {
        id: person.id,
        team_id: identity.teamId,
        name: person.name,
        deleted: person.deleted,
        real_name: person.realName,
        tz: person.tz,
        profile: {
          real_name: person.realName,
          display_name: person.displayName,
          team: identity.teamId,
          ...(token.holds('users:read.email') && !person.isBot ? { email: person.email } : {}),
        },
        is_admin: false,
        is_owner: false,
        is_bot: person.isBot,
        is_app_user: false,
      },
    };
  },
};
