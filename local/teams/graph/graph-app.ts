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

/** What an operation of Graph takes: application permissions, all of them. */
type GraphOperation = {
  readonly permissions: readonly string[];
  run(service: Service, id: string, body: unknown): object;
};

const CHECK_MEMBER_GROUPS: GraphOperation = {
  permissions: ['GroupMember.Read.All', 'User.ReadBasic.All'],
  run: checkMemberGroups,
};

/** The token says what the application may do: a consent that came later needs another one. */
const authorize = async ({ accessTokens }: Service, c: Context<StandInEnv>, wanted: readonly string[]) => {
  const [, token] = /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '') ?? [];
  const claims = token === undefined ? undefined : await accessTokens.read(token, GRAPH);
  if (claims === undefined)
    throw new GraphError(401, 'InvalidAuthenticationToken', 'Access token validation failure.');
  const roles = Array.isArray(claims.roles) ? claims.roles : [];
  if (!wanted.every((permission) => roles.includes(permission)))
    throw new GraphError(
      403,
      'Authorization_RequestDenied',
      'Insufficient privileges to complete the operation.',
    );
};

const readBody = async (c: Context<StandInEnv>): Promise<unknown> => {
  if (!(c.req.header('Content-Type') ?? '').startsWith('application/json'))
    throw new GraphError(415, 'Request_BadRequest', 'The body is not JSON.');
  const body = parseJson(await c.req.text());
  if (body === undefined) throw badRequest('The body is not JSON.');
  return body;
};

const answer = async (
  service: Service,
  c: Context<StandInEnv>,
  { permissions, run }: GraphOperation,
): Promise<Answered> => {
  try {
    await authorize(service, c, permissions);
    return { response: c.json(run(service, c.req.param('id') ?? '', await readBody(c))) };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { status, code, message } = error;
    const innerError = { date: new Date(service.now()).toISOString(), 'request-id': service.ids.random() };
    return { response: c.json({ error: { code, message, innerError } }, status), error: code };
  }
};

/** Microsoft Graph, as far as the bridge asks it anything: `https://graph.microsoft.com/v1.0`. */
export const createGraph = (service: Service): Hono<StandInEnv> => {
  const app = new Hono<StandInEnv>();
  const take = (operation: Operation, how: GraphOperation) => (c: Context<StandInEnv>) =>
    answerOperation(service, c, operation, () => answer(service, c, how));
  app.post('/v1.0/users/:id/checkMemberGroups', take('checkMemberGroups', CHECK_MEMBER_GROUPS));
  return app;
};
