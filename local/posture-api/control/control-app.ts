import { Hono } from 'hono';
import type { ApiEnv, Service } from '../service.ts';
import { addCaseControls } from './cases.ts';
import { addSampleControls } from './samples.ts';
import { addStateControls } from './state.ts';
import { addThreatControls } from './threats.ts';
import { addTrafficControls } from './traffic.ts';

export const createControlApp = (service: Service): Hono<ApiEnv> => {
  const app = new Hono<ApiEnv>();
  addCaseControls(app, service);
  addThreatControls(app, service);
  addStateControls(app, service);
  addTrafficControls(app, service);
  addSampleControls(app, service);
  return app;
};
