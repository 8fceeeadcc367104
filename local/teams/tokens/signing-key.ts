import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

export type SigningKey = {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
};

const nameOf = (publicKey: KeyObject): string =>
  createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');

const withName = ({ privateKey }: { readonly privateKey: KeyObject }): SigningKey => {
  const publicKey = createPublicKey(privateKey);
  return { kid: nameOf(publicKey), privateKey, publicKey };
};

/** A real RSA key; 2048 bits take a good part of a second on a busy machine, so create few. */
export const createSigningKey = (): SigningKey =>
  withName(generateKeyPairSync('rsa', { modulusLength: 2048 }));

/** For tokens that nobody else reads: a key that takes no time to make. */
export const createLoginKey = (): SigningKey => withName(generateKeyPairSync('ec', { namedCurve: 'P-256' }));

/** The public half as a key server publishes it. */
export const jwkOf = ({ kid, publicKey }: SigningKey) => {
  const { n, e } = publicKey.export({ format: 'jwk' });
  return { kty: 'RSA', use: 'sig', kid, x5t: kid, n, e };
};
