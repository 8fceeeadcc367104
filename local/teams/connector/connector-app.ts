import { type Context, Hono } from 'hono';
import type { Service, TeamsEnv } from '../service.ts';
import type { Operation } from '../state/fault-book.ts';
import { type Answered, withFault } from '../wire-fault.ts';
import { badSyntax, ConnectorError } from './connector-error.ts';
import {
  type Call,
  createConversation,
  type Done,
  getMember,
  getMembers,
  sendActivity,
  updateActivity,
} from './operations.ts';

type Run = (service: Service, call: Call) => Done;

const authorize = async ({ accessTokens }: Service, c: Context<TeamsEnv>): Promise<void> => {
  const [, token] = /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '') ?? [];
  if (token === undefined || !(await accessTokens.accepts(token)))
    throw new ConnectorError(401, 'Unauthorized', 'Authorization has been denied for this request.');
};

const readBody = async (c: Context<TeamsEnv>): Promise<unknown> => {
  if (c.req.method === 'GET') return undefined;
  if (!(c.req.header('Content-Type') ?? '').startsWith('application/json'))
    throw new ConnectorError(415, 'UnsupportedMediaType', 'The body is not JSON.');
  try {
    return JSON.parse(await c.req.text());
  } catch {
    throw badSyntax('The body is not JSON.');
  }
};

const answer = async (service: Service, c: Context<TeamsEnv>, run: Run): Promise<Answered> => {
  const { conversation = '', item = '' } = c.req.param() as Record<string, string>;
  try {
    await authorize(service, c);
    const done = run(service, { conversation, item, body: await readBody(c) });
    const { conversation: where, activityId } = done;
    return { response: c.json(done.body as object, done.status), conversation: where, activityId };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { status, code, message, retryAfterSeconds: wait } = error;
    const headers = wait === undefined ? {} : { 'Retry-After': String(wait) };
    // A refused token is answered before Teams is reached, in another form.
    const body = status === 401 ? { message } : { error: { code, message } };
    const place = conversation === '' ? {} : { conversation };
    const about = item === '' ? {} : { activityId: item };
    return { response: c.json(body, status, headers), error: code, ...place, ...about };
  }
};

/** The connector: what a bot calls under its service address. */
export const createConnector = (service: Service): Hono<TeamsEnv> => {
  const app = new Hono<TeamsEnv>();
  const take = (operation: Operation, run: Run) => (c: Context<TeamsEnv>) =>
    withFault(service, c, operation, () => answer(service, c, run));
  app.post('/v3/conversations', take('createConversation', createConversation));
  app.post('/v3/conversations/:conversation/activities', take('sendActivity', sendActivity));
  app.post('/v3/conversations/:conversation/activities/:item', take('replyToActivity', sendActivity));
  app.put('/v3/conversations/:conversation/activities/:item', take('updateActivity', updateActivity));
  app.get('/v3/conversations/:conversation/members', take('getMembers', getMembers));
  app.get('/v3/conversations/:conversation/members/:item', take('getMember', getMember));
  return app;
};
