import { CARD_TYPE } from '../cards/check-card.ts';
import type { Service } from '../service.ts';
import type { Channel, Team } from '../state/directory.ts';
import type { Message } from '../state/messages.ts';

type Shown = { readonly team: Team; readonly channel: Channel; readonly message: Message };

const time = (ms: number): string => new Date(ms).toISOString();

const nobody = { application: null, device: null, user: null };

/** Bots are applications; the Workflows app posts for a workflow. */
const fromOf = ({ identity, directory }: Service, from: string): object => {
  if (from === 'bot') {
    const { appId: id, botName: displayName } = identity;
    return { ...nobody, application: { id, displayName, applicationIdentityType: 'bot' } };
  }
  if (from === 'workflow') {
    const workflows = { id: 'f9e1b4a0-0000-4000-8000-000000000001', displayName: 'Workflows' };
    return { ...nobody, application: { ...workflows, applicationIdentityType: 'bot' } };
  }
  const { aadObjectId: id = from, name: displayName = from } = directory.findPerson(from) ?? {};
  return { ...nobody, user: { id, displayName, userIdentityType: 'aadUser' } };
};

/** A `chatMessage`: cards are attachments with their JSON as text, and the body says where they are. */
export const showChatMessage = (service: Service, { team, channel, message }: Shown): object => {
  const { id, root, at, changed, text, cards, from, summary = null, edits } = message;
  const attachments = cards.map((card, index) => ({
    id: `${id}-${index}`,
    contentType: CARD_TYPE,
    contentUrl: null,
    content: JSON.stringify(card, null, 2),
    name: null,
    thumbnailUrl: null,
    teamsAppId: null,
  }));
  const places = attachments.map((attachment) => `<attachment id="${attachment.id}"></attachment>`);
  return {
    id,
    replyToId: root === id ? null : root,
    etag: String(changed ?? at),
    messageType: 'message',
    createdDateTime: time(at),
    lastModifiedDateTime: time(changed ?? at),
    lastEditedDateTime: edits > 0 ? time(changed ?? at) : null,
    deletedDateTime: null,
    subject: null,
    summary,
    chatId: null,
    importance: 'normal',
    locale: 'en-us',
    webUrl: `https://teams.microsoft.com/l/message/${encodeURIComponent(channel.id)}/${id}`,
    policyViolation: null,
    eventDetail: null,
    from: fromOf(service, from),
    body: { contentType: 'html', content: `${text}${places.join('')}` },
    channelIdentity: { teamId: team.aadGroupId, channelId: channel.id },
    attachments,
    mentions: [],
    reactions: [],
  };
};
