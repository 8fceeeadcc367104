import type { Service } from '../service.ts';
import type { Channel, Team } from '../state/directory.ts';
import type { Message } from '../state/messages.ts';
import { badRequest, GraphError } from './graph-error.ts';
import { showChatMessage } from './show-chat-message.ts';

/** The request for a list of messages: the ids of the path, and the query. */
export type Listing = {
  readonly team: string;
  readonly channel: string;
  /** The message whose replies are requested. */
  readonly root?: string | undefined;
  readonly delta: boolean;
  readonly query: Readonly<Record<string, string>>;
  /** The address without its query. */
  readonly address: string;
};

const DEFAULT_TOP = 20;
const MOST_TOP = 50;
const GRAPH_READING = [[5, 1]] as const;
/** For the whole application, or for one team by its owner. */
export const READ_ALL = 'ChannelMessage.Read.All';
export const READ_GROUP = 'ChannelMessage.Read.Group';

const notFound = (what: string): GraphError => new GraphError(404, 'NotFound', `${what} was not found.`);

export const findTeam = ({ directory }: Service, group: string): Team | undefined =>
  [...directory.teams.values()].find(({ aadGroupId }) => aadGroupId.toLowerCase() === group.toLowerCase());

/** The consent of a team counts while the app is in it. */
export const mayRead = (team: Team | undefined, roles: readonly unknown[]): boolean =>
  roles.includes(READ_ALL) || (team?.installed === true && team.consents.has(READ_GROUP));

const findChannel = ({ directory }: Service, team: Team, id: string): Channel => {
  const channel = directory.channels.get(id);
  if (channel === undefined || channel.teamId !== team.id) throw notFound('The channel');
  return channel;
};

const readTop = (text: string | undefined): number => {
  const top = text === undefined ? DEFAULT_TOP : Number(text);
  if (!Number.isInteger(top) || top < 1 || top > MOST_TOP)
    throw badRequest(`The limit of '${MOST_TOP}' for Top query has been exceeded.`);
  return top;
};

const FILTER = /^lastModifiedDateTime gt (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,7})?Z)$/i;

const readSince = (text: string | undefined): number => {
  if (text === undefined) return 0;
  const at = Date.parse(FILTER.exec(text)?.[1] ?? '');
  if (Number.isNaN(at)) throw badRequest('Only lastModifiedDateTime with gt can be filtered by.');
  return at;
};

type Token = { readonly top: number; readonly since: number; readonly skip: number };
const write = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url');

/** A further page is requested by its token alone; a first one by its options, which not every list has. */
const readQuery = ({ query, delta }: Listing): Token => {
  const { $skiptoken: token, ...first } = query;
  if (token !== undefined) {
    if (Object.keys(first).length > 0) throw badRequest('A token goes with no other option.');
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as Token;
  }
  const known = delta ? ['$top', '$filter', '$expand'] : ['$top', '$expand'];
  const strange = Object.keys(first).find((name) => !known.includes(name));
  if (strange !== undefined) throw badRequest(`Query option '${strange}' is not allowed.`);
  if (first.$expand !== undefined && first.$expand !== 'replies')
    throw badRequest('Only replies can be expanded.');
  return { top: readTop(first.$top), since: readSince(first.$filter), skip: 0 };
};

const changedAt = ({ at, changed }: Message): number => changed ?? at;

/** Messages of a channel, their changes since a moment, or the replies to one. New messages appear with a delay. */
export const listMessages = (service: Service, listing: Listing): object => {
  const { messages, rates, settings, now, baseUrl } = service;
  const team = findTeam(service, listing.team);
  if (team === undefined) throw notFound('The team');
  const channel = findChannel(service, team, listing.channel);
  const waitMs = rates.take([`graph ${channel.id}`, GRAPH_READING]);
  if (waitMs > 0)
    throw new GraphError(429, 'TooManyRequests', 'Too many requests.', Math.max(1, Math.ceil(waitMs / 1000)));
  const { top, since, skip } = readQuery(listing);
  const { root, delta, address } = listing;
  if (root !== undefined && messages.find(channel.id, root)?.root !== root) throw notFound('The message');
  const visible = now() - settings.graphLagMs;
  const all = (
    root === undefined ? messages.inChannel(channel.id) : messages.replies(channel.id, root)
  ).filter((message) => message.at <= visible);
  const chainAt = (message: Message): number =>
    Math.max(changedAt(message), ...messages.replies(channel.id, message.id).map(changedAt));
  // Changes come in the order in which they were made; a list begins with the newest.
  const found = delta
    ? all.filter((message) => chainAt(message) > since).toSorted((a, b) => chainAt(a) - chainAt(b))
    : all.toReversed();
  const page = found.slice(skip, skip + top);
  const more = skip + top < found.length;
  const link = more ? '@odata.nextLink' : '@odata.deltaLink';
  const token = write({ top, since, skip: skip + top });
  return {
    '@odata.context': `${baseUrl()}/graph/v1.0/$metadata#Collection(chatMessage)`,
    ...(!delta && { '@odata.count': page.length }),
    ...((more || delta) && { [link]: `${address}?$skiptoken=${token}` }),
    value: page.map((message) => showChatMessage(service, { team, channel, message })),
  };
};
