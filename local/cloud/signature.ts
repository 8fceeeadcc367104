import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { HeldKey, KeyHolder } from './key-ring.ts';

/** What is checked on a signed request, besides its key. Tests leave one out, and see what gets through. */
export type SignatureCheck = 'date' | 'session' | 'signed-headers' | 'payload' | 'signature';

export interface SignedMessage {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** Who claims to have signed, for which region and service, and how to check that. */
export interface Claim {
  readonly holder: KeyHolder;
  readonly region: string;
  /** As named in the signature, whether known here or not. */
  readonly service: string;
  /** Undefined if the claim is true. */
  refute(body: Buffer): Refused | undefined;
}

export type RefusedBecause = 'missing' | 'incomplete' | 'unknown' | 'invalid';
export interface Refused {
  readonly refused: RefusedBecause;
  /** Empty if the request does not say. */
  readonly service: string;
  readonly message: string;
}

export interface Verifier {
  readonly find: (accessKeyId: string) => HeldKey | undefined;
  readonly now: () => number;
  readonly unchecked?: readonly SignatureCheck[];
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** How far a caller's clock may be off for AWS, in both directions. */
const MOST_SKEW_MS = 5 * 60_000;
const NO_SUCH_KEY = 'The security token included in the request is invalid.';

/** Reads what a request says about its signature (Signature Version 4). Refuses what it can without the body. */
export function readClaim(message: SignedMessage, { find, now, unchecked = [] }: Verifier): Claim | Refused {
  const { headers } = message;
  const { authorization = '' } = headers;
  const [, accessKeyId = '', day = '', region = '', service = ''] =
    /Credential=([^/,\s]+)\/(\d{8})\/([^/,\s]+)\/([^/,\s]+)\/aws4_request(?=[,\s]|$)/.exec(authorization) ??
    [];
  const refuse = (refused: RefusedBecause, sentence: string): Refused => ({
    refused,
    service,
    message: sentence,
  });
  const checks = (check: SignatureCheck) => !unchecked.includes(check);

  if (!authorization.startsWith('AWS4-')) return refuse('missing', 'Request is missing Authentication Token');
  const [, names = ''] = /SignedHeaders=([^,\s]+)/.exec(authorization) ?? [];
  const [, given = ''] = /Signature=([0-9a-f]{64})(?=[,\s]|$)/.exec(authorization) ?? [];
  const at = headerOf(headers, 'x-amz-date');
  const atMs = readDate(at);
  if (!authorization.startsWith(`${ALGORITHM} `) || !accessKeyId || !names || !given || atMs === undefined) {
    return refuse(
      'incomplete',
      `The Authorization header must be ${ALGORITHM} with Credential, SignedHeaders and Signature, beside an X-Amz-Date.`,
    );
  }
  const key = find(accessKeyId);
  if (!key) return refuse('unknown', NO_SUCH_KEY);
  const { holder, credentials } = key;
  if (checks('session') && !isSame(headerOf(headers, 'x-amz-security-token'), credentials.sessionToken ?? ''))
    return refuse('unknown', NO_SUCH_KEY);
  if (!at.startsWith(day))
    return refuse('invalid', 'Date in Credential scope does not match YYYYMMDD from X-Amz-Date.');
  if (checks('date') && Math.abs(now() - atMs) > MOST_SKEW_MS) {
    const how = atMs < now() ? 'Signature expired' : 'Signature not yet current';
    return refuse('invalid', `${how}: ${at} is more than 5 min. away from ${writeDate(now())}`);
  }
  const signed = names.split(';');
  const open = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].find(
    (name) => !signed.includes(name),
  );
  if (checks('signed-headers') && open !== undefined)
    return refuse('invalid', `'${open}' must be a 'SignedHeader' in the AWS Authorization.`);

  return {
    holder,
    region,
    service,
    refute(body) {
      const hash = sha256(body);
      const named = headerOf(headers, 'x-amz-content-sha256');
      if (checks('payload') && service === 's3' && !named)
        return refuse('invalid', 'Missing required header for this request: x-amz-content-sha256');
      if (checks('payload') && named && named !== hash)
        return refuse('invalid', 'The X-Amz-Content-Sha256 is not that of the body.');
      const payload = checks('payload') ? hash : named || hash;
      const scope = `${day}/${region}/${service}/aws4_request`;
      const canonical = canonicalRequest(message, signed, payload, service);
      const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
      const wanted = hmac(signingKey, `${ALGORITHM}\n${at}\n${scope}\n${sha256(canonical)}`).toString('hex');
      if (!checks('signature') || isSame(given, wanted)) return undefined;
      return refuse(
        'invalid',
        'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
      );
    },
  };
}

export const isRefused = (claim: Claim | Refused): claim is Refused => 'refused' in claim;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** In constant time, whatever the two have in common. */
const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(wanted).digest());

const headerOf = (headers: IncomingHttpHeaders, name: string): string =>
  [headers[name] ?? []].flat().join(',');

function canonicalRequest(
  { method, target, headers }: SignedMessage,
  signed: readonly string[],
  payload: string,
  service: string,
): string {
  const [path = '/', query = ''] = target.split(/\?(.*)/s);
  const lines = signed.map((name) => `${name}:${headerOf(headers, name).trim().replace(/ +/g, ' ')}\n`);
  return [
    method,
    canonicalPath(path, service),
    // As received: no service here uses a query, and none may be added.
    query,
    lines.join(''),
    signed.join(';'),
    payload,
  ].join('\n');
}

/** Only S3 signs a path escaped once, as it is sent. All others escape it again. */
const canonicalPath = (path: string, service: string): string =>
  path
    .split('/')
    .map((part) => encode(service === 's3' ? decoded(part) : part))
    .join('/');

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** `20261115T093000Z`; undefined for other text. */
function readDate(text: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

const writeDate = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
