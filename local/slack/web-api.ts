import { type Context, Hono } from 'hono';
import type { Answered } from '../stand-in-kit/answer-call.ts';
import type { StandInEnv } from '../stand-in-kit/chat-core.ts';
import type { Fields } from '../stand-in-kit/fields.ts';
import { answerMethod } from './answer-method.ts';
import { missingScope } from './methods/channel-access.ts';
import { type Method, TIERS } from './methods/method.ts';
import { METHODS } from './methods/methods.ts';
import { readRequest, type SlackRequest } from './read-request.ts';
import type { Service } from './service.ts';
import { rateLimited, SlackError } from './slack-error.ts';

const isScarce = ({ settings }: Service, name: string): boolean =>
  settings.distributed && (name === 'conversations.history' || name === 'conversations.replies');

const call = (service: Service, name: string, method: Method, request: SlackRequest): Fields => {
  const { token, rates } = service;
  const refused = token.refuse(request.token);
  if (refused !== undefined) throw new SlackError(refused);
  if (method.scopes.length > 0 && !method.scopes.some(token.holds))
    throw missingScope(service, method.scopes.join(','));
  const most = method.tier && (isScarce(service, name) ? 1 : TIERS[method.tier]);
  const waitMs = most === undefined ? 0 : rates.take([name, [[most, 60]]]);
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

const answer = async (service: Service, c: Context<StandInEnv>, name: string): Promise<Answered> => {
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
  const headers: Record<string, string> = {
    'X-OAuth-Scopes': service.token.scopes().join(','),
    ...(method && method.scopes.length > 0 ? { 'X-Accepted-OAuth-Scopes': method.scopes.join(',') } : {}),
    'X-Slack-Req-Id': service.ids.secret(16),
  };
  const wait = failure?.retryAfterSeconds;
  const response =
    wait === undefined
      ? c.json(withWarnings(body, request?.warnings ?? []), 200, headers)
      : c.json(body, 429, { ...headers, 'Retry-After': String(wait) });
  const channel = request?.args.channel;
  return { response, error: failure?.code, channel: typeof channel === 'string' ? channel : undefined };
};

/** `https://slack.com/api/*`: every answer is 200, except the one that says to slow down. */
export const createWebApi = (service: Service): Hono<StandInEnv> => {
  const app = new Hono<StandInEnv>();
  app.all('/:method', (c) => {
    const name = c.req.param('method');
    return answerMethod(service, c, name, () => answer(service, c, name));
  });
  return app;
};
