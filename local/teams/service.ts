import type { HttpBindings } from '@hono/node-server';
import { DEFAULT_CHANNELS, DEFAULT_USERS, type Settings, type TeamsOptions } from './settings.ts';
import { createChanges } from './state/changes.ts';
import { createDirectory } from './state/directory.ts';
import { createFaultBook } from './state/fault-book.ts';
import { createIds } from './state/ids.ts';
import { createMessages } from './state/messages.ts';
import { createRates } from './state/rates.ts';
import { createRequestLog } from './state/request-log.ts';
import { createSightings } from './state/sightings.ts';
import { createAccessTokens } from './tokens/access-tokens.ts';
import { createKeyRing, createKeySource } from './tokens/key-ring.ts';
import type { SigningKey } from './tokens/signing-key.ts';

// The bindings are empty when a test calls the app without a socket.
export type TeamsEnv = { Bindings: Partial<HttpBindings> };

/** One thing Teams sent to the bot, whole, so that a test can send it again. */
export type Delivery = {
  readonly kind: string;
  readonly at: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status of the answer, or what went wrong. */
  outcome: number | 'timeout' | 'unreachable' | 'underway';
};

export type Workflow = { readonly id: string; readonly channel: string };

export const createService = (options: TeamsOptions = {}) => {
  const now = options.now ?? Date.now;
  const ids = createIds(now);
  const appId = options.appId ?? ids.guid('b07');
  const identity = {
    appId,
    tenantId: options.tenantId ?? ids.guid('7e4a47'),
    password: options.password ?? ids.secret(20),
    issuer: options.issuer ?? 'https://api.botframework.com',
    /** How the bot is called among the people. */
    botId: `28:${appId}`,
    botName: 'posture-bridge',
  };
  const settings: Settings = {
    requestUrl: options.requestUrl,
    rates: options.rates ?? true,
    speed: options.speed ?? 1,
    tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? 3_599,
    answerTimeoutMs: options.answerTimeoutMs ?? 10_000,
    secret: 'active',
    forging: {},
  };
  let baseUrl = 'http://127.0.0.1';
  const changes = createChanges(now);
  const directory = createDirectory(ids);
  for (const user of options.users ?? DEFAULT_USERS) directory.addPerson(user);
  const teams = options.teams ?? [{ name: 'Security', channels: options.channels ?? DEFAULT_CHANNELS }];
  for (const team of teams) directory.addTeam(team);

  const nextKey = createKeySource(options.keys);
  let loginKey: SigningKey | undefined;
  const ownLoginKey = (): SigningKey => {
    loginKey ??= nextKey();
    return loginKey;
  };
  return {
    now,
    ids,
    identity,
    settings,
    changes,
    directory,
    messages: createMessages(now, ids, changes),
    keyRing: createKeyRing(nextKey),
    accessTokens: createAccessTokens(now, identity, ownLoginKey),
    rates: createRates(now, settings),
    requests: createRequestLog(),
    sightings: createSightings(now, changes),
    faults: createFaultBook(),
    deliveries: [] as Delivery[],
    workflows: new Map<string, Workflow>(),
    deliver: options.deliver ?? ((url: string, init: RequestInit) => fetch(url, init)),
    print: options.log ?? (() => {}),
    baseUrl: () => baseUrl,
    setBaseUrl: (url: string): void => {
      baseUrl = url;
    },
    serviceUrl: () => `${baseUrl}/teams/`,
  };
};

export type Service = ReturnType<typeof createService>;
