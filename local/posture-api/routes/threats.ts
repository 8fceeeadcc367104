import { createRoute } from '@hono/zod-openapi';
import { threatFilter } from '../filters.ts';
import { BAD_REQUEST, KEYED, LOCKED, ok, SECURITY, UNKNOWN_CURSOR } from '../schemas/problem.ts';
import { ThreatPage, ThreatQuery } from '../schemas/threat.ts';
import type { ApiApp, Service } from '../service.ts';

const listThreats = createRoute({
  operationId: 'listThreats',
  method: 'get',
  path: '/threats',
  tags: ['Threats'],
  summary: 'List threat events',
  security: SECURITY,
  request: { query: ThreatQuery },
  responses: { ...ok(ThreatPage, 'One page of threat events.'), ...BAD_REQUEST, ...KEYED, ...LOCKED },
});

export const addThreatRoutes = (app: ApiApp, { settings }: Service): void => {
  app.openapi(listThreats, (c) => {
    const { domain } = c.var.tenant;
    const locked = domain.readiness.check('threats');
    if (locked) return c.json(locked, 423);
    const query = c.req.valid('query');
    const filter = threatFilter(domain, query);
    if (filter === 'two-users') return c.json({ error: 'email and tuid refer to different users.' }, 400);
    const page = domain.threats.page({
      filter,
      pageSize: query.page_size,
      cursor: query.next_cursor,
      policy: settings.cursor,
    });
    if (page === 'refused') return c.json(UNKNOWN_CURSOR, 400);
    const data = page.items.map(({ threat }) => threat);
    return c.json(page.nextCursor === undefined ? { data } : { next_cursor: page.nextCursor, data }, 200);
  });
};
