import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { createConnector } from './connector/connector-app.ts';
import { createControlApp } from './control/control-app.ts';
import { createHandles } from './handles.ts';
import { createLogin } from './login.ts';
import { NotPossible } from './not-possible.ts';
import { createOpenId } from './openid.ts';
import { createService, type TeamsEnv } from './service.ts';
import type { TeamsOptions } from './settings.ts';
import { createWorkflows } from './workflows.ts';

export const createTeamsApp = (options: TeamsOptions = {}) => {
  const service = createService(options);
  const handles = createHandles(service);
  const app = new Hono<TeamsEnv>();
  app.route('/login', createLogin(service));
  app.route('/v1/.well-known', createOpenId(service));
  app.route('/teams', createConnector(service));
  app.route('/workflows', createWorkflows(service));
  if (options.control === true) app.route('/control', createControlApp(service, handles));
  app.notFound((c) => c.json({ error: { code: 'NotFound', message: 'There is nothing here.' } }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
    if (error instanceof NotPossible) return c.json({ error: error.message }, 400);
    console.error(error);
    return c.json({ error: { code: 'ServiceError', message: 'Something broke.' } }, 500);
  });
  return { app, service, handles };
};
