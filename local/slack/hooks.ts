import { type Context, Hono } from 'hono';
import { answerMessage } from './interactions/answer-message.ts';
import { readRequest } from './read-request.ts';
import type { Service, SlackEnv } from './service.ts';
import { SlackError } from './slack-error.ts';
import { withFault } from './wire-fault.ts';

const METHOD = 'response_url';
/** Addresses that are used up are gone; everything else is a bad request. */
const GONE = new Set(['no_service', 'expired_url', 'used_url']);

const take = async (service: Service, c: Context<SlackEnv>, lost: boolean): Promise<Response> => {
  const key = c.req.param('key') ?? '';
  const record = (error?: string) =>
    service.requests.add({
      method: METHOD,
      at: service.now(),
      ok: error === undefined,
      ...(error === undefined ? {} : { error }),
      ...(lost ? { lost } : {}),
    });
  try {
    const target = service.responseUrls.look(key);
    if (typeof target === 'string') throw new SlackError(target);
    const { kind, args } = await readRequest(c);
    if (kind !== 'json') throw new SlackError('invalid_payload');
    answerMessage(service, target, args);
    service.responseUrls.count(key);
    record();
    return c.json({ ok: true });
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    record(error.code);
    return c.json({ ok: false, error: error.code }, GONE.has(error.code) ? 404 : 400);
  }
};

/** The addresses handed out as `response_url`; whoever has one needs no token. */
export const createHooks = (service: Service): Hono<SlackEnv> => {
  const app = new Hono<SlackEnv>();
  app.post('/:kind/:key', (c) => withFault(service, c, METHOD, (lost) => take(service, c, lost)));
  return app;
};
