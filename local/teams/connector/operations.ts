import { z } from 'zod';
import { PER_TENANT, READING, SENDING } from '../rates.ts';
import type { Service } from '../service.ts';
import type { Channel, Person } from '../state/directory.ts';
import { conversationId, type Message } from '../state/messages.ts';
import { badArgument, badSyntax, ConnectorError, tooMany } from './connector-error.ts';
import { findChannel, findMessage, findPerson, findPlace, isChat, mayWrite } from './find-place.ts';
import { type Activity, firstProblem, readActivity } from './read-activity.ts';

/** What an operation gets, from path and body. */
export type Call = {
  readonly conversation: string;
  readonly item: string;
  readonly body: unknown;
  /** `?isTargetedActivity=true`: about a message that one person sees. */
  readonly isTargeted: boolean;
  /** Of `pagedmembers`. */
  readonly page?: string | undefined;
};
export type Done = {
  readonly status: 200 | 201;
  readonly body: unknown;
  readonly conversation?: string;
  readonly activityId?: string;
};

const tenant = z.strictObject({ id: z.string().min(1) });
const NewConversation = z.strictObject({
  isGroup: z.literal(true),
  channelData: z.strictObject({
    channel: z.strictObject({ id: z.string().min(1) }),
    tenant: tenant.optional(),
    team: z.looseObject({}).optional(),
  }),
  activity: z.unknown(),
  bot: z.looseObject({ id: z.string() }).optional(),
  tenantId: z.string().optional(),
  members: z.array(z.never()).optional(),
});

const countSending = ({ rates, identity }: Service, channel: string): void => {
  const waitMs = rates.take([`send ${channel}`, SENDING], [`tenant ${identity.tenantId}`, PER_TENANT]);
  if (waitMs > 0) throw tooMany(waitMs);
};

/** A new post in a channel; the conversation is the thread that it begins. */
export const createConversation = (service: Service, { body, isTargeted }: Call): Done => {
  if (isTargeted) throw badArgument('A targeted message needs a conversation.');
  const parsed = NewConversation.safeParse(body);
  if (!parsed.success) throw badSyntax(`The conversation is not valid. ${firstProblem(parsed.error)}`);
  const { channelData, activity, tenantId, bot } = parsed.data;
  const { identity, messages } = service;
  const named = [tenantId, channelData.tenant?.id].filter((one) => one !== undefined);
  if (named.length === 0) throw badSyntax('Could not parse tenant id');
  for (const one of named)
    if (one !== identity.tenantId)
      throw new ConnectorError(403, 'ForbiddenOperationException', 'The bot is not in this tenant.');
  if (bot !== undefined && bot.id !== identity.botId && bot.id !== identity.appId)
    throw badSyntax('The bot is another one.');
  const channel = findChannel(service, channelData.channel.id);
  mayWrite(channel);
  countSending(service, channel.id);
  const { content } = readActivity(activity);
  const { id } = messages.post({ ...content, channel: channel.id, from: 'bot' });
  const conversation = conversationId(channel.id, id);
  return { status: 201, body: { id: conversation, activityId: id }, conversation, activityId: id };
};

/**
 * A post in a channel, or a reply in a thread. `item` names the message that it answers. Teams accepts an unknown one: a
 * bot that speaks later answers an activity that its SDK made up.
 */
export const sendActivity = (service: Service, { conversation, item, body, isTargeted }: Call): Done => {
  if (isChat(conversation)) {
    if (isTargeted) throw badArgument('There are no targeted messages in a personal chat.');
    return sendToPerson(service, conversation, body);
  }
  const place = findPlace(service, conversation);
  mayWrite(place.channel);
  const root = service.messages.find(place.channel.id, item)?.root ?? place.root;
  countSending(service, place.channel.id);
  const { activity, content } = readActivity(body);
  const onlyFor = isTargeted ? recipientIn(service, place.channel, activity) : undefined;
  const { id } = service.messages.post({
    ...content,
    channel: place.channel.id,
    from: 'bot',
    ...(root === undefined ? {} : { root }),
    ...(onlyFor === undefined ? {} : { onlyFor }),
  });
  if (onlyFor !== undefined) service.sightings.add(onlyFor, 'targeted', id);
  return { status: 201, body: { id }, conversation, activityId: id };
};

/** Who alone sees a targeted message: somebody in the team, by either of their ids. */
const recipientIn = ({ directory }: Service, channel: Channel, { recipient }: Activity): string => {
  if (recipient === undefined) throw badArgument('Missing Recipient of Targeted Message');
  const person = directory.findPerson(recipient.id);
  if (person === undefined || !directory.teamOf(channel).members.has(person.id))
    throw new ConnectorError(404, 'MemberNotFoundInConversation', 'The recipient was not found.');
  return person.id;
};

/** In a person's chat with the bot, where there are no threads. */
const sendToPerson = (service: Service, chat: string, body: unknown): Done => {
  findPerson(service, chat);
  countSending(service, chat);
  const { content } = readActivity(body);
  const { id } = service.messages.post({ ...content, channel: chat, from: 'bot' });
  return { status: 201, body: { id }, conversation: chat, activityId: id };
};

/** One of the bot's own. A targeted message is found as such, and as nothing else. */
const ownMessage = (service: Service, { conversation, item, isTargeted }: Call): Message => {
  const place = findPlace(service, conversation);
  mayWrite(place.channel);
  const message = findMessage(service, place, item);
  if ((message.onlyFor !== undefined) !== isTargeted)
    throw new ConnectorError(
      404,
      'ActivityNotFoundInConversation',
      'The activity was not found in the conversation.',
    );
  if (message.from !== 'bot')
    throw new ConnectorError(403, 'ForbiddenOperationException', 'The bot may change its own messages only.');
  countSending(service, place.channel.id);
  return message;
};

export const deleteActivity = (service: Service, call: Call): Done => {
  const message = ownMessage(service, call);
  service.messages.remove(message);
  return { status: 200, body: {}, conversation: call.conversation, activityId: call.item };
};

export const updateActivity = (service: Service, call: Call): Done => {
  const { conversation, item, body, isTargeted } = call;
  const message = ownMessage(service, call);
  const { activity, content } = readActivity(body);
  if (isTargeted && activity.recipient !== undefined)
    throw badArgument('Cannot edit Recipient of Targeted Message');
  if (activity.id !== undefined && activity.id !== item)
    throw badSyntax('The id of the activity is not that of the address.');
  service.messages.change(message, content);
  return { status: 200, body: { id: item }, conversation, activityId: item };
};

/** Entra names a guest after their home address. */
const principalOf = ({ email, userRole }: Person): string =>
  userRole === 'guest' ? `${email.replace('@', '_')}#EXT#@acme.onmicrosoft.example` : email;

const showMember = ({ identity }: Service, person: Person) => {
  const [givenName, ...rest] = person.name.split(' ');
  return {
    id: person.id,
    name: person.name,
    objectId: person.aadObjectId,
    aadObjectId: person.aadObjectId,
    givenName,
    surname: rest.join(' '),
    email: person.email,
    userPrincipalName: principalOf(person),
    tenantId: person.tenantId ?? identity.tenantId,
    userRole: person.userRole,
  };
};

const membersOf = (service: Service, conversation: string): Person[] => {
  const { directory, rates } = service;
  if (isChat(conversation)) return [findPerson(service, conversation)];
  const { channel } = findPlace(service, conversation);
  const waitMs = rates.take([`read ${channel.id}`, READING]);
  if (waitMs > 0) throw tooMany(waitMs);
  const { members } = directory.teamOf(channel);
  return [...directory.people.values()].filter(({ id }) => members.has(id));
};

export const getMembers = (service: Service, { conversation }: Call): Done => ({
  status: 200,
  body: membersOf(service, conversation).map((person) => showMember(service, person)),
  conversation,
});

/** All of them, in pages: Teams takes a size of 50 to 500. */
export const getPagedMembers = (service: Service, { conversation, page = '' }: Call): Done => {
  const { pageSize, from } = readPage(page);
  const all = membersOf(service, conversation).map((person) => showMember(service, person));
  const next = from + pageSize;
  return {
    status: 200,
    body: {
      members: all.slice(from, next),
      ...(next < all.length && { continuationToken: String(next) }),
    },
    conversation,
  };
};

const readPage = (query: string): { readonly pageSize: number; readonly from: number } => {
  const given = new URLSearchParams(query);
  const pageSize = Number(given.get('pageSize') ?? 200);
  const from = Number(given.get('continuationToken') ?? 0);
  if (!Number.isInteger(pageSize) || pageSize < 50 || pageSize > 500 || !Number.isInteger(from))
    throw badArgument('The page is not one that there is.');
  return { pageSize, from };
};

export const getMember = (service: Service, { conversation, item }: Call): Done => {
  const found = membersOf(service, conversation).find(
    ({ id, aadObjectId }) => id === item || aadObjectId === item,
  );
  if (found === undefined)
    throw new ConnectorError(404, 'MemberNotFoundInConversation', 'The member was not found.');
  return { status: 200, body: showMember(service, found), conversation };
};

/** A team, by the id of its General channel. */
export const getTeam = (service: Service, { item }: Call): Done => {
  const { directory } = service;
  const team = directory.teams.get(item);
  if (team === undefined) throw new ConnectorError(404, 'NotFound', 'The team was not found.');
  if (!team.installed)
    throw new ConnectorError(
      403,
      'BotNotInConversationRoster',
      'The bot is not part of the conversation roster.',
    );
  const { id, name, aadGroupId, members } = team;
  const channelCount = directory.channelsOf(id).length;
  return {
    status: 200,
    body: { id, name, aadGroupId, type: 'standard', channelCount, memberCount: members.size },
  };
};
