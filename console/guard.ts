import type { MiddlewareHandler } from 'hono';

/**
 * Beside what the guard of every port asks for: who changes something says that it is the page of the console (Origin),
 * in a form that no page elsewhere can send without asking (application/json).
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
