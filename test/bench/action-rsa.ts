/** The least that any of them can do: the one RSA signature, no claim and nothing of the body looked at. */
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';

const { TEAMS_URL = '' } = process.env;
const answer = await fetch(`${TEAMS_URL}/v1/.well-known/keys`);
const { keys } = (await answer.json()) as { keys: (JsonWebKey & { kid: string })[] };
const byName = new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));

interface Event {
  readonly headers: Record<string, string>;
}

export async function handler({ headers }: Event) {
  const [header = '', payload = '', signature = ''] = (headers.authorization ?? '').slice(7).split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const key = byName.get(kid);
  const isGenuine =
    key && verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  return { statusCode: isGenuine ? 200 : 401 };
}
