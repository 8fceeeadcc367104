import { type Context, Hono } from 'hono';
import type { Answered } from '../../stand-in-kit/answer-call.ts';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { parseJson } from '../../stand-in-kit/fields.ts';
import { answerOperation, refusalOf } from '../answer-operation.ts';
import type { Operation } from '../fault.ts';
import type { Service } from '../service.ts';
import { badSyntax, ConnectorError } from './connector-error.ts';
import {
  type Call,
  createConversation,
  type Done,
  deleteActivity,
  getMember,
  getMembers,
  getPagedMembers,
  getTeam,
  sendActivity,
  updateActivity,
} from './operations.ts';

type Run = (service: Service, call: Call) => Done;

const authorize = async ({ accessTokens }: Service, c: Context<StandInEnv>): Promise<void> => {
  const [, token] = /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '') ?? [];
  if (token === undefined || !(await accessTokens.accepts(token)))
    throw new ConnectorError(401, 'Unauthorized', 'Authorization has been denied for this request.');
};

const readBody = async (c: Context<StandInEnv>): Promise<unknown> => {
  if (c.req.method === 'GET' || c.req.method === 'DELETE') return undefined;
  if (!(c.req.header('Content-Type') ?? '').startsWith('application/json'))
    throw new ConnectorError(415, 'UnsupportedMediaType', 'The body is not JSON.');
  const body = parseJson(await c.req.text());
  if (body === undefined) throw badSyntax('The body is not JSON.');
  return body;
};

const answer = async (service: Service, c: Context<StandInEnv>, run: Run): Promise<Answered> => {
  const { conversation = '', item = '' } = c.req.param() as Record<string, string>;
  try {
    await authorize(service, c);
    const isTargeted = c.req.query('isTargetedActivity') === 'true';
    const page = new URL(c.req.url).search;
    const done = run(service, { conversation, item, body: await readBody(c), isTargeted, page });
    const { conversation: where, activityId } = done;
    return { response: c.json(done.body as object, done.status), conversation: where, activityId };
  } catch (error) {
    return {
      ...refusalOf(c, error),
      conversation: conversation || undefined,
      activityId: item || undefined,
    };
  }
};

/** The connector: what a bot calls under its service address. */
export const createConnector = (service: Service): Hono<StandInEnv> => {
  const app = new Hono<StandInEnv>();
  const take = (operation: Operation, run: Run) => (c: Context<StandInEnv>) =>
    answerOperation(service, c, operation, () => answer(service, c, run));
  app.post('/v3/conversations', take('createConversation', createConversation));
  app.post('/v3/conversations/:conversation/activities', take('sendActivity', sendActivity));
  app.post('/v3/conversations/:conversation/activities/:item', take('replyToActivity', sendActivity));
  app.put('/v3/conversations/:conversation/activities/:item', take('updateActivity', updateActivity));
  app.delete('/v3/conversations/:conversation/activities/:item', take('deleteActivity', deleteActivity));
  // Microsoft's clients write it in both ways.
  for (const paged of ['pagedmembers', 'pagedMembers'])
    app.get(`/v3/conversations/:conversation/${paged}`, take('getPagedMembers', getPagedMembers));
  app.get('/v3/conversations/:conversation/members', take('getMembers', getMembers));
  app.get('/v3/conversations/:conversation/members/:item', take('getMember', getMember));
  app.get('/v3/teams/:item', take('getTeam', getTeam));
  return app;
};
