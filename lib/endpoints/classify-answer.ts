import { readRetryAfter } from '../base/http/retry-after.ts';
import type { Trouble } from '../outbox/outage.ts';
import type { Judged } from './event-transport.ts';
import type { Posted, ReceiverAnswer } from './post-safely.ts';
import { LONGEST_RETRY_AFTER_MS } from './retry-pauses.ts';

/** The header by which a receiver says more than a status does. */
const DELIVERY = 'webhook-delivery';

const DISABLED: Trouble = { kind: 'place', reason: 'the receiver asked to stop' };

/** What an answer means. */
export function classifyAnswer(posted: Posted, nowMs: number): Judged {
  if (posted.is === 'address') return endpoint({ kind: 'place', reason: posted.reason });
  if (posted.is === 'nothing') return endpoint({ kind: 'unreachable', reason: posted.reason });
  const { answer } = posted;
  const { status } = answer;
  const says = wishOf(answer);
  const isTaken = status >= 200 && status < 300;
  if (isTaken) return says === 'disable' ? { is: 'taken', disable: DISABLED } : { is: 'taken' };
  const reason = `HTTP ${status}`;
  if (says === 'abort-message') return { is: 'aborted', reason };
  if (says === 'disable') return endpoint(DISABLED);
  const leastMs = readRetryAfter(answer.headers, nowMs, LONGEST_RETRY_AFTER_MS) ?? 0;
  const kind = KINDS[status] ?? (status < 400 ? 'place' : 'unreachable');
  // The error may be about this event: that is so if others are taken. But a receiver may also answer 400 to a signature,
  // and then every event fails.
  const maybeEvent = KINDS[status] === undefined && status >= 400 && leastMs === 0;
  return { is: 'endpoint', trouble: { kind, reason }, leastMs, maybeEvent };
}

/** Errors of the endpoint, and not of the event. The bridge follows no redirect, so a redirect means a wrong address. */
const KINDS: Readonly<Record<number, Trouble['kind']>> = {
  401: 'credentials',
  403: 'credentials',
  407: 'credentials',
  404: 'place',
  405: 'place',
  410: 'place',
  421: 'place',
  408: 'unreachable',
  425: 'unreachable',
  429: 'unreachable',
};

const endpoint = (trouble: Trouble): Judged => ({ is: 'endpoint', trouble, leastMs: 0, maybeEvent: false });

function wishOf({ headers }: ReceiverAnswer): string | null {
  const value = headers[DELIVERY];
  return typeof value === 'string' ? value.trim().toLowerCase() : null;
}
