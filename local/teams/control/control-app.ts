import { Hono } from 'hono';
import type { Handles } from '../handles.ts';
import type { Service, TeamsEnv } from '../service.ts';
import { addActControls } from './acts.ts';
import { createLocalOnly } from './local-only.ts';
import { addStateControls } from './state.ts';
import { addTrafficControls } from './traffic.ts';

export const createControlApp = (service: Service, handles: Handles): Hono<TeamsEnv> => {
  const app = new Hono<TeamsEnv>();
  app.use(createLocalOnly());
  addStateControls(app, service, handles);
  addTrafficControls(app, service, handles);
  addActControls(app, handles);
  return app;
};
