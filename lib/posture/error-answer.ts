import { parseTolerant } from './parse-tolerant.ts';
import {
  NotFoundError,
  NotReadyError,
  type PostureError,
  RateLimitedError,
  RejectedError,
  UnauthorizedError,
} from './posture-errors.ts';
import { ErrorBody, NotReadyBody } from './schemas/error-body.ts';

/** The error for an answer that is not a success. `name` is the request in words for people. */
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
