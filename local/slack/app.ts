import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { createControlApp } from './control/control-app.ts';
import { createHandles } from './handles.ts';
import { createHooks } from './hooks.ts';
import { NotPossible } from './not-possible.ts';
import { createService, type SlackEnv } from './service.ts';
import type { SlackOptions } from './settings.ts';
import { createWebApi } from './web-api.ts';

export const createSlackApp = (options: SlackOptions = {}) => {
  const service = createService(options);
  const handles = createHandles(service);
  const app = new Hono<SlackEnv>();
  app.route('/api', createWebApi(service));
  app.route('/hooks', createHooks(service));
  if (options.control === true) app.route('/control', createControlApp(service, handles));
  app.notFound((c) => c.json({ ok: false, error: 'not_found' }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
    if (error instanceof NotPossible) return c.json({ error: error.message }, 400);
    console.error(error);
    return c.json({ ok: false, error: 'internal_error' }, 500);
  });
  return { app, service, handles };
};
