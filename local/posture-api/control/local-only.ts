import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '../service.ts';

/** This machine by a name that no DNS answer can move, with any port. */
export const isLocalHost = (host: string): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host);

/**
 * The control surface asks for no key, so a web page must not reach it: not under a name that was pointed at
 * this machine (Host), and not from a page of somebody else (Origin).
 */
export const createLocalOnly = (): MiddlewareHandler<ApiEnv> => async (c, next) => {
  const host = c.req.header('Host') ?? new URL(c.req.url).host;
  if (!isLocalHost(host)) {
    return c.json({ error: 'The control surface answers to 127.0.0.1, localhost and [::1] only.' }, 403);
  }
  const origin = c.req.header('Origin');
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return c.json({ error: 'The control surface does not answer pages of another origin.' }, 403);
  }
  return next();
};
