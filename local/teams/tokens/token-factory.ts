import { createHmac, sign } from 'node:crypto';
import type { Fields } from '../../stand-in-kit/fields.ts';
import { createSigningKey, type SigningKey } from './signing-key.ts';

/** How a token differs from an honest one. */
export type Forgery = {
  /** Merged over the honest claims; null removes a claim. */
  readonly claims?: Fields | undefined;
  /** Merged over the honest header; null removes a field. */
  readonly header?: Fields | undefined;
  /** Signed by a key that no key server publishes, under the honest `kid`. */
  readonly otherKey?: boolean | undefined;
  /** Signed by this key, under its own `kid` unless the header says otherwise. */
  readonly key?: SigningKey | undefined;
  /**
   * `none`: no signature. `hs256-public-key`: HMAC with the public key as PEM, which fools verifiers that take the
   * algorithm from the header. `broken`: one bit of the signature flipped. `empty`: claims RS256, has no signature.
   */
  readonly signature?: 'rs256' | 'none' | 'hs256-public-key' | 'broken' | 'empty' | undefined;
};

export type Identity = {
  readonly issuer: string;
  readonly audience: string;
  readonly serviceUrl: string;
  readonly now: () => number;
  readonly lifetimeSeconds?: number;
};

let stranger: SigningKey | undefined;
/** A key that no key server publishes. Created once, because that is slow. */
export const strangerKey = (): SigningKey => {
  stranger ??= createSigningKey();
  return stranger;
};

const encode = (fields: Fields): string => Buffer.from(JSON.stringify(fields)).toString('base64url');

const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const ALGORITHMS: Partial<Record<NonNullable<Forgery['signature']>, string>> = {
  none: 'none',
  'hs256-public-key': 'HS256',
};

const signatureOf = (input: string, key: SigningKey, kind: Forgery['signature']): string => {
  if (kind === 'none' || kind === 'empty') return '';
  if (kind === 'hs256-public-key') {
    const pem = key.publicKey.export({ type: 'spki', format: 'pem' });
    return createHmac('sha256', pem).update(input).digest('base64url');
  }
  // The encoding of a JWS; keys of RSA have only one.
  const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  if (kind === 'broken') signature[0] = (signature[0] ?? 0) ^ 1;
  return signature.toString('base64url');
};

/** A compact JWS of these claims. Written by hand, because no library would create the wrong ones. */
export const signClaims = (key: SigningKey, claims: Fields, forgery: Forgery = {}): string => {
  const named = forgery.key ?? key;
  const own = named.privateKey.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256';
  const alg = ALGORITHMS[forgery.signature ?? 'rs256'] ?? own;
  const header = given({ alg, kid: named.kid, x5t: named.kid, typ: 'JWT', ...forgery.header });
  const input = `${encode(header)}.${encode(given({ ...claims, ...forgery.claims }))}`;
  return `${input}.${signatureOf(input, forgery.otherKey === true ? strangerKey() : named, forgery.signature)}`;
};

/** The token that Teams sends with an activity, or a wrong one. */
export const mintToken = (
  key: SigningKey,
  { issuer, audience, serviceUrl, now, lifetimeSeconds = 3_600 }: Identity,
  forgery?: Forgery,
): string => {
  const at = Math.floor(now() / 1000);
  const claims = {
    serviceurl: serviceUrl,
    nbf: at,
    iat: at,
    exp: at + lifetimeSeconds,
    iss: issuer,
    aud: audience,
  };
  return signClaims(key, claims, forgery);
};
