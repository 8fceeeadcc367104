import type { HttpAnswer } from './http-transport.ts';

/** Longer than any rate-limit window: a server that says more is wrong, or its clock is. */
const LONGEST_RETRY_AFTER_MS = 5 * 60_000;

/**
 * Retry-After as milliseconds from now: seconds, or a date, which is read by the server's own clock if the server states
 * it. Null if it is missing or makes no sense.
 */
export function readRetryAfter(
  headers: HttpAnswer['headers'],
  nowMs: number,
  longestMs = LONGEST_RETRY_AFTER_MS,
): number | null {
  const header = headers['retry-after'];
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return null;
  const date = readDate(value);
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : null;
  if (seconds === null && date === null) return null;
  const ms = seconds === null ? (date ?? 0) - (readDate(headers.date) ?? nowMs) : Math.ceil(seconds * 1000);
  return Math.min(Math.max(0, ms), longestMs);
}

/** An HTTP date as epoch milliseconds. */
export function readDate(header: string | string[] | undefined): number | null {
  const ms = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
