import { createHmac, timingSafeEqual } from 'node:crypto';
import { headerOf, type RequestHeaders } from '../../base/http/http-event.ts';
import { inWords } from '../../base/text/format.ts';
import { SlackSetupError } from './refusals.ts';

export interface SignedRequest {
  /** The bytes as they came. Text that was decoded and encoded again is not what Slack signed. */
  readonly rawBody: Uint8Array;
  readonly headers: RequestHeaders;
  readonly nowMs: number;
}

/** `reason` is for the log: it holds nothing that the sender sent. */
export type Verified =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: 400 | 401 | 413; readonly reason: string };

export type SlackVerifier = (request: SignedRequest) => Verified;

/** A request that may be Slack's, by its form: what is left to say is whether the signature is right. */
type Formed =
  | { readonly ok: true; readonly timestamp: string; readonly signature: string }
  | Exclude<Verified, { readonly ok: true }>;

/** The largest genuine payload, a message of 50 full blocks with its state, stays well below. */
export const MAX_BODY_BYTES = 1024 * 1024;

const MAX_AGE_MS = 300_000;
const SIGNATURE = /^v0=[0-9a-f]{64}$/;
const TIMESTAMP = /^[1-9]\d{0,11}$/;

/**
 * Says whether a request is from Slack and from now. Nothing of a request is read before this says ok.
 * One secret, since Slack has one: it signs with a new secret the moment that exists, so a function
 * that refuses a request reads the secret again.
 */
export function createSlackVerifier(signingSecret: string): SlackVerifier {
  const secret = signingSecret.trim();
  if (!/^[\x21-\x7e]{16,}$/.test(secret)) {
    throw new SlackSetupError(
      'the Slack signing secret is empty, too short or not one word: copy it from "Basic Information" of the app',
    );
  }

  return function verify(request) {
    const formed = checkForm(request);
    if (!formed.ok) return formed;
    const { timestamp, signature } = formed;
    const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(request.rawBody).digest();
    return timingSafeEqual(expected, Buffer.from(signature.slice(3), 'hex'))
      ? { ok: true }
      : refused(401, 'the signature is not of this body and secret');
  };
}

/** What can be said without the secret. A request that fails here costs nothing: no secret is read for it. */
export function checkForm({ rawBody, headers, nowMs }: SignedRequest): Formed {
  if (rawBody.byteLength > MAX_BODY_BYTES) return refused(413, 'the body is too large');
  const timestamp = headerOf(headers, 'x-slack-request-timestamp');
  if (timestamp === undefined || !TIMESTAMP.test(timestamp)) {
    return refused(401, 'the timestamp is missing, given twice or not a number');
  }
  const signature = headerOf(headers, 'x-slack-signature');
  if (signature === undefined || !SIGNATURE.test(signature)) {
    return refused(401, 'the signature is missing, given twice or not of version 0');
  }
  // Both ways: a request dated ahead could be kept and used later.
  if (!(Math.abs(nowMs - Number(timestamp) * 1000) <= MAX_AGE_MS)) {
    return refused(401, `the timestamp is more than ${inWords(MAX_AGE_MS)} away`);
  }
  return { ok: true, timestamp, signature };
}

const refused = (status: 401 | 413, reason: string) => ({ ok: false, status, reason }) as const;
