import { createRoute, z } from '@hono/zod-openapi';
import { PersonaAnswer, PersonaOverview } from '../schemas/persona.ts';
import { BAD_REQUEST, KEYED, LOCKED, NOT_FOUND, ok, SECURITY } from '../schemas/problem.ts';
import { Uuid } from '../schemas/shapes.ts';
import type { ApiApp } from '../service.ts';

const params = z.object({ tuid: Uuid });
const errors = { ...BAD_REQUEST, ...NOT_FOUND, ...KEYED, ...LOCKED };

const readOverview = createRoute({
  operationId: 'readPersonaOverview',
  method: 'get',
  path: '/personas/{tuid}',
  tags: ['Personas'],
  summary: 'Persona overview of one user',
  security: SECURITY,
  request: { params },
  responses: { ...ok(PersonaOverview, 'The overview.'), ...errors },
});

const readDetail = createRoute({
  operationId: 'readPersonaDetail',
  method: 'get',
  path: '/personas/{tuid}/detail',
  tags: ['Personas'],
  summary: 'Structured persona detail of one user',
  security: SECURITY,
  request: { params },
  responses: { ...ok(PersonaAnswer, 'The detail, or a placeholder when there is none yet.'), ...errors },
});

const NO_PERSONA = { error: 'There is no persona for this user.' };

export const addPersonaRoutes = (app: ApiApp): void => {
  app.openapi(readOverview, (c) => {
    const { domain } = c.var.tenant;
    const locked = domain.readiness.check('personas');
    if (locked) return c.json(locked, 423);
    const index = domain.users.indexOf(c.req.valid('param').tuid);
    const overview = index === undefined ? undefined : domain.personas.overviewOf(index);
    return overview === undefined ? c.json(NO_PERSONA, 404) : c.json(overview, 200);
  });

  app.openapi(readDetail, (c) => {
    const { domain } = c.var.tenant;
    const locked = domain.readiness.check('personas');
    if (locked) return c.json(locked, 423);
    const index = domain.users.indexOf(c.req.valid('param').tuid);
    const detail = index === undefined ? undefined : domain.personas.detailOf(index);
    return detail === undefined ? c.json(NO_PERSONA, 404) : c.json(detail, 200);
  });
};
