import type { HttpBindings } from '@hono/node-server';
import { DEFAULT_CHANNELS, DEFAULT_USERS, type Settings, type SlackOptions, urlsOf } from './settings.ts';
import { createBotToken, DEFAULT_SCOPES } from './state/bot-token.ts';
import { createChanges } from './state/changes.ts';
import { createDirectory } from './state/directory.ts';
import { createFaultBook } from './state/fault-book.ts';
import { createIds, createTimestamps } from './state/ids.ts';
import { createMessages } from './state/messages.ts';
import { createRates } from './state/rates.ts';
import { createRequestLog } from './state/request-log.ts';
import { createResponseUrls } from './state/response-urls.ts';
import { createSightings } from './state/sightings.ts';
import { createTriggers } from './state/triggers.ts';
import { createViews } from './state/views.ts';

// The bindings are empty when a test calls the app without a socket.
export type SlackEnv = { Bindings: Partial<HttpBindings> };

/** One thing Slack sent to the app, whole, so that a test can send it again. */
export type Delivery = {
  readonly kind: string;
  readonly at: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status of the answer, or what went wrong. */
  outcome: number | 'timeout' | 'unreachable' | 'underway';
};

export const createService = (options: SlackOptions = {}) => {
  const now = options.now ?? Date.now;
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
  const settings: Settings = {
    requestUrls: urlsOf(options.requestUrl),
    rates: options.rates ?? true,
    speed: options.speed ?? 1,
    signing: { wrongSecret: false, skewSeconds: 0 },
  };
  let baseUrl = 'http://127.0.0.1';
  const changes = createChanges(now);
  const timestamps = createTimestamps(now);
  const directory = createDirectory(ids, identity.botUserId, identity.botName);
  const users = (options.users ?? DEFAULT_USERS).map(directory.addPerson);
  const groups = options.groups ?? [{ handle: 'analysts', users: users.slice(0, 2).map(({ id }) => id) }];
  for (const group of groups) directory.addGroup(group);
  for (const channel of options.channels ?? DEFAULT_CHANNELS) directory.addChannel(channel);
  return {
    now,
    ids,
    identity,
    settings,
    changes,
    timestamps,
    directory,
    messages: createMessages(timestamps, changes),
    views: createViews(ids, timestamps, changes),
    triggers: createTriggers(now, ids),
    responseUrls: createResponseUrls(now, ids, () => baseUrl),
    token: createBotToken(options.botToken ?? `xoxb-${ids.secret(18)}`, options.scopes ?? DEFAULT_SCOPES),
    rates: createRates(now, settings),
    requests: createRequestLog(),
    sightings: createSightings(now, changes),
    faults: createFaultBook(),
    deliveries: [] as Delivery[],
    /** What people chose in menus of messages, before they clicked a button. */
    chosen: new Map<string, Map<string, Record<string, unknown>>>(),
    answerTimeoutMs: options.answerTimeoutMs ?? 3_000,
    eventRetryDelaysMs: options.eventRetryDelaysMs ?? [0, 0, 0],
    deliver: options.deliver ?? ((url: string, init: RequestInit) => fetch(url, init)),
    print: options.log ?? (() => {}),
    baseUrl: () => baseUrl,
    setBaseUrl: (url: string): void => {
      baseUrl = url;
    },
  };
};

export type Service = ReturnType<typeof createService>;
