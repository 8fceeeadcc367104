import { createChatCore, type RequestRecord } from '../stand-in-kit/chat-core.ts';
import { createFaultBook } from '../stand-in-kit/fault-book.ts';
import { Fault, type Operation } from './fault.ts';
import {
  DEFAULT_CHANNELS,
  DEFAULT_USERS,
  GRAPH_PERMISSIONS,
  type Settings,
  type TeamsOptions,
} from './settings.ts';
import { createDirectory } from './state/directory.ts';
import { createIds } from './state/ids.ts';
import { createMessages } from './state/messages.ts';
import { createAccessTokens } from './tokens/access-tokens.ts';
import { createKeyRing, createKeySource } from './tokens/key-ring.ts';

export type Call = { readonly operation: Operation };
type CallRecord = RequestRecord & Call & { readonly conversation?: string; readonly activityId?: string };
/** `card`: the card was replaced, for this person only. `targeted`: a message that nobody else sees. */
export type Seen = 'error' | 'toast' | 'card' | 'targeted';
export type Workflow = { readonly id: string; readonly channel: string };

export const createService = (options: TeamsOptions = {}) => {
  const core = createChatCore<CallRecord, Seen, Fault, Call, Settings>(options, {
    chat: 'teams',
    opposite: 'bot',
    faults: createFaultBook(
      Fault,
      ({ operation }, call) => operation === undefined || operation === call.operation,
    ),
    settings: {
      requestUrl: options.requestUrl,
      tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? 3_599,
      answerTimeoutMs: options.answerTimeoutMs ?? 10_000,
      secret: 'active',
      graphPermissions: options.graphPermissions ?? GRAPH_PERMISSIONS,
      graphLagMs: options.graphLagMs ?? 2_000,
      forging: {},
    },
  });
  const { now, changes } = core;
  const ids = createIds(now);
  const appId = options.appId ?? ids.guid('b07');
  const identity = {
    appId,
    tenantId: options.tenantId ?? ids.guid('7e4a47'),
    password: options.password ?? ids.secret(20),
    issuer: options.issuer ?? 'https://api.botframework.com',
    /** The bot's name among the people. */
    botId: `28:${appId}`,
    botName: 'posture-bridge',
  };
  const directory = createDirectory(ids);
  for (const user of options.users ?? DEFAULT_USERS) directory.addPerson(user);
  for (const group of options.groups ?? []) directory.addGroup(group);
  const teams = options.teams ?? [
    { name: 'Security', channels: options.channels ?? DEFAULT_CHANNELS, consents: options.consents },
  ];
  for (const team of teams) directory.addTeam(team);

  const nextKey = createKeySource(options.keys);
  return {
    ...core,
    ids,
    identity,
    directory,
    messages: createMessages(now, ids, changes, options.notebook),
    keyRing: createKeyRing(nextKey),
    accessTokens: createAccessTokens(now, identity),
    workflows: new Map<string, Workflow>(),
    serviceUrl: () => `${core.baseUrl()}/teams/`,
  };
};

export type Service = ReturnType<typeof createService>;
