import { type Context, Hono } from 'hono';
import type { Fields } from './blocks/walk.ts';
import { missingScope } from './methods/channel-access.ts';
import type { Method } from './methods/method.ts';
import { METHODS } from './methods/methods.ts';
import { readRequest, type SlackRequest } from './read-request.ts';
import type { Service, SlackEnv } from './service.ts';
import { rateLimited, SlackError } from './slack-error.ts';
import { withFault } from './wire-fault.ts';

const call = (service: Service, name: string, method: Method, request: SlackRequest): Fields => {
  const { token, rates } = service;
  const refused = token.refuse(request.token);
  if (refused !== undefined) throw new SlackError(refused);
  if (method.scopes.length > 0 && !method.scopes.some(token.holds))
    throw missingScope(service, method.scopes.join(','));
  const waitMs = method.tier === undefined ? 0 : rates.takeCall(name, method.tier);
  if (waitMs > 0) throw rateLimited(waitMs);
  return method.run(service, request.kind === 'json' && !method.json ? {} : request.args);
};

const refusalBody = (error: SlackError): Fields => ({
  ok: false,
  error: error.code,
  ...error.extra,
  ...(error.messages.length === 0 ? {} : { response_metadata: { messages: error.messages } }),
});

const withWarnings = (body: Fields, warnings: readonly string[]): Fields =>
  warnings.length === 0
    ? body
    : {
        ...body,
        warning: warnings.join(','),
        response_metadata: { ...(body.response_metadata as Fields | undefined), warnings },
      };

const answer = async (service: Service, c: Context<SlackEnv>, name: string, lost: boolean) => {
  const method = METHODS.get(name);
  let request: SlackRequest | undefined;
  let body: Fields;
  let failure: SlackError | undefined;
  try {
    request = await readRequest(c);
    if (method === undefined) throw new SlackError('unknown_method', { extra: { req_method: name } });
    body = { ok: true, ...call(service, name, method, request) };
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    failure = error;
    body = refusalBody(error);
  }
  const channel = request?.args.channel;
  service.requests.add({
    method: name,
    at: service.now(),
    ok: failure === undefined,
    ...(failure === undefined ? {} : { error: failure.code }),
    ...(typeof channel === 'string' ? { channel } : {}),
    ...(lost ? { lost } : {}),
  });
  service.print(`slack <- app ${name}: ${failure?.code ?? 'ok'}`);
  service.changes.tell('request', { method: name, ok: failure === undefined, error: failure?.code ?? null });
  const headers: Record<string, string> = {
    'X-OAuth-Scopes': service.token.scopes().join(','),
    'X-Accepted-OAuth-Scopes': method?.scopes.join(',') ?? '',
    'X-Slack-Req-Id': service.ids.secret(16),
  };
  const wait = failure?.retryAfterSeconds;
  if (wait !== undefined) return c.json(body, 429, { ...headers, 'Retry-After': String(wait) });
  return c.json(withWarnings(body, request?.warnings ?? []), 200, headers);
};

/** `https://slack.com/api/*`: every answer is 200, but for the one that says to slow down. */
export const createWebApi = (service: Service): Hono<SlackEnv> => {
  const app = new Hono<SlackEnv>();
  app.all('/:method', (c) => {
    const name = c.req.param('method');
    return withFault(service, c, name, (lost) => answer(service, c, name, lost));
  });
  return app;
};
