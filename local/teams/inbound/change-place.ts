import type { Outcome } from '../../stand-in-kit/deliver.ts';
import type { Fields } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { overlay } from '../json.ts';
import type { Service } from '../service.ts';
import { channelOf, envelopeOf, personOf, teamOf } from './envelope.ts';
import { sendActivity } from './send-activity.ts';

type Told = { readonly outcome: Outcome; readonly activity: Fields };

/** A conversationUpdate, which reports every change of a team or a channel. Without a channel it happens in General. */
const tell = async (
  service: Service,
  where: { readonly teamId: string; readonly channelId?: string },
  changes: Fields,
): Promise<Told> => {
  const team = teamOf(service, where.teamId);
  const [first = ''] = team.members;
  const channel = where.channelId === undefined ? undefined : channelOf(service, where.channelId);
  const envelope = envelopeOf(service, {
    type: 'conversationUpdate',
    person: personOf(service, first),
    team,
    conversation: channel?.id ?? team.id,
    ...(channel && { channel }),
  });
  const activity = overlay(envelope, changes);
  return { outcome: await sendActivity(service, activity), activity };
};

/** Private and shared channels have the app only if it was added to each of them. */
const changeBot = (service: Service, channelId: string, hasBot: boolean): Promise<Told> => {
  const channel = channelOf(service, channelId);
  if (channel.type === 'standard') throw new NotPossible('The app is in all standard channels of its team.');
  channel.hasBot = hasBot;
  service.changes.tell('channel.changed', { channel: channel.id });
  const bot = [{ id: service.identity.botId }];
  return tell(
    service,
    { teamId: channel.teamId, channelId },
    {
      ...(hasBot ? { membersAdded: bot } : { membersRemoved: bot }),
      channelData: { eventType: hasBot ? 'channelMemberAdded' : 'channelMemberRemoved' },
    },
  );
};

export const addToChannel = (service: Service, channelId: string): Promise<Told> =>
  changeBot(service, channelId, true);

export const removeFromChannel = (service: Service, channelId: string): Promise<Told> =>
  changeBot(service, channelId, false);

/** Then nobody can write in any of its channels. */
export const archiveTeam = (service: Service, teamId: string, archived: boolean): Promise<Told> => {
  for (const channel of service.directory.channelsOf(teamId)) {
    channel.isArchived = archived;
    service.changes.tell('channel.changed', { channel: channel.id });
  }
  return tell(
    service,
    { teamId },
    { channelData: { eventType: archived ? 'teamArchived' : 'teamUnarchived' } },
  );
};
