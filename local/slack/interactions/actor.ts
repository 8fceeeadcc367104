import type { Fields } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { homeOf, installation } from '../home.ts';
import type { Service } from '../service.ts';
import type { Channel, Person } from '../state/directory.ts';

export const personOf = ({ directory }: Service, userId: string): Person => {
  const person = directory.people.get(userId);
  if (person === undefined || person.deleted || person.isBot)
    throw new NotPossible(`There is no person ${userId} in this workspace.`);
  return person;
};

/** A channel that this person is in: people see no others to click in. */
export const channelOf = ({ directory }: Service, channelId: string, userId: string): Channel => {
  const channel = directory.channels.get(channelId);
  if (channel === undefined) throw new NotPossible(`There is no channel ${channelId}.`);
  if (!channel.members.has(userId)) throw new NotPossible(`${userId} is not in ${channelId}.`);
  return channel;
};

/** Private channels have no name in payloads. */
export const channelFields = ({ id, name, isPrivate }: Channel): Fields => ({
  id,
  name: isPrivate ? 'privategroup' : name,
});

/** The fields that every interaction begins with. */
export const envelopeOf = (
  service: Service,
  person: Person,
  origin: Fields = installation(service),
): Fields => ({
  user: {
    id: person.id,
    username: person.name,
    name: person.name,
    team_id: homeOf(service, person).teamId,
  },
  api_app_id: service.identity.appId,
  token: service.identity.verificationToken,
  trigger_id: service.triggers.mint(person.id),
  ...origin,
});
