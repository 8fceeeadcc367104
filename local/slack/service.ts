import { createChatCore, type RequestRecord } from '../stand-in-kit/chat-core.ts';
import { createFaultBook } from '../stand-in-kit/fault-book.ts';
import { Fault } from './fault.ts';
import { DEFAULT_CHANNELS, DEFAULT_USERS, type RequestUrls, type SlackOptions, urlsOf } from './settings.ts';
import { createBotToken, DEFAULT_SCOPES } from './state/bot-token.ts';
import { createDirectory } from './state/directory.ts';
import { createIds, createTimestamps } from './state/ids.ts';
import { createMessages } from './state/messages.ts';
import { createResponseUrls } from './state/response-urls.ts';
import { createTriggers } from './state/triggers.ts';
import { createViews } from './state/views.ts';

/** A Web API method, or `response_url`. */
export type Call = { readonly method: string };
type CallRecord = RequestRecord & Call & { readonly channel?: string };
export type Seen =
  | 'error'
  | 'view-opened'
  | 'view-updated'
  | 'view-errors'
  | 'view-closed'
  | 'ephemeral'
  | 'message';

type Settings = {
  requestUrls: RequestUrls;
  /** Deliveries signed wrongly on purpose: with another secret, or at another time. */
  signing: { wrongSecret: boolean; skewSeconds: number };
  /** How old a message may be that is changed; null for any age. */
  editWindowSeconds: number | null;
  /** The app is sold outside of the Marketplace, so Slack lets it read hardly anything. */
  distributed: boolean;
  /** Whether this workspace has tables in messages already. */
  dataTables: boolean;
};

export const createService = (options: SlackOptions = {}) => {
  const core = createChatCore<CallRecord, Seen, Fault, Call, Settings>(options, {
    chat: 'slack',
    opposite: 'app',
    faults: createFaultBook(Fault, ({ method }, call) => method === undefined || method === call.method),
    settings: {
      requestUrls: urlsOf(options.requestUrl),
      signing: { wrongSecret: false, skewSeconds: 0 },
      editWindowSeconds: null,
      distributed: false,
      dataTables: true,
    },
  });
  const { now, changes, baseUrl } = core;
  const ids = createIds();
  const identity = {
    teamId: ids.next('T'),
    teamName: 'Acme',
    teamDomain: 'acme',
    appId: ids.next('A'),
    botId: ids.next('B'),
    botUserId: ids.next('U'),
    botName: 'posture-bridge',
    signingSecret: options.signingSecret ?? ids.secret(16),
    verificationToken: ids.secret(12),
  };
  const { organization } = options;
  const grid = {
    enterprise: organization && { id: organization.id ?? ids.next('E'), name: 'Acme Group' },
    orgWide: organization?.orgWide ?? false,
    workspaces: [identity.teamId, ...(organization?.workspaces ?? [])],
  };
  const timestamps = createTimestamps(now);
  const directory = createDirectory(ids, identity.botUserId, identity.botName);
  const users = (options.users ?? DEFAULT_USERS).map(directory.addPerson);
  const groups = options.groups ?? [{ handle: 'analysts', users: users.slice(0, 2).map(({ id }) => id) }];
  for (const group of groups) directory.addGroup(group);
  for (const channel of options.channels ?? DEFAULT_CHANNELS) directory.addChannel(channel);
  return {
    ...core,
    ids,
    identity,
    grid,
    timestamps,
    directory,
    messages: createMessages(timestamps, changes, options.notebook),
    views: createViews(ids, timestamps, changes),
    triggers: createTriggers(now, ids),
    responseUrls: createResponseUrls(now, ids, baseUrl),
    token: createBotToken(options.botToken ?? `xoxb-${ids.secret(18)}`, options.scopes ?? DEFAULT_SCOPES),
    /** What people chose in menus of messages, before they clicked a button. */
    chosen: new Map<string, Map<string, Record<string, unknown>>>(),
    answerTimeoutMs: options.answerTimeoutMs ?? 3_000,
  };
};

export type Service = ReturnType<typeof createService>;
