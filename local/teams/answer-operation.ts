import type { Context } from 'hono';
import { type Answered, answerCall } from '../stand-in-kit/answer-call.ts';
import type { StandInEnv } from '../stand-in-kit/chat-core.ts';
import { ConnectorError } from './connector/connector-error.ts';
import type { Operation } from './fault.ts';
import type { Service } from './service.ts';

const waiting = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { 'Retry-After': String(seconds) };

/** Answers a call of the bot, or refuses it as a fault says. */
export const answerOperation = (
  service: Service,
  c: Context<StandInEnv>,
  operation: Operation,
  work: () => Promise<Answered>,
): Promise<Response> =>
  answerCall(service, c, { operation }, work, (fault) => {
    const limited = fault.kind === 'ratelimited';
    const code = fault.code ?? (limited ? 'TooManyRequests' : 'ServiceError');
    const headers = waiting(limited ? (fault.retry_after ?? 1) : fault.retry_after);
    const body = { error: { code, message: 'Planned by a fault.' } };
    const response = c.json(body, (limited ? 429 : fault.status) as 500, headers);
    return { response, error: fault.code ?? fault.kind };
  });

/** What a caller is told if the connector refuses; other errors are ours. */
export const refusalOf = (c: Context<StandInEnv>, error: unknown): Answered => {
  if (!(error instanceof ConnectorError)) throw error;
  const { status, code, message, retryAfterSeconds } = error;
  // A refused token is answered before Teams is reached, in another form.
  const body = status === 401 ? { message } : { error: { code, message } };
  return { response: c.json(body, status, waiting(retryAfterSeconds)), error: code };
};
