import type { HttpAnswer } from '../platform/http/transport.ts';
import {
  NotFoundError,
  NotReadyError,
  type PostureError,
  RateLimitedError,
  RejectedError,
  UnauthorizedError,
} from './errors.ts';
import { ErrorBody, NotReadyBody } from './schemas/error-body.ts';
import { parseTolerant } from './tolerant.ts';

/** The error for an answer that is not a success. `name` is the request as people would call it. */
export function errorFor(
  name: string,
  status: number,
  body: unknown,
  retryAfterMs: number | null,
): PostureError {
  const parsed = ErrorBody.safeParse(body);
  const said = parsed.success && parsed.data.error ? `: ${parsed.data.error.slice(0, 300)}` : '';
  switch (status) {
    case 401:
      return new UnauthorizedError(
        `${name} was refused (401${said}). Check the API key and that it is active.`,
      );
    case 404:
      return new NotFoundError(`${name} does not exist (404${said}).`);
    case 423: {
      const read = parseTolerant(NotReadyBody, body);
      const fields = read.ok ? read.value : {};
      const days = fields.days_until_ready;
      const when = typeof days === 'number' ? ` It will be in about ${Math.ceil(days * 10) / 10} days.` : '';
      return new NotReadyError(`${name}: the data is not ready yet (423).${when}`, fields);
    }
    case 429:
      return new RateLimitedError(`${name} met the server's rate limit (429${said}).`, retryAfterMs);
    default: {
      const hint = status >= 300 && status < 400 ? ' Redirects are not followed: check the base URL.' : '';
      return new RejectedError(`${name} was rejected (${status}${said}).${hint}`, status);
    }
  }
}

/** Longer than any window of a rate limit: a server that says more is wrong, or its clock is. */
const LONGEST_RETRY_AFTER_MS = 5 * 60_000;

/**
 * Retry-After as milliseconds from now: seconds, or a date, which is read by the server's own clock where it says
 * what that shows. Null when it is missing or makes no sense.
 */
export function readRetryAfter(headers: HttpAnswer['headers'], nowMs: number): number | null {
  const header = headers['retry-after'];
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return null;
  const date = readDate(value);
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : null;
  if (seconds === null && date === null) return null;
  const ms = seconds === null ? (date ?? 0) - (readDate(headers.date) ?? nowMs) : Math.ceil(seconds * 1000);
  return Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS);
}

/** An HTTP date as epoch milliseconds. */
export function readDate(header: string | string[] | undefined): number | null {
  const ms = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

export function parseJson(text: string): unknown {
  try {
    // A byte-order mark is no part of the JSON behind it.
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** A server may repeat our key in its answer ("unknown key abc"); our messages must not. */
export function redactor(apiKey: string): (text: string) => string {
  const forms = new Set([apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)]);
  return (text) => [...forms].reduce((clean, form) => clean.replaceAll(form, '[key]'), text);
}
