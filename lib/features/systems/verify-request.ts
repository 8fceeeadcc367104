import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { headerOf, type RequestHeaders } from '../../base/http/http-event.ts';
import { inWords } from '../../base/text/format.ts';

/** What a system signs with. */
export interface SystemKeys {
  /** Secrets that the bridge signs with, too. */
  readonly shared: readonly Buffer[];
  readonly publicKeys: readonly KeyObject[];
}

export interface SystemRequest {
  /** The bytes as they came: these are what was signed. */
  readonly rawBody: Uint8Array;
  readonly headers: RequestHeaders;
  readonly nowMs: number;
}

/** A request that may be a system's, by its form. `reason` is for the log, and holds nothing that was sent. */
export type Formed =
  | {
      readonly ok: true;
      readonly id: string;
      readonly content: Buffer;
      readonly signatures: readonly string[];
    }
  | { readonly ok: false; readonly status: 401 | 413; readonly reason: string };

const MOST_BODY_BYTES = 64 * 1024;
const MOST_AGE_MS = 300_000;
const MOST_SIGNATURES = 10;
/** No dots: they stand between what is signed, and one content could be read in two ways. */
const ID = /^[A-Za-z0-9_:-]{1,100}$/;
const TIMESTAMP = /^[1-9]\d{0,11}$/;
const SIGNATURE = /^v1a?,[A-Za-z0-9+/]{40,90}={0,2}$/;

/** What can be said without a key. What fails here costs nothing: no secret is read for it. */
export function checkForm({ rawBody, headers, nowMs }: SystemRequest): Formed {
  if (rawBody.byteLength > MOST_BODY_BYTES) return refused(413, 'the body is too large');
  const id = headerOf(headers, 'webhook-id');
  if (id === undefined || !ID.test(id)) return refused(401, 'webhook-id is missing, given twice or no key');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (timestamp === undefined || !TIMESTAMP.test(timestamp))
    return refused(401, 'webhook-timestamp is missing, given twice or not a number');
  const signatures = (headerOf(headers, 'webhook-signature') ?? '').split(' ', MOST_SIGNATURES + 1);
  if (signatures.length > MOST_SIGNATURES || !signatures.some((one) => SIGNATURE.test(one)))
    return refused(401, 'webhook-signature is missing, given twice or of no version that is known');
  // Both ways: a request dated ahead could be kept and used later.
  if (!(Math.abs(nowMs - Number(timestamp) * 1000) <= MOST_AGE_MS))
    return refused(401, `the timestamp is more than ${inWords(MOST_AGE_MS)} away`);
  return { ok: true, id, content: Buffer.concat([Buffer.from(`${id}.${timestamp}.`), rawBody]), signatures };
}

/** Whether one of its signatures is by one of these keys. */
export function isSigned(
  { content, signatures }: Extract<Formed, { ok: true }>,
  { shared, publicKeys }: SystemKeys,
): boolean {
  const given = (version: string, bytes: number) =>
    signatures.flatMap((one) => {
      const text = one.startsWith(`${version},`) ? one.slice(version.length + 1) : '';
      const decoded = Buffer.from(text, 'base64');
      // Written as it is always written: one content has one signature.
      return decoded.length === bytes && decoded.toString('base64') === text ? [decoded] : [];
    });
  const expected = shared.map((key) => createHmac('sha256', key).update(content).digest());
  return (
    given('v1', 32).some((one) => expected.some((right) => timingSafeEqual(right, one))) ||
    given('v1a', 64).some((one) => publicKeys.some((key) => verify(null, content, key, one)))
  );
}

/** What stands before the 32 bytes of a public key of Ed25519. */
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** `whpk_...`, as the configuration has been checked to have it. */
export const readPublicKey = (text: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([SPKI_ED25519, Buffer.from(text.replace(/^whpk_/, ''), 'base64')]),
    format: 'der',
    type: 'spki',
  });

const refused = (status: 401 | 413, reason: string) => ({ ok: false, status, reason }) as const;
