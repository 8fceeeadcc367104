import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from '../../../../lib/base/http/http-transport.ts';
import { createTeamsKeys } from '../../../../lib/chats/teams/signing-keys.ts';
import { createTeamsVerifier } from '../../../../lib/chats/teams/verify.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';

/** Requests as Teams sends them, signed here by the documentation and by nothing of ours. */
export const APP_ID = '5e1f0c7a-1111-4222-8333-abcdefabcdef';
export const TENANT_ID = '9a0b1c2d-4444-4555-8666-fedcbafedcba';
export const SERVICE_URL = 'https://smba.trafficmanager.net/emea/';
export const ISSUER = 'https://api.botframework.com';
export const OPEN_ID_URL = 'https://login.botframework.com/v1/.well-known/openidconfiguration';
export const KEYS_URL = 'https://login.botframework.com/v1/.well-known/keys';
export const CHANNEL = '19:soc0000000000@thread.tacv2';
export const ANALYST = '0f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd';
export const NOW_MS = Date.parse('2026-11-15T09:00:00Z');
const NOW_S = NOW_MS / 1000;

export interface Pair {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const KEPT = Symbol.for('posture-bridge.test.pairs');
const kept = globalThis as { [KEPT]?: Map<string, Pair> };
const pairs = kept[KEPT] ?? new Map<string, Pair>();
kept[KEPT] = pairs;

/** One for each name in a process, however often this file was bundled: making them takes long. */
export function createPair(kid: string): Pair {
  const pair = pairs.get(kid) ?? { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
  pairs.set(kid, pair);
  return pair;
}

export const jwkOf = (
  { kid, publicKey }: Pair,
  endorsements: readonly string[] = ['msteams', 'webchat'],
) => ({
  ...publicKey.export({ format: 'jwk' }),
  use: 'sig',
  kid,
  x5t: kid,
  endorsements,
});

export type Fields = Readonly<Record<string, unknown>>;

export const claims = (changes: Fields = {}): Fields => ({
  serviceurl: SERVICE_URL,
  nbf: NOW_S - 60,
  exp: NOW_S + 3_540,
  iss: ISSUER,
  aud: APP_ID,
  ...changes,
});

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const tokenOf = (pair: Pair, payload: Fields = claims(), header: Fields = {}): string => {
  const input = `${encode({ alg: 'RS256', kid: pair.kid, x5t: pair.kid, typ: 'JWT', ...header })}.${encode(payload)}`;
  return `${input}.${signatureOf(input, pair)}`;
};

const signatures = new Map<KeyObject, Map<string, string>>();

/** The same text has the same signature, so it is signed once: that is by far the slowest part of a token. */
function signatureOf(input: string, { privateKey }: Pair): string {
  const known = signatures.get(privateKey) ?? new Map<string, string>();
  signatures.set(privateKey, known);
  const signature =
    known.get(input) ?? sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url');
  known.set(input, signature);
  return signature;
}

/** Signed for another name: nobody looks at the signature of a key that is not known. */
export const renamed = (token: string, kid: string): string => {
  const [, payload, signature] = token.split('.');
  return `${encode({ alg: 'RS256', kid, x5t: kid, typ: 'JWT' })}.${payload}.${signature}`;
};

/** Signed with something else than RS256, and saying so. */
export const hmacTokenOf = (kid: string, secret: string | Buffer, payload: Fields = claims()): string => {
  const input = `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${encode(payload)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};

export const place = (tenant = TENANT_ID) => ({
  channelId: 'msteams',
  serviceUrl: SERVICE_URL,
  from: { id: '29:1abc', name: 'Mira Söder', aadObjectId: ANALYST },
  recipient: { id: `28:${APP_ID}`, name: 'Posture Bridge' },
  conversation: {
    isGroup: true,
    conversationType: 'channel',
    tenantId: tenant,
    id: `${CHANNEL};messageid=1763197200000`,
  },
  channelData: {
    tenant: { id: tenant },
    team: { id: '19:team0000000000@thread.tacv2' },
    channel: { id: CHANNEL },
  },
});

export const invoke = (verb: string, data: Fields, changes: Fields = {}): Fields => ({
  ...place(),
  type: 'invoke',
  name: 'adaptiveCard/action',
  id: 'f:11112222-3333-4444-5555-666677778888',
  replyToId: '1763197200000',
  value: { action: { type: 'Action.Execute', title: 'True positive', verb, data }, trigger: 'manual' },
  ...changes,
});

export const CLICK = invoke('verdict:TRUE_POSITIVE', {
  target: '{"d":"acme","c":"7f3e2a10","n":"soc","t":1}',
});

export interface Arrival {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly rawBody: Uint8Array;
}

export const arrive = (token: string, body: unknown = CLICK): Arrival => ({
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  rawBody: Buffer.from(JSON.stringify(body)),
});

/** Microsoft's key server, as far as it matters. */
export function createKeyServer(keys: readonly object[]) {
  const requests: string[] = [];
  const state = { keys, down: false, document: { issuer: ISSUER, jwks_uri: KEYS_URL } as Fields };
  return {
    state,
    requests,
    async send({ url }: HttpRequest): Promise<HttpAnswer> {
      requests.push(url.href);
      if (state.down) return { status: 503, headers: {}, body: '' };
      const body = url.href === OPEN_ID_URL ? state.document : { keys: state.keys };
      return { status: 200, headers: {}, body: JSON.stringify(body) };
    },
  };
}

export type KeyServer = ReturnType<typeof createKeyServer>;

export function createEdge(server: KeyServer, clock: ManualClock = createManualClock(NOW_MS)) {
  const cloud = { openIdUrl: OPEN_ID_URL, issuer: ISSUER };
  const keys = createTeamsKeys({ cloud, transport: server, clock });
  return createTeamsVerifier({ appId: APP_ID, tenantId: TENANT_ID, cloud: 'public', keys, clock });
}
