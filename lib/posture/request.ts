import type { Clock, Random } from '../base/clock.ts';
import { countValues } from '../base/http/count-values.ts';
import {
  AnswerTooLargeError,
  type HttpAnswer,
  type Transport,
  TransportError,
} from '../base/http/http-transport.ts';
import { parseJson } from '../base/http/parse-json.ts';
import { redactor } from '../base/http/redactor.ts';
import { readDate, readRetryAfter } from '../base/http/retry-after.ts';
import { grouped } from '../base/text/format.ts';
import { errorFor } from './error-answer.ts';
import {
  InvalidRequestError,
  MalformedError,
  type PostureError,
  RateLimitedError,
  RejectedError,
  TooLargeError,
  UnreachableError,
} from './posture-errors.ts';
import type { Grant, Priority, RequestBudget, RequestKind } from './request-budget.ts';

/** What a caller says about one call. */
export interface Call {
  /** Epoch milliseconds after which the caller has no use for an answer. Defaults to one minute from now. */
  readonly deadline?: number | undefined;
  readonly priority?: Priority | undefined;
}

/** For metrics and logs. Contains no keys, bodies or query values. */
export type PostureEvent =
  | {
      readonly type: 'answer';
      method: string;
      path: string;
      status: number;
      durationMs: number;
      attempt: number;
    }
  | {
      readonly type: 'no-answer';
      method: string;
      path: string;
      reason: string;
      durationMs: number;
      attempt: number;
    }
  | { readonly type: 'waiting'; method: string; path: string; delayMs: number; because: 'retry' | 'budget' }
  | { readonly type: 'repaired'; path: string; reason: string };

export interface RequestParts {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly auth: 'x-api-key' | 'bearer';
  readonly transport: Transport;
  readonly budget: RequestBudget;
  readonly clock: Clock;
  readonly random: Random;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly observe: (event: PostureEvent) => void;
}

export interface PostureRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: ReadonlyArray<readonly [string, string]>;
  readonly body?: string;
  /** The largest answer, uncompressed. */
  readonly mostBytes: number;
  /** Cuts long lists and texts inside the items, which is better than reading nothing. */
  readonly shorten?: boolean;
}

export interface PostureAnswer {
  readonly body: unknown;
  /** The size of the answer as a share of the most that this client reads, from 0 to 1. */
  readonly share: number;
  /** The server's clock when it answered, if the server said. */
  readonly serverTimeMs: number | null;
}

export type SendRequest = (request: PostureRequest, call: Call) => Promise<PostureAnswer>;

/** The most values in one answer. With more, four pages at a time would not fit into the poller's memory. */
const MOST_VALUES = 400_000;
const DEFAULT_DEADLINE_MS = 60_000;
const BACKOFF = { baseMs: 200, capMs: 10_000 };

/**
 * Sends one request and returns the JSON of its answer. Retries reads while that can help and the deadline allows it.
 * Sends a write once: only the caller knows whether it may be repeated.
 */
export function createSendRequest(parts: RequestParts): SendRequest {
  const { clock, random, budget, transport, observe } = parts;
  const base = checkedBaseUrl(parts.baseUrl);
  const authorization = authorizationHeader(parts);
  const redact = redactor(parts.apiKey);

  const named = ({ method, path }: PostureRequest): string => redact(`${method} ${path}`);
  const about = ({ method, path }: PostureRequest) => ({ method, path: redact(path) });

  return async function send(request, call) {
    const deadline = call.deadline ?? clock.now() + DEFAULT_DEADLINE_MS;
    const kind: RequestKind = request.method === 'GET' ? 'read' : 'write';
    const retries = kind === 'read' ? parts.retries : 0;

    for (let attempt = 1; ; attempt++) {
      await takeFromBudget(request, kind, call.priority ?? 'live', deadline);
      const outcome = await attemptOnce(request, deadline, attempt);
      if (outcome.ok) return outcome.answer;

      const { error } = outcome;
      const retryAfterMs = error instanceof RateLimitedError ? error.retryAfterMs : outcome.retryAfterMs;
      if (error instanceof RateLimitedError) await budget.close(kind, error.retryAfterMs ?? undefined);
      if (!worthRepeating(error) || attempt > retries) throw error;
      const delayMs = Math.max(retryAfterMs ?? 0, backoffMs(attempt));
      if (clock.now() + delayMs >= deadline) throw error;
      observe({ type: 'waiting', ...about(request), delayMs, because: 'retry' });
      await clock.sleep(delayMs);
    }
  };

  async function takeFromBudget(
    request: PostureRequest,
    kind: RequestKind,
    priority: Priority,
    deadline: number,
  ) {
    for (;;) {
      const grant: Grant = await budget.take(kind, priority);
      if (grant.granted) return;
      const delayMs = Math.max(1, grant.retryAfterMs);
      if (clock.now() + delayMs >= deadline) {
        const message = `${named(request)} was not sent: the request budget has no room before the deadline`;
        throw new RateLimitedError(message, delayMs);
      }
      observe({ type: 'waiting', ...about(request), delayMs, because: 'budget' });
      await clock.sleep(delayMs);
    }
  }

  type Outcome =
    | { ok: true; answer: PostureAnswer }
    | { ok: false; error: PostureError; retryAfterMs: number | null };

  async function attemptOnce(request: PostureRequest, deadline: number, attempt: number): Promise<Outcome> {
    const startedAt = clock.now();
    const timeoutMs = Math.min(parts.timeoutMs, deadline - startedAt);
    if (timeoutMs <= 0) {
      const error = new UnreachableError(`${named(request)} was not sent: the deadline has passed`, false);
      return { ok: false, error, retryAfterMs: null };
    }
    try {
      const answer = await transport.send({
        method: request.method,
        url: urlOf(request),
        headers: {
          ...authorization,
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: request.body,
        timeoutMs,
        mostBytes: request.mostBytes,
        shorten: request.shorten,
      });
      const durationMs = clock.now() - startedAt;
      observe({ type: 'answer', ...about(request), status: answer.status, durationMs, attempt });
      return read(request, answer);
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const reason = redact(error.message);
      observe({ type: 'no-answer', ...about(request), reason, durationMs: clock.now() - startedAt, attempt });
      if (error instanceof AnswerTooLargeError) return tooLarge(request, reason);
      const message = `${named(request)} got no answer: ${reason}`;
      return { ok: false, error: new UnreachableError(message, error.maybeReceived), retryAfterMs: null };
    }
  }

  function tooLarge(request: PostureRequest, reason: string): Outcome {
    const error = new TooLargeError(`${named(request)} was not read: ${reason}`);
    return { ok: false, error, retryAfterMs: null };
  }

  function read(request: PostureRequest, answer: HttpAnswer): Outcome {
    const values = countValues(answer.body);
    if (values > MOST_VALUES) {
      return tooLarge(request, `the answer holds more than ${grouped(MOST_VALUES)} values`);
    }
    const body = parseJson(answer.body);
    if (answer.status >= 200 && answer.status < 300) {
      const share = Math.max(values / MOST_VALUES, Buffer.byteLength(answer.body) / request.mostBytes);
      if (body !== undefined)
        return { ok: true, answer: { body, share, serverTimeMs: readDate(answer.headers.date) } };
      const error = new MalformedError(`${named(request)} was answered with something that is not JSON`);
      return { ok: false, error, retryAfterMs: null };
    }
    const retryAfterMs = readRetryAfter(answer.headers, clock.now());
    // Redacted in JSON that we write ourselves, so that the server's escaping cannot hide the key.
    const said = body === undefined ? undefined : parseJson(redact(JSON.stringify(body)));
    return { ok: false, error: errorFor(named(request), answer.status, said, retryAfterMs), retryAfterMs };
  }

  function urlOf({ path, query = [] }: PostureRequest): URL {
    const url = new URL(base + path);
    for (const [name, value] of query) url.searchParams.append(name, value);
    return url;
  }

  /** Full jitter: anywhere from nothing to the whole step, so that many pollers do not come back together. */
  function backoffMs(attempt: number): number {
    return random() * Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 ** (attempt - 1));
  }
}

const worthRepeating = (error: PostureError): boolean =>
  error instanceof UnreachableError ||
  error instanceof RateLimitedError ||
  (error instanceof RejectedError && error.status >= 500);

function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidRequestError(['baseUrl must be an http or https address']);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new InvalidRequestError(['baseUrl must not hold a user, a password, a query or a fragment']);
  }
  return url.href.replace(/\/+$/, '');
}

function authorizationHeader({ apiKey, auth }: RequestParts): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new InvalidRequestError(['apiKey is empty or has characters that a header cannot carry']);
  }
  return auth === 'bearer' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey };
}
