import { createSign, sign } from 'node:crypto';
import type { Dice } from '../slack/forgeries.ts';
import {
  APP_ID,
  type Arrival,
  arrive,
  CLICK,
  claims,
  encode,
  type Fields,
  hmacTokenOf,
  NOW_MS,
  type Pair,
  place,
  SERVICE_URL,
  TENANT_ID,
  tokenOf,
} from './requests.ts';

/** `other`: somebody's own key; `outsider`: a genuine key that may not speak for Teams; `retired`: one of yesterday. */
export interface Keys {
  readonly genuine: Pair;
  readonly other: Pair;
  readonly outsider: Pair;
  readonly retired: Pair;
}

const NOW_S = NOW_MS / 1000;
const OTHER_ID = '00000000-1111-4222-8333-444455556666';

type Forge = (keys: Keys) => Arrival;

const withClaims =
  (changes: Fields): Forge =>
  ({ genuine }) =>
    arrive(tokenOf(genuine, claims(changes)));
const withoutClaim =
  (name: string): Forge =>
  ({ genuine }) => {
    const { [name]: _, ...rest } = claims();
    return arrive(tokenOf(genuine, rest));
  };
const withHeader =
  (changes: Fields): Forge =>
  ({ genuine }) =>
    arrive(tokenOf(genuine, claims(), changes));
const withBody =
  (changes: Fields): Forge =>
  ({ genuine }) =>
    arrive(tokenOf(genuine), { ...CLICK, ...changes });
const withAuthorization =
  (write: (token: string) => string | readonly string[]): Forge =>
  ({ genuine }) => ({
    ...arrive(''),
    headers: { authorization: write(tokenOf(genuine)) },
  });
const withToken =
  (write: (token: string, keys: Keys) => string): Forge =>
  (keys) =>
    arrive(write(tokenOf(keys.genuine), keys));

const parts = (token: string): [string, string, string] => token.split('.') as [string, string, string];
const pem = ({ publicKey }: Pair): string => publicKey.export({ type: 'spki', format: 'pem' }).toString();
const signedAs = (alg: string, hash: string, { genuine }: Keys): string => {
  const input = `${encode({ alg, kid: genuine.kid, typ: 'JWT' })}.${encode(claims())}`;
  return `${input}.${createSign(hash).update(input).sign(genuine.privateKey).toString('base64url')}`;
};
const placed = (tenant: string, ...from: ('channelData' | 'conversation')[]): Fields =>
  Object.fromEntries(from.map((name) => [name, place(tenant)[name]]));

/** Each breaks one thing, and nothing else. */
export const FORGERIES: Readonly<Record<string, Forge>> = {
  'no token': () => ({ ...arrive(''), headers: {} }),
  'an empty token': withAuthorization(() => 'Bearer '),
  'another scheme': withAuthorization((token) => `Basic ${token}`),
  'a scheme in lower case': withAuthorization((token) => `bearer ${token}`),
  'no scheme': withAuthorization((token) => token),
  'two spaces': withAuthorization((token) => `Bearer  ${token}`),
  'something after it': withAuthorization((token) => `Bearer ${token} x`),
  'the header twice': withAuthorization((token) => [`Bearer ${token}`, `Bearer ${token}`]),
  'two tokens in one header': withAuthorization((token) => `Bearer ${token}, Bearer ${token}`),
  'a token of a megabyte': withAuthorization((token) => `Bearer ${token}${'A'.repeat(1_000_000)}`),
  'alg none without a signature': withToken(
    (token) => `${encode({ alg: 'none', kid: 'k1' })}.${parts(token)[1]}.`,
  ),
  'alg none with a signature': withToken(
    (token) => `${encode({ alg: 'none', kid: 'k1' })}.${parts(token)[1]}.${parts(token)[2]}`,
  ),
  'alg None in capitals': withToken(
    (token) => `${encode({ alg: 'NONE', kid: 'k1' })}.${parts(token)[1]}.${parts(token)[2]}`,
  ),
  'no alg': ({ genuine }) => arrive(tokenOf(genuine, claims(), { alg: undefined })),
  'HS256 with the public key as PEM': ({ genuine }) => arrive(hmacTokenOf(genuine.kid, pem(genuine))),
  'HS256 with the public key as DER': ({ genuine }) =>
    arrive(hmacTokenOf(genuine.kid, genuine.publicKey.export({ type: 'spki', format: 'der' }))),
  'HS256 with the modulus': ({ genuine }) =>
    arrive(hmacTokenOf(genuine.kid, String(genuine.publicKey.export({ format: 'jwk' }).n))),
  'HS256 with nothing': ({ genuine }) => arrive(hmacTokenOf(genuine.kid, '')),
  'RS384, rightly signed': (keys) => arrive(signedAs('RS384', 'RSA-SHA384', keys)),
  'RS512, rightly signed': (keys) => arrive(signedAs('RS512', 'RSA-SHA512', keys)),
  'RS256 signed with SHA-1': (keys) => arrive(signedAs('RS256', 'RSA-SHA1', keys)),
  'PS256, rightly signed': ({ genuine }) => {
    const input = `${encode({ alg: 'PS256', kid: genuine.kid, typ: 'JWT' })}.${encode(claims())}`;
    const signature = sign('RSA-SHA256', Buffer.from(input), {
      key: genuine.privateKey,
      padding: 6,
      saltLength: 32,
    });
    return arrive(`${input}.${signature.toString('base64url')}`);
  },
  'a key of their own under a genuine name': ({ genuine, other }) =>
    arrive(tokenOf({ ...other, kid: genuine.kid })),
  'a key of their own, sent along': ({ genuine, other }) =>
    arrive(tokenOf(other, claims(), { kid: genuine.kid, jwk: other.publicKey.export({ format: 'jwk' }) })),
  'a key of their own, to be fetched': ({ genuine, other }) =>
    arrive(
      tokenOf(other, claims(), {
        kid: genuine.kid,
        jku: 'https://evil.example/keys',
        x5u: 'https://evil.example',
      }),
    ),
  'an unknown key': ({ other }) => arrive(tokenOf(other)),
  'a key that was rolled over': ({ retired }) => arrive(tokenOf(retired)),
  'a key that may not speak for Teams': ({ outsider }) => arrive(tokenOf(outsider)),
  'no key id': withHeader({ kid: undefined }),
  'an empty key id': withHeader({ kid: '' }),
  'a key id that is no text': withHeader({ kid: { toString: 'k1' } }),
  'a key id from the prototype': withHeader({ kid: '__proto__' }),
  'an extension that must be understood': withHeader({ crit: ['exp'] }),
  'a payload that is not encoded': withHeader({ b64: false, crit: ['b64'] }),
  'a token of another kind': withHeader({ typ: 'at+jwt' }),
  'no signature': withToken((token) => token.slice(0, token.lastIndexOf('.') + 1)),
  'two parts': withToken((token) => parts(token).slice(0, 2).join('.')),
  'four parts': withToken((token) => `${token}.${parts(token)[2]}`),
  'the signature of another token': ({ genuine }) => {
    const [header, , signature] = parts(tokenOf(genuine));
    return arrive(`${header}.${encode(claims({ exp: NOW_S + 9_999 }))}.${signature}`);
  },
  'the signature written in another way': withToken((token) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return token.slice(0, -1) + alphabet[alphabet.indexOf(token.slice(-1)) + 1];
  }),
  'the signature with padding': withToken((token) => `${token}==`),
  'the signature with a line break': withToken((token) => `${token}\n`),
  'claims that are no JSON': ({ genuine }) => {
    const input = `${encode({ alg: 'RS256', kid: genuine.kid })}.${Buffer.from('{').toString('base64url')}`;
    return arrive(
      `${input}.${sign('RSA-SHA256', Buffer.from(input), genuine.privateKey).toString('base64url')}`,
    );
  },
  'claims that are a list': ({ genuine }) => arrive(tokenOf(genuine, [] as unknown as Fields)),
  'another issuer': withClaims({ iss: 'https://sts.windows.net/' }),
  'the issuer of another cloud': withClaims({ iss: 'https://api.botframework.us' }),
  'an issuer with a slash': withClaims({ iss: 'https://api.botframework.com/' }),
  'a list of issuers': withClaims({ iss: ['https://api.botframework.com'] }),
  'no issuer': withoutClaim('iss'),
  'another bot': withClaims({ aud: OTHER_ID }),
  'a list of bots with ours in it': withClaims({ aud: [OTHER_ID, APP_ID] }),
  'no audience': withoutClaim('aud'),
  'our id with something after it': withClaims({ aud: `${APP_ID}0` }),
  'expired by more than five minutes': withClaims({ exp: NOW_S - 301, nbf: NOW_S - 4_000 }),
  'no end': withoutClaim('exp'),
  'an end that is a text': withClaims({ exp: String(NOW_S + 3_600) }),
  'not valid for more than five minutes': withClaims({ nbf: NOW_S + 301, exp: NOW_S + 4_000 }),
  'no beginning': withoutClaim('nbf'),
  'a beginning that is a text': withClaims({ nbf: String(NOW_S) }),
  'another service address in the token': withClaims({ serviceurl: 'https://smba.trafficmanager.net/amer/' }),
  'no service address in the token': withoutClaim('serviceurl'),
  'the service address swapped in the body': withBody({ serviceUrl: 'https://evil.example/' }),
  'the service address with a slash more': withBody({ serviceUrl: `${SERVICE_URL}/` }),
  'the service address with a folder less': withBody({ serviceUrl: 'https://smba.trafficmanager.net/' }),
  'the service address with a folder more': withBody({ serviceUrl: `${SERVICE_URL}teams/` }),
  'the service address with a query': withBody({ serviceUrl: `${SERVICE_URL}?` }),
  'the service address with a space after it': withBody({ serviceUrl: `${SERVICE_URL} ` }),
  'the service address without TLS': withBody({ serviceUrl: SERVICE_URL.replace('https', 'http') }),
  'the service address on another port': withBody({ serviceUrl: SERVICE_URL.replace('.net', '.net:443') }),
  'the service address below another host': withBody({
    serviceUrl: SERVICE_URL.replace('.net', '.net.evil.example'),
  }),
  'the service address after a name': withBody({ serviceUrl: SERVICE_URL.replace('//', '//x@') }),
  'the service address with a letter that only looks the same': withClaims({
    serviceurl: SERVICE_URL.replace('smba', 'ſmba'),
  }),
  'an empty service address in both': ({ genuine }) =>
    arrive(tokenOf(genuine, claims({ serviceurl: '' })), { ...CLICK, serviceUrl: undefined }),
  'a service address that is a list': withClaims({ serviceurl: [SERVICE_URL] }),
  'no service address in the body': withBody({ serviceUrl: undefined }),
  'another channel that the key may speak for': withBody({ channelId: 'webchat' }),
  'a channel that nobody may speak for': withBody({ channelId: 'emulator' }),
  'no channel': withBody({ channelId: undefined }),
  'another tenant': withBody(placed(OTHER_ID, 'channelData', 'conversation')),
  'another tenant in the channel data': withBody(placed(OTHER_ID, 'channelData')),
  'another tenant in the conversation': withBody(placed(OTHER_ID, 'conversation')),
  'no tenant': withBody({ channelData: {}, conversation: { id: place().conversation.id } }),
  'empty tenants': withBody(placed('', 'channelData', 'conversation')),
  'an empty tenant beside another one': withBody({
    ...placed('', 'channelData'),
    ...placed(OTHER_ID, 'conversation'),
  }),
  'another tenant beside an empty one': withBody({
    ...placed(OTHER_ID, 'channelData'),
    ...placed('', 'conversation'),
  }),
  'a tenant that is a list': withBody({ channelData: { tenant: { id: [TENANT_ID] } } }),
  'a body that is no JSON': ({ genuine }) => ({ ...arrive(tokenOf(genuine)), rawBody: Buffer.from('{') }),
  'a body that is no UTF-8': ({ genuine }) => ({
    ...arrive(tokenOf(genuine)),
    rawBody: Buffer.from([0xff, 0xfe]),
  }),
  'a body that is nested too deeply': ({ genuine }) => ({
    ...arrive(tokenOf(genuine)),
    rawBody: Buffer.from(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
  }),
  'a body that is a list': ({ genuine }) => arrive(tokenOf(genuine), [CLICK]),
  'a body of two megabytes': ({ genuine }) =>
    arrive(tokenOf(genuine), { ...CLICK, pad: 'x'.repeat(2_000_000) }),
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= ';

/** One of these tokens with one change to it. */
export function changedToken(dice: Dice, genuine: readonly [string, string]): string {
  for (;;) {
    const token = genuine[dice(2)] as string;
    const at = dice(token.length);
    const sign = ALPHABET[dice(ALPHABET.length)] as string;
    const ways = [
      () => token.slice(0, at) + sign + token.slice(at + 1),
      () => token.slice(0, at) + sign + token.slice(at),
      () => token.slice(0, at) + token.slice(at + 1),
      () => token.slice(0, at),
      () => token.slice(0, at) + (genuine.find((one) => one !== token) as string).slice(at),
      () => token.slice(0, at) + token.slice(at).toUpperCase(),
    ];
    const changed = (ways[dice(ways.length)] as () => string)();
    if (!genuine.includes(changed)) return changed;
  }
}
