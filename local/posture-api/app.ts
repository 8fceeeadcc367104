import { OpenAPIHono } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { describeError, printAside } from '../../lib/base/terminal.ts';
import { addControl } from '../stand-in-kit/control/add-control.ts';
import { sentenceOf } from '../stand-in-kit/control/read-body.ts';
import { isLocalHost } from '../stand-in-kit/port-guard.ts';
import { drawPath } from '../stand-in-kit/private-address.ts';
import { createControlApp } from './control/control-app.ts';
import { renderDocs } from './docs-page.ts';
import { createGate } from './gate.ts';
import { addCaseRoutes } from './routes/cases.ts';
import { addDriftRoutes } from './routes/drift.ts';
import { addIntegrationRoutes } from './routes/integrations.ts';
import { addNhiRoutes } from './routes/nhi.ts';
import { addPersonaRoutes } from './routes/personas.ts';
import { addThreatRoutes } from './routes/threats.ts';
import { addUserRoutes } from './routes/users.ts';
import { type ApiApp, type ApiEnv, createService } from './service.ts';
import type { PostureApiOptions } from './settings.ts';
import { createWireFaults } from './wire-fault.ts';

export const BASE_PATH = '/api/v1/external';

const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Security Posture Public API (reference server)',
    version: '2.5.0',
    description: 'Security cases, threats, identities, integrations and drift of one domain; verdicts back.',
  },
  servers: [{ url: '/' }],
};

const createApi = (): ApiApp =>
  new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) =>
      result.success ? undefined : c.json({ error: sentenceOf(result.error) }, 400),
  });

export const createPostureApp = (options: PostureApiOptions) => {
  const service = createService(options);
  const app = createApi();
  const api = createApi();

  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });

  // Counted and broken before the gate checks the key: faults happen to strangers too.
  const countRequests = (method: string, path: string) =>
    service.tally.count(method, path.slice(BASE_PATH.length));
  api.use(async (c, next) => {
    countRequests(c.req.method, c.req.path);
    return next();
  });
  api.use(createWireFaults(service.faults));
  api.use(createGate(service));
  addCaseRoutes(api, service);
  addThreatRoutes(api, service);
  addUserRoutes(api, service);
  addPersonaRoutes(api);
  addNhiRoutes(api, service);
  addIntegrationRoutes(api);
  addDriftRoutes(api);
  app.route(BASE_PATH, api);

  const controlPath = drawPath('/_control');
  if (options.control === true) addControl(app, controlPath, createControlApp(service));
  const readDocument = () => app.getOpenAPI31Document(DOCUMENT);
  app.get('/openapi.json', (c) => c.json(readDocument()));
  app.get('/docs', (c) => {
    // Only a known name may appear in a line that is meant for a shell.
    const { host, origin } = new URL(c.req.url);
    return c.html(renderDocs(readDocument(), isLocalHost(host) ? origin : 'http://127.0.0.1:PORT'));
  });
  app.get('/', (c) => c.redirect('/docs'));

  app.notFound((c) => c.json({ error: 'There is no such endpoint.' }, 404));
  app.onError((error, c) => {
    // The framework has its own rules for bodies that are not declared as JSON.
    if (error instanceof HTTPException && error.status === 415) {
      return c.json({ error: 'The body must be sent as application/json.' }, 400);
    }
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
    printAside(...describeError(error));
    return c.json({ error: 'The server failed.' }, 500);
  });
  return { app, service, controlPath };
};
