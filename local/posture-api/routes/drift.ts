import { createRoute, z } from '@hono/zod-openapi';
import { Drift } from '../schemas/drift.ts';
import { BAD_REQUEST, KEYED, NOT_FOUND, ok, SECURITY } from '../schemas/problem.ts';
import { Uuid } from '../schemas/shapes.ts';
import type { ApiApp } from '../service.ts';

const readDrift = createRoute({
  operationId: 'readDrift',
  method: 'get',
  path: '/drift/{drift_id}',
  tags: ['Drift'],
  summary: 'One drift event',
  security: SECURITY,
  request: { params: z.object({ drift_id: Uuid }) },
  responses: { ...ok(Drift, 'The drift event.'), ...BAD_REQUEST, ...NOT_FOUND, ...KEYED },
});

export const addDriftRoutes = (app: ApiApp): void => {
  app.openapi(readDrift, (c) => {
    const found = c.var.tenant.domain.drift.find(c.req.valid('param').drift_id);
    return found === undefined ? c.json({ error: 'There is no such drift event.' }, 404) : c.json(found, 200);
  });
};
