import { type CryptoKey, importJWK } from 'jose';
import * as z from 'zod/mini';
import type { Clock } from '../../base/clock.ts';
import type { Transport } from '../../base/http/http-transport.ts';
import { parseJson } from '../../base/http/parse-json.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { TeamsCloud } from './clouds.ts';

export interface SigningKey {
  readonly key: CryptoKey | Uint8Array;
  /** The channels that this key may speak for. */
  readonly endorsements: readonly string[];
}

/** `unavailable`: the key server cannot be asked, and what it last said is too old. Treated as not verified. */
export type FoundKey =
  | { readonly is: 'key'; readonly key: SigningKey }
  | { readonly is: 'unknown' }
  | { readonly is: 'unavailable' };

export interface TeamsKeys {
  find(kid: string): Promise<FoundKey>;
}

export interface TeamsKeysParts {
  readonly cloud: Pick<TeamsCloud, 'openIdUrl' | 'issuer'>;
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
  /** Of each of the two requests. An analyst waits for them. */
  readonly timeoutMs?: number | undefined;
  readonly onProblem?: ((reason: string) => void) | undefined;
}

/** Of all keys. Microsoft has a few dozen, of some hundred bytes each. */
const MOST_BYTES = 512 * 1024;
const FRESH_MS = 24 * 60 * MINUTE_MS;
/** How long keys count while the key server is down. */
const STALE_OK_MS = 72 * 60 * MINUTE_MS;
/** How often it is asked at most, whatever is sent: for a name that fresh keys do not have, for newer keys, for any. */
const GAPS_MS = { unknown: 5 * MINUTE_MS, stale: MINUTE_MS, none: 5_000 } as const;

/** Microsoft's signing keys by their names, read once a day. Calls at the same time share one request. */
export function createTeamsKeys({
  cloud,
  transport,
  clock,
  timeoutMs = 3_000,
  onProblem = () => undefined,
}: TeamsKeysParts): TeamsKeys {
  let keys: ReadonlyMap<string, SigningKey> = new Map();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const ageMs = () => clock.now() - readAtMs;

  async function get(url: string): Promise<unknown> {
    const { status, body } = await transport.send({
      method: 'GET',
      url: new URL(url),
      headers: {},
      timeoutMs,
      mostBytes: MOST_BYTES,
    });
    if (status !== 200) throw new Error(`it was answered with ${status}`);
    return parseJson(body);
  }

  async function read(): Promise<void> {
    const askedAtMs = clock.now();
    try {
      const { issuer, jwks_uri } = readAs(OpenIdDocument, await get(cloud.openIdUrl));
      if (issuer !== cloud.issuer) throw new Error('it speaks for another issuer');
      if (!isBeside(jwks_uri, cloud.openIdUrl)) throw new Error('it points to keys on another host');
      const found = await importAll(readAs(KeySet, await get(jwks_uri)).keys);
      if (found.size === 0) throw new Error('it has no keys');
      keys = found;
      readAtMs = askedAtMs;
    } catch (error) {
      onProblem((error as Error).message);
    }
  }

  function refresh(): Promise<void> {
    triedAtMs = clock.now();
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  return {
    async find(kid) {
      const isFresh = ageMs() < FRESH_MS;
      if (!(isFresh && keys.has(kid))) {
        const gapMs = isFresh ? GAPS_MS.unknown : ageMs() < STALE_OK_MS ? GAPS_MS.stale : GAPS_MS.none;
        if (reading || clock.now() - triedAtMs >= gapMs) await refresh();
      }
      if (ageMs() >= STALE_OK_MS) return { is: 'unavailable' };
      const key = keys.get(kid);
      return key ? { is: 'key', key } : { is: 'unknown' };
    },
  };
}

const OpenIdDocument = z.looseObject({ issuer: z.string(), jwks_uri: z.string() });
const KeySet = z.looseObject({ keys: z.array(z.unknown()) });
const Jwk = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string().check(z.minLength(1)),
  n: z.string(),
  e: z.string(),
  use: z.optional(z.literal('sig')),
  alg: z.optional(z.literal('RS256')),
  endorsements: z._default(z.array(z.string()), []),
});

function readAs<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new Error('its answer cannot be read');
  return read.data;
}

const isBeside = (url: string, other: string): boolean =>
  URL.canParse(url) && new URL(url).origin === new URL(other).origin;

/** A key that cannot be read is left out: it must not take the others with it. */
async function importAll(raw: readonly unknown[]): Promise<ReadonlyMap<string, SigningKey>> {
  const found = new Map<string, SigningKey>();
  for (const one of raw) {
    const { data } = Jwk.safeParse(one);
    if (!data) continue;
    const { kid, n, e, endorsements } = data;
    const key = await importJWK({ kty: 'RSA', n, e }, 'RS256').catch(() => null);
    if (key) found.set(kid, { key, endorsements });
  }
  return found;
}
