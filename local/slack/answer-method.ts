import type { Context } from 'hono';
import { type Answered, answerCall } from '../stand-in-kit/answer-call.ts';
import type { StandInEnv } from '../stand-in-kit/chat-core.ts';
import type { Service } from './service.ts';

/** Answers a call of the app, or refuses it as a fault says. */
export const answerMethod = (
  service: Service,
  c: Context<StandInEnv>,
  method: string,
  work: () => Promise<Answered>,
): Promise<Response> =>
  answerCall(service, c, { method }, work, ({ kind, error: planned, retry_after: wait = 1 }) => {
    const error = kind === 'ratelimited' ? kind : (planned ?? 'internal_error');
    const body = { ok: false, error };
    const response =
      kind === 'ratelimited' ? c.json(body, 429, { 'Retry-After': String(wait) }) : c.json(body);
    return { response, error };
  });
