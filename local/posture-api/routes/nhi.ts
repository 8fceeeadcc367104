import { createRoute, z } from '@hono/zod-openapi';
import { nhiMatcher } from '../filters.ts';
import { NhiPage, NhiQuery } from '../schemas/nhi.ts';
import { NhiDetail } from '../schemas/nhi-detail.ts';
import { BAD_REQUEST, KEYED, LOCKED, NOT_FOUND, ok, SECURITY, UNKNOWN_CURSOR } from '../schemas/problem.ts';
import { Uuid } from '../schemas/shapes.ts';
import type { ApiApp, Service } from '../service.ts';

const listNhi = createRoute({
  operationId: 'listNhi',
  method: 'get',
  path: '/nhi/personas',
  tags: ['Non-human identities'],
  summary: 'List non-human identities',
  security: SECURITY,
  request: { query: NhiQuery },
  responses: { ...ok(NhiPage, 'One page of identities.'), ...BAD_REQUEST, ...KEYED, ...LOCKED },
});

const readNhi = createRoute({
  operationId: 'readNhiDetail',
  method: 'get',
  path: '/nhi/personas/{nuid}/detail',
  tags: ['Non-human identities'],
  summary: 'Persona detail of one non-human identity',
  security: SECURITY,
  request: { params: z.object({ nuid: Uuid }) },
  responses: { ...ok(NhiDetail, 'The detail.'), ...BAD_REQUEST, ...NOT_FOUND, ...KEYED, ...LOCKED },
});

export const addNhiRoutes = (app: ApiApp, { settings }: Service): void => {
  app.openapi(listNhi, (c) => {
    const { domain } = c.var.tenant;
    const locked = domain.readiness.check('nhi');
    if (locked) return c.json(locked, 423);
    const { page_size: pageSize, next_cursor: cursor, ...filter } = c.req.valid('query');
    const page = domain.identities.page({
      filterKey: JSON.stringify(filter),
      matches: nhiMatcher(domain, filter),
      pageSize,
      cursor,
      policy: settings.cursor,
    });
    if (page === 'refused') return c.json(UNKNOWN_CURSOR, 400);
    const items = page.items.map((index) => domain.fleet.at(index).item);
    return c.json(page.nextCursor === undefined ? { items } : { next_cursor: page.nextCursor, items }, 200);
  });

  app.openapi(readNhi, (c) => {
    const { domain } = c.var.tenant;
    // A detail shows the cluster too, so it waits for both.
    const locked = domain.readiness.check('nhi') ?? domain.readiness.check('nhi-clusters');
    if (locked) return c.json(locked, 423);
    const index = domain.identities.indexOf(c.req.valid('param').nuid);
    if (index === undefined) return c.json({ error: 'There is no such non-human identity.' }, 404);
    return c.json(domain.nhiPersonas.detailOf(index), 200);
  });
};
