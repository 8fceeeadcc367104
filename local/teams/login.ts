import { type Context, Hono } from 'hono';
import type { Answered } from '../stand-in-kit/answer-call.ts';
import type { StandInEnv } from '../stand-in-kit/chat-core.ts';
import { answerOperation } from './answer-operation.ts';
import type { Service } from './service.ts';
import { GRAPH, RESOURCE, type Resource } from './tokens/access-tokens.ts';

const SCOPES = new Map<string, Resource>(
  [RESOURCE, GRAPH].map((one) => [`${one}/.default`, one as Resource]),
);

type Refusal = {
  readonly error: string;
  readonly code: number;
  readonly words: string;
  readonly status?: 400 | 401;
};

const INVALID_SECRET: Refusal = {
  error: 'invalid_client',
  code: 7_000_215,
  words: 'Invalid client secret provided.',
  status: 401,
};

/** Why Entra would not issue a token; undefined if it would. Never repeats what was sent. */
const refuse = (service: Service, tenant: string, form: URLSearchParams): Refusal | undefined => {
  const { identity, settings } = service;
  const missing = ['grant_type', 'client_id', 'scope'].find((name) => !form.get(name));
  if (tenant !== identity.tenantId)
    return { error: 'invalid_request', code: 90_002, words: 'The tenant was not found.' };
  if (missing !== undefined)
    return {
      error: 'invalid_request',
      code: 900_144,
      words: `The request body must contain the following parameter: '${missing}'.`,
    };
  if (form.get('grant_type') !== 'client_credentials')
    return { error: 'unsupported_grant_type', code: 70_003, words: 'This grant type is not supported.' };
  if (form.get('client_id') !== identity.appId)
    return {
      error: 'unauthorized_client',
      code: 700_016,
      words: 'The application was not found in the directory.',
    };
  if (!form.get('client_secret'))
    return {
      error: 'invalid_client',
      code: 7_000_216,
      words: "'client_assertion' or 'client_secret' is required.",
      status: 401,
    };
  if (form.get('client_secret') !== identity.password || settings.secret === 'removed') return INVALID_SECRET;
  if (settings.secret === 'expired')
    return { ...INVALID_SECRET, code: 7_000_222, words: 'The provided client secret keys are expired.' };
  const scope = form.get('scope') ?? '';
  if (SCOPES.has(scope)) return undefined;
  return scope.endsWith('/.default')
    ? { error: 'invalid_resource', code: 500_011, words: 'The resource principal was not found.' }
    : { error: 'invalid_scope', code: 1_002_012, words: 'The scope must end in /.default.' };
};

const refusalBody = ({ now, ids }: Service, { error, code, words }: Refusal) => {
  const timestamp = `${new Date(now()).toISOString().slice(0, 19).replace('T', ' ')}Z`;
  const [traceId, correlationId] = [ids.random(), ids.random()];
  const trail = `Trace ID: ${traceId} Correlation ID: ${correlationId} Timestamp: ${timestamp}`;
  return {
    error,
    error_description: `AADSTS${code}: ${words} ${trail}`,
    error_codes: [code],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    error_uri: `https://login.microsoftonline.com/error?code=${code}`,
  };
};

const answer = async (service: Service, c: Context<StandInEnv>): Promise<Answered> => {
  const isForm = (c.req.header('Content-Type') ?? '').startsWith('application/x-www-form-urlencoded');
  const form = new URLSearchParams(isForm ? await c.req.text() : '');
  const refusal = refuse(service, c.req.param('tenant') ?? '', form);
  const headers = { 'Cache-Control': 'no-store' };
  if (refusal !== undefined)
    return {
      response: c.json(refusalBody(service, refusal), refusal.status ?? 400, headers),
      error: `AADSTS${refusal.code}`,
    };
  const { tokenLifetimeSeconds: lifetime, graphPermissions } = service.settings;
  const resource = SCOPES.get(form.get('scope') ?? '') ?? RESOURCE;
  const token = {
    token_type: 'Bearer',
    expires_in: lifetime,
    ext_expires_in: lifetime,
    access_token: service.accessTokens.issue(lifetime, resource, resource === GRAPH ? graphPermissions : []),
  };
  return { response: c.json(token, 200, headers) };
};

/** `https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token`. */
export const createLogin = (service: Service): Hono<StandInEnv> => {
  const app = new Hono<StandInEnv>();
  app.post('/:tenant/oauth2/v2.0/token', (c) =>
    answerOperation(service, c, 'token', () => answer(service, c)),
  );
  return app;
};
