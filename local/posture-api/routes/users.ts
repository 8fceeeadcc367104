import { createRoute } from '@hono/zod-openapi';
import { userMatcher } from '../filters.ts';
import { BAD_REQUEST, KEYED, ok, SECURITY, UNKNOWN_CURSOR } from '../schemas/problem.ts';
import { UserPage, UserQuery } from '../schemas/user.ts';
import type { ApiApp, Service } from '../service.ts';

const listUsers = createRoute({
  operationId: 'listUsers',
  method: 'get',
  path: '/users',
  tags: ['Users'],
  summary: 'List provisioned users',
  security: SECURITY,
  request: { query: UserQuery },
  responses: { ...ok(UserPage, 'One page of users.'), ...BAD_REQUEST, ...KEYED },
});

export const addUserRoutes = (app: ApiApp, { settings }: Service): void => {
  app.openapi(listUsers, (c) => {
    const { domain } = c.var.tenant;
    const { search, page_size: pageSize, next_cursor: cursor } = c.req.valid('query');
    const page = domain.users.page({
      filterKey: search?.toLowerCase() ?? '',
      matches: userMatcher(domain, search),
      pageSize,
      cursor,
      policy: settings.cursor,
    });
    if (page === 'refused') return c.json(UNKNOWN_CURSOR, 400);
    const items = page.items.map(domain.people.userAt);
    return c.json(page.nextCursor === undefined ? { items } : { next_cursor: page.nextCursor, items }, 200);
  });
};
