import { countValues } from '../base/http/count-values.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  type Transport,
  TransportError,
} from '../base/http/http-transport.ts';
import { readRetryAfter } from '../base/http/retry-after.ts';
import type { Refused } from './chat-port.ts';

export const JSON_BODY = { 'content-type': 'application/json; charset=utf-8' } as const;

/** An answer to one message, which some chats repeat in it. */
export const ANSWER_BYTES = 1024 * 1024;

/** More than any answer has that we ask for. It also limits memory: a megabyte of `[],[],` takes seventy when parsed. */
const MOST_VALUES = 200_000;
const TOO_MANY = `the answer holds more than ${MOST_VALUES} values`;

/** Used where a chat does not say how long to wait. */
const DEFAULT_RETRY_AFTER_MS = 5_000;
const LEAST_RETRY_AFTER_MS = 1_000;

export const busyAfter = (headers: HttpAnswer['headers'], nowMs: number) => {
  const retryAfterMs = readRetryAfter(headers, nowMs) ?? DEFAULT_RETRY_AFTER_MS;
  return { is: 'busy', retryAfterMs: Math.max(LEAST_RETRY_AFTER_MS, retryAfterMs) } as const;
};

export const refused = (
  code: string,
  kind: Refused['kind'],
  reason: string,
  messageGone = false,
): Refused => ({ is: 'refused', code, kind, reason, messageGone });

/** Tries once. If no answer comes, the result says whether the chat may have taken the request. */
export async function callChat<Answer>(
  transport: Pick<Transport, 'send'>,
  request: HttpRequest,
  read: (answer: HttpAnswer) => Answer,
  /** Made from the transport's own words, which may name the address. */
  reasonFor: (message: string) => string,
): Promise<Answer | { readonly is: 'unknown' | 'failed'; readonly reason: string }> {
  try {
    const answer = await transport.send(request);
    if (countValues(answer.body) > MOST_VALUES) return { is: 'unknown', reason: reasonFor(TOO_MANY) };
    return read(answer);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { is: error.maybeReceived ? 'unknown' : 'failed', reason: reasonFor(error.message) };
  }
}
