import type { MiddlewareHandler } from 'hono';

/**
 * In addition to what every port's guard requires: a request that changes something proves that it comes from the
 * console's page (Origin), in a form that no other page can send without asking (application/json).
 */
export const guard: MiddlewareHandler = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    const own = `http://${(c.req.header('Host') ?? new URL(c.req.url).host).toLowerCase()}`;
    if (c.req.header('Origin')?.toLowerCase() !== own)
      return c.json({ error: `An Origin is needed, and it has to be ${own}.` }, 403);
    const [type] = (c.req.header('Content-Type') ?? '').split(';');
    if (type?.trim().toLowerCase() !== 'application/json')
      return c.json({ error: 'The Content-Type has to be application/json.' }, 415);
  }
  return next();
};
