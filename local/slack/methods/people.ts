import type { Service } from '../service.ts';
import { SlackError } from '../slack-error.ts';
import type { Person } from '../state/directory.ts';
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

/** Of people of its own workspace only. */
const ranksOf = ({ guest }: Person) => ({
  is_admin: false,
  is_owner: false,
  is_primary_owner: false,
  is_restricted: guest !== undefined,
  is_ultra_restricted: guest === 'single-channel',
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
  run: ({ directory, identity, token }, args) => {
    const person = directory.people.get(readString(args, 'user'));
    if (person === undefined) throw new SlackError('user_not_found');
    return {
      user: {
        id: person.id,
        team_id: person.teamId ?? identity.teamId,
        name: person.name,
        deleted: person.deleted,
        real_name: person.realName,
        tz: person.tz,
        profile: {
          real_name: person.realName,
          display_name: person.displayName,
          team: person.teamId ?? identity.teamId,
          ...(token.holds('users:read.email') && !person.isBot ? { email: person.email } : {}),
        },
        ...(person.teamId === undefined
          ? ranksOf(person)
          : { is_stranger: !isShared(directory, identity, person) }),
        is_bot: person.isBot,
        is_app_user: false,
      },
    };
  },
};
