export type Status = 400 | 401 | 403 | 404 | 405 | 412 | 413 | 415 | 429;

/** An answer that is not a success. */
export class ConnectorError extends Error {
  readonly status: Status;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: Status, code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'ConnectorError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const badArgument = (message: string): ConnectorError =>
  new ConnectorError(400, 'BadArgument', message);
export const badSyntax = (message: string): ConnectorError => new ConnectorError(400, 'BadSyntax', message);

export const tooMany = (waitMs: number): ConnectorError =>
  new ConnectorError(429, 'TooManyRequests', 'Too many requests.', Math.max(1, Math.ceil(waitMs / 1000)));
