import { type Context, Hono } from 'hono';
import type { Answered } from '../stand-in-kit/answer-call.ts';
import type { StandInEnv } from '../stand-in-kit/chat-core.ts';
import { answerMethod } from './answer-method.ts';
import { answerMessage } from './interactions/answer-message.ts';
import { readRequest } from './read-request.ts';
import type { Service } from './service.ts';
import { SlackError } from './slack-error.ts';

/** Used-up addresses are gone; everything else is a bad request. */
const GONE = new Set(['no_service', 'expired_url', 'used_url']);

const take = async (service: Service, c: Context<StandInEnv>): Promise<Answered> => {
  const key = c.req.param('key') ?? '';
  try {
    const target = service.responseUrls.look(key);
    if (typeof target === 'string') throw new SlackError(target);
    const { kind, args } = await readRequest(c);
    if (kind !== 'json') throw new SlackError('invalid_payload');
    answerMessage(service, target, args);
    service.responseUrls.count(key);
    return { response: c.json({ ok: true }) };
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    const { code } = error;
    return { response: c.json({ ok: false, error: code }, GONE.has(code) ? 404 : 400), error: code };
  }
};

/** The addresses that are given out as `response_url`; they need no token. */
export const createHooks = (service: Service): Hono<StandInEnv> => {
  const app = new Hono<StandInEnv>();
  app.post('/:kind/:key', (c) => answerMethod(service, c, 'response_url', () => take(service, c)));
  return app;
};
