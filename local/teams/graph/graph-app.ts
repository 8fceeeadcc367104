import { type Context, Hono } from 'hono';
import type { Answered } from '../../stand-in-kit/answer-call.ts';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { parseJson } from '../../stand-in-kit/fields.ts';
import { answerOperation } from '../answer-operation.ts';
import type { Operation } from '../fault.ts';
import type { Service } from '../service.ts';
import { GRAPH } from '../tokens/access-tokens.ts';
import { checkMemberGroups } from './check-member-groups.ts';
import { badRequest, GraphError } from './graph-error.ts';
import { findTeam, listMessages, mayRead } from './list-messages.ts';

type Run = (service: Service, c: Context<StandInEnv>, roles: readonly unknown[]) => Promise<object>;

/** What the application may do, by its token: a later consent needs a new token. */
const rolesIn = async ({ accessTokens }: Service, c: Context<StandInEnv>): Promise<readonly unknown[]> => {
  const [, token] = /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '') ?? [];
  const claims = token === undefined ? undefined : await accessTokens.read(token, GRAPH);
  if (claims === undefined)
    throw new GraphError(401, 'InvalidAuthenticationToken', 'Access token validation failure.');
  return Array.isArray(claims.roles) ? claims.roles : [];
};

const CHECK_PERMISSIONS = ['GroupMember.Read.All', 'User.ReadBasic.All'];

const checkGroups: Run = async (service, c, roles) => {
  if (!CHECK_PERMISSIONS.every((permission) => roles.includes(permission)))
    throw new GraphError(
      403,
      'Authorization_RequestDenied',
      'Insufficient privileges to complete the operation.',
    );
  return checkMemberGroups(service, c.req.param('id') ?? '', await readBody(c));
};

const list =
  ({ delta = false } = {}): Run =>
  async (service, c, roles) => {
    const { team = '', channel = '', root } = c.req.param() as Record<string, string>;
    // Checked before anything is looked up: a stranger must not learn which teams exist.
    if (!mayRead(findTeam(service, team), roles))
      throw new GraphError(
        403,
        'Forbidden',
        "Missing role permissions on the request. API requires one of 'ChannelMessage.Read.All, ChannelMessage.Read.Group'.",
      );
    const { origin, pathname } = new URL(c.req.url);
    return listMessages(service, {
      team,
      channel,
      root,
      delta,
      query: c.req.query(),
      address: `${origin}${pathname}`,
    });
  };

const readBody = async (c: Context<StandInEnv>): Promise<unknown> => {
  if (!(c.req.header('Content-Type') ?? '').startsWith('application/json'))
    throw new GraphError(415, 'Request_BadRequest', 'The body is not JSON.');
  const body = parseJson(await c.req.text());
  if (body === undefined) throw badRequest('The body is not JSON.');
  return body;
};

const answer = async (service: Service, c: Context<StandInEnv>, run: Run): Promise<Answered> => {
  try {
    return { response: c.json(await run(service, c, await rolesIn(service, c))) };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { status, code, message, retryAfterSeconds } = error;
    const innerError = { date: new Date(service.now()).toISOString(), 'request-id': service.ids.random() };
    const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
    return { response: c.json({ error: { code, message, innerError } }, status, headers), error: code };
  }
};

/** The parts of Microsoft Graph that the bridge uses: `https://graph.microsoft.com/v1.0`. */
export const createGraph = (service: Service): Hono<StandInEnv> => {
  const app = new Hono<StandInEnv>();
  const take = (operation: Operation, run: Run) => (c: Context<StandInEnv>) =>
    answerOperation(service, c, operation, () => answer(service, c, run));
  const messages = '/v1.0/teams/:team/channels/:channel/messages';
  app.post('/v1.0/users/:id/checkMemberGroups', take('checkMemberGroups', checkGroups));
  app.get(messages, take('listMessages', list()));
  app.get(`${messages}/delta`, take('listChanges', list({ delta: true })));
  app.get(`${messages}/:root/replies`, take('listReplies', list()));
  return app;
};
