import type { NotReadyBody } from './schemas/error-body.ts';

export type PostureErrorCode =
  | 'unauthorized'
  | 'not_found'
  | 'not_ready'
  | 'rate_limited'
  | 'rejected'
  | 'unreachable'
  | 'malformed'
  | 'too_large'
  | 'invalid_request';

/**
 * What went wrong between the bridge and the API. Messages are built from the method, the path and what the server said,
 * with the key removed from it; never from headers or request bodies.
 */
export abstract class PostureError extends Error {
  abstract readonly code: PostureErrorCode;
  /** Whether the same request may work later without anyone changing anything. */
  abstract readonly retryable: boolean;
}

export class UnauthorizedError extends PostureError {
  override readonly name = 'UnauthorizedError';
  readonly code = 'unauthorized';
  readonly retryable = false;
}

export class NotFoundError extends PostureError {
  override readonly name = 'NotFoundError';
  readonly code = 'not_found';
  readonly retryable = false;
}

/** 423: the data of this domain is not available yet. */
export class NotReadyError extends PostureError {
  override readonly name = 'NotReadyError';
  readonly code = 'not_ready';
  readonly retryable = true;
  readonly body: NotReadyBody;

  constructor(message: string, body: NotReadyBody) {
    super(message);
    this.body = body;
  }
}

/** The server answered 429, or our own budget has no room before the deadline. */
export class RateLimitedError extends PostureError {
  override readonly name = 'RateLimitedError';
  readonly code = 'rate_limited';
  readonly retryable = true;
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The server answered with a refusal. */
export class RejectedError extends PostureError {
  override readonly name = 'RejectedError';
  readonly code = 'rejected';
  readonly retryable: boolean;
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
    this.retryable = status >= 500;
  }
}

/** No answer, or only a part of one. */
export class UnreachableError extends PostureError {
  override readonly name = 'UnreachableError';
  readonly code = 'unreachable';
  readonly retryable = true;
  /** False when the request certainly never reached the server. */
  readonly maybeReceived: boolean;

  constructor(message: string, maybeReceived: boolean) {
    super(message);
    this.maybeReceived = maybeReceived;
  }
}

/** An answer that is not what the contract promises. */
export class MalformedError extends PostureError {
  override readonly name = 'MalformedError';
  readonly code = 'malformed';
  readonly retryable = true;
}

/** An answer larger than this client reads. A retry would get the same answer. */
export class TooLargeError extends PostureError {
  override readonly name = 'TooLargeError';
  readonly code = 'too_large';
  readonly retryable = false;
}

/** Rejected by this client before anything was sent. */
export class InvalidRequestError extends PostureError {
  override readonly name = 'InvalidRequestError';
  readonly code = 'invalid_request';
  readonly retryable = false;
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}
