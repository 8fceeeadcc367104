import { createRoute, z } from '@hono/zod-openapi';
import { Integration } from '../schemas/integration.ts';
import { KEYED, NOT_FOUND, ok, SECURITY } from '../schemas/problem.ts';
import type { ApiApp } from '../service.ts';

const readIntegration = createRoute({
  operationId: 'readIntegration',
  method: 'get',
  path: '/integrations/{connector_type}',
  tags: ['Integrations'],
  summary: 'One integration point and its status',
  security: SECURITY,
  request: { params: z.object({ connector_type: z.string().openapi({ example: 'cloud_directory' }) }) },
  responses: { ...ok(Integration, 'The integration point.'), ...NOT_FOUND, ...KEYED },
});

export const addIntegrationRoutes = (app: ApiApp): void => {
  app.openapi(readIntegration, (c) => {
    const found = c.var.tenant.domain.connectors.find(c.req.valid('param').connector_type);
    return found === undefined
      ? c.json({ error: 'There is no such connector type.' }, 404)
      : c.json(found, 200);
  });
};
