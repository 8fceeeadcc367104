import { addControl } from '../stand-in-kit/control/add-control.ts';
import { createApp } from '../stand-in-kit/create-app.ts';
import { drawPath } from '../stand-in-kit/private-address.ts';
import { createConnector } from './connector/connector-app.ts';
import { createControlApp } from './control/control-app.ts';
import { createGraph } from './graph/graph-app.ts';
import { createHandles } from './handles.ts';
import { createLogin } from './login.ts';
import { createOpenId } from './openid.ts';
import { createService } from './service.ts';
import type { TeamsOptions } from './settings.ts';
import { createWorkflows } from './workflows.ts';

export const createTeamsApp = (options: TeamsOptions = {}) => {
  const service = createService(options);
  const handles = createHandles(service);
  const app = createApp(
    { error: { code: 'NotFound', message: 'There is nothing here.' } },
    { error: { code: 'ServiceError', message: 'Something broke.' } },
  );
  app.route('/login', createLogin(service));
  app.route('/v1/.well-known', createOpenId(service));
  app.route('/teams', createConnector(service));
  app.route('/graph', createGraph(service));
  app.route('/workflows', createWorkflows(service));
  const controlPath = drawPath('/control');
  if (options.control === true) addControl(app, controlPath, createControlApp(service, handles));
  return { app, service, handles, controlPath };
};
