import { createHmac, createPrivateKey, type KeyObject, sign as signWith } from 'node:crypto';

/** Signs what a receiver gets, by Standard Webhooks. */
export interface Signer {
  /** One signature: `v1,...` or `v1a,...`. */
  sign(content: string): string;
}

export interface ToSign {
  /** The same for every attempt. */
  readonly id: string;
  readonly atMs: number;
  readonly body: string;
}

const HMAC = 'whsec_';
const ED25519 = 'whsk_';
/** What Standard Webhooks asks of a shared secret. */
const [LEAST_BYTES, MOST_BYTES] = [24, 64];
/** What stands before the 32 bytes of a private key in PKCS #8. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

/** Its words never hold any of the secret. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

/** The secrets in a parameter: one, or several with spaces between them while receivers go over to a new one. */
export const readSigners = (text: string): readonly Signer[] => text.trim().split(/\s+/).map(readSigner);

/** The shared ones among them: by these a receiver can sign as well. */
export const readSharedKeys = (text: string): readonly Buffer[] =>
  text
    .trim()
    .split(/\s+/)
    .filter((secret) => secret.startsWith(HMAC))
    .map((secret) => sharedKey(secret.slice(HMAC.length)));

function readSigner(secret: string): Signer {
  if (secret.startsWith(HMAC)) return hmacSigner(sharedKey(secret.slice(HMAC.length)));
  if (secret.startsWith(ED25519)) return ed25519Signer(bytesOf(secret.slice(ED25519.length)));
  throw new SecretError(`the signing secret has to begin with ${HMAC} or ${ED25519}`);
}

function sharedKey(text: string): Buffer {
  const key = bytesOf(text);
  if (key.length < LEAST_BYTES || key.length > MOST_BYTES)
    throw new SecretError(`a secret ${HMAC}... has to be ${LEAST_BYTES} to ${MOST_BYTES} bytes as base64`);
  return key;
}

const hmacSigner = (key: Buffer): Signer => ({
  sign: (content) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`,
});

function ed25519Signer(bytes: Buffer): Signer {
  // Some tools write the public key behind the private one.
  if (bytes.length !== SEED_BYTES && bytes.length !== 2 * SEED_BYTES)
    throw new SecretError(`a secret ${ED25519}... has to be a private key of Ed25519 as base64`);
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, bytes.subarray(0, SEED_BYTES)]),
    format: 'der',
    type: 'pkcs8',
  });
  return { sign: (content) => `v1a,${signWith(null, Buffer.from(content), key).toString('base64')}` };
}

function bytesOf(text: string): Buffer {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new SecretError('the signing secret is not base64');
  return Buffer.from(text, 'base64');
}

/** The headers that say what it is, when it was sent, and that it is from here. */
export function signedHeaders(
  { id, atMs, body }: ToSign,
  signers: readonly Signer[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(atMs / 1000));
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signers.map((signer) => signer.sign(content)).join(' '),
  };
}
