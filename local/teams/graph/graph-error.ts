export type GraphStatus = 400 | 401 | 403 | 404 | 415 | 429;

/** An answer of Graph that is not a success. */
export class GraphError extends Error {
  readonly status: GraphStatus;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: GraphStatus, code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'GraphError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const badRequest = (message: string): GraphError => new GraphError(400, 'Request_BadRequest', message);
