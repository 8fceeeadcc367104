import { addControl } from '../stand-in-kit/control/add-control.ts';
import { createApp } from '../stand-in-kit/create-app.ts';
import { drawPath } from '../stand-in-kit/private-address.ts';
import { createControlApp } from './control/control-app.ts';
import { createHandles } from './handles.ts';
import { createHooks } from './hooks.ts';
import { createService } from './service.ts';
import type { SlackOptions } from './settings.ts';
import { createWebApi } from './web-api.ts';

export const createSlackApp = (options: SlackOptions = {}) => {
  const service = createService(options);
  const handles = createHandles(service);
  const app = createApp({ ok: false, error: 'not_found' }, { ok: false, error: 'internal_error' });
  app.route('/api', createWebApi(service));
  app.route('/hooks', createHooks(service));
  const controlPath = drawPath('/control');
  if (options.control === true) addControl(app, controlPath, createControlApp(service, handles));
  return { app, service, handles, controlPath };
};
