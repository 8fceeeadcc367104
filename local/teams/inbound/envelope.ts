import type { Fields } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import type { Service } from '../service.ts';
import type { Channel, Person, Team } from '../state/directory.ts';

export const personOf = ({ directory }: Service, userId: string): Person => {
  const person = directory.findPerson(userId);
  if (person === undefined) throw new NotPossible(`There is no person ${userId} in this organisation.`);
  return person;
};

export const teamOf = ({ directory }: Service, teamId: string): Team => {
  const team = directory.teams.get(teamId);
  if (team === undefined) throw new NotPossible(`There is no team ${teamId}.`);
  return team;
};

/** A channel of a team that this person is in: people see no others to click in. */
export const channelOf = ({ directory }: Service, channelId: string, person?: Person): Channel => {
  const channel = directory.channels.get(channelId);
  if (channel === undefined) throw new NotPossible(`There is no channel ${channelId}.`);
  if (person !== undefined && !directory.teamOf(channel).members.has(person.id))
    throw new NotPossible(`${person.id} is not in the team of ${channelId}.`);
  return channel;
};

/** The person's local time; everybody here lives in UTC. */
const localTime = (at: Date): string => at.toISOString().replace('Z', '+00:00');

/** Teams does not mark a standard channel as one. */
const placeOf = ({ id, type }: Channel): Fields => (type === 'standard' ? { id } : { id, type });

type Envelope = {
  readonly type: string;
  readonly person: Person;
  /** Absent for what a person writes to the bot alone. */
  readonly team?: Team;
  readonly conversation: string;
  readonly channel?: Channel;
};

/** The fields that every activity begins with. */
export const envelopeOf = (
  service: Service,
  { type, person, team, conversation, channel }: Envelope,
): Fields => {
  const { identity, ids, now, serviceUrl } = service;
  const at = new Date(now());
  const place = channel === undefined ? {} : { channel: placeOf(channel) };
  return {
    type,
    id: `f:${ids.random()}`,
    timestamp: at.toISOString(),
    localTimestamp: localTime(at),
    localTimezone: 'UTC',
    locale: person.locale,
    channelId: 'msteams',
    serviceUrl: serviceUrl(),
    from: {
      id: person.id,
      name: person.name,
      aadObjectId: person.aadObjectId,
      ...(person.tenantId !== undefined && { tenantId: person.tenantId }),
    },
    recipient: { id: identity.botId, name: identity.botName },
    conversation: {
      ...(team ? { isGroup: true, conversationType: 'channel' } : { conversationType: 'personal' }),
      tenantId: identity.tenantId,
      id: conversation,
    },
    channelData: {
      ...place,
      ...(team && { team: { id: team.id, name: team.name, aadGroupId: team.aadGroupId } }),
      tenant: { id: identity.tenantId },
    },
    entities: [{ type: 'clientInfo', locale: person.locale, country: 'GB', platform: 'Web' }],
  };
};
