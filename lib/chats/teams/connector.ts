import type { Clock } from '../../base/clock.ts';
import type { Transport } from '../../base/http/http-transport.ts';
import { redactor } from '../../base/http/redactor.ts';
import { ANSWER_BYTES, callChat, JSON_BODY, refused } from '../../outbox/chat-call.ts';
import type { ChatAnswer } from '../../outbox/chat-port.ts';
import type { TeamsToken } from './bot-token.ts';
import type { TeamsCloud } from './clouds.ts';
import { type About, type ConnectorBody, readConnectorAnswer } from './connector-answer.ts';
import { activityOf, type TeamsMessage } from './message.ts';
import { UNAUTHORIZED } from './refusals.ts';
import { serviceAddress } from './service-address.ts';

/** The connector of Teams, one try each. Null for the service address: the address that the cloud has for everybody. */
export interface Connector {
  /** A new thread in a channel. `mark`: by which it can be found again. */
  post(
    serviceUrl: string | null,
    channel: string,
    message: TeamsMessage,
    mark: string,
  ): Promise<ChatAnswer<ConnectorBody>>;
  /** Into a conversation: `{channel};messageid={root}`. `recipient`: only they see it, for 24 hours. */
  reply(
    serviceUrl: string | null,
    conversation: string,
    message: TeamsMessage,
    mark: string,
    recipient?: string,
  ): Promise<ChatAnswer<ConnectorBody>>;
  update(
    serviceUrl: string | null,
    conversation: string,
    activity: string,
    message: TeamsMessage,
  ): Promise<ChatAnswer<ConnectorBody>>;
  /** Somebody in a conversation, by their Entra object id. */
  member(serviceUrl: string | null, conversation: string, userId: string): Promise<ChatAnswer<ConnectorBody>>;
  /** Who is in a conversation, five hundred at a time. `from`: where the page before said that it goes on. */
  members(
    serviceUrl: string | null,
    conversation: string,
    from: string | null,
  ): Promise<ChatAnswer<ConnectorBody>>;
  /** A team, by the id of its General channel. */
  team(serviceUrl: string | null, team: string): Promise<ChatAnswer<ConnectorBody>>;
}

export interface ConnectorParts {
  /** Teams creates a conversation for a tenant, and may refuse one that names none. */
  readonly tenantId: string;
  readonly cloud: Pick<TeamsCloud, 'serviceHosts' | 'serviceUrl'>;
  readonly token: TeamsToken;
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
  /** Of a stand-in on this machine. */
  readonly extraOrigins?: readonly string[] | undefined;
  readonly timeoutMs?: number | undefined;
}

interface Call {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly about: About;
}

export function createConnector(parts: ConnectorParts): Connector {
  const { cloud, tenantId, token, transport, clock, timeoutMs = 10_000 } = parts;

  async function send(serviceUrl: string | null, call: Call): Promise<ChatAnswer<ConnectorBody>> {
    // Checked before there is a token, because a token must never go anywhere else.
    const address = serviceAddress(serviceUrl ?? cloud.serviceUrl, parts);
    if (address === null) {
      return refused('service_address', 'place', `${call.name}: the service address is not one of Teams`);
    }
    const first = await trySend(address, call, false);
    // It may have been withdrawn before its time. Once: a bot that Teams refused twice may not post.
    return isUnauthorized(first) ? trySend(address, call, true) : first;
  }

  async function trySend(address: string, call: Call, renew: boolean): Promise<ChatAnswer<ConnectorBody>> {
    const granted = await token.get(renew);
    if (granted.is === 'refused') return refused(granted.code, 'credentials', granted.reason);
    if (granted.is !== 'ok') return granted;
    const { name, method, path, body, about } = call;
    const redact = redactor(granted.token);
    const headers = { authorization: `Bearer ${granted.token}`, ...(body && JSON_BODY) };
    return callChat<ChatAnswer<ConnectorBody>>(
      transport,
      {
        method,
        url: new URL(`${address}${path}`),
        headers,
        ...(body && { body: JSON.stringify(body) }),
        timeoutMs,
        mostBytes: ANSWER_BYTES,
      },
      (answer) => readConnectorAnswer(name, about, { ...answer, body: redact(answer.body) }, clock.now()),
      (message) => `${name} got no answer: ${redact(message)}`,
    );
  }

  const conversations = 'v3/conversations';
  return {
    post: (serviceUrl, channel, message, mark) =>
      send(serviceUrl, {
        name: 'post',
        method: 'POST',
        path: conversations,
        body: {
          isGroup: true,
          tenantId,
          channelData: { channel: { id: channel }, tenant: { id: tenantId } },
          activity: activityOf(message, mark),
        },
        about: 'new',
      }),
    reply: (serviceUrl, conversation, message, mark, recipient) =>
      send(serviceUrl, {
        name: 'reply',
        method: 'POST',
        path: `${conversations}/${encodeURIComponent(conversation)}/activities${recipient ? TARGETED : ''}`,
        body: {
          ...activityOf(message, mark),
          ...(recipient && { recipient: { id: recipient, isTargeted: true } }),
        },
        about: 'existing',
      }),
    update: (serviceUrl, conversation, activity, message) =>
      send(serviceUrl, {
        name: 'update',
        method: 'PUT',
        path: `${conversations}/${encodeURIComponent(conversation)}/activities/${encodeURIComponent(activity)}`,
        body: { ...activityOf(message), id: activity },
        about: 'existing',
      }),
    member: (serviceUrl, conversation, userId) =>
      send(serviceUrl, {
        name: 'member',
        method: 'GET',
        path: `${conversations}/${encodeURIComponent(conversation)}/members/${encodeURIComponent(userId)}`,
        about: 'new',
      }),
    members: (serviceUrl, conversation, from) =>
      send(serviceUrl, {
        name: 'members',
        method: 'GET',
        path: `${conversations}/${encodeURIComponent(conversation)}/pagedmembers?${new URLSearchParams({
          pageSize: '500',
          ...(from !== null && { continuationToken: from }),
        })}`,
        about: 'new',
      }),
    team: (serviceUrl, team) =>
      send(serviceUrl, {
        name: 'team',
        method: 'GET',
        path: `v3/teams/${encodeURIComponent(team)}`,
        about: 'new',
      }),
  };
}

/** What makes a message one that its recipient alone sees. */
const TARGETED = '?isTargetedActivity=true';

const isUnauthorized = (answer: ChatAnswer<ConnectorBody>): boolean =>
  answer.is === 'refused' && answer.code === UNAUTHORIZED;
