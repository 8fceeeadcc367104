import type { MiddlewareHandler } from 'hono';
import { isLocalHost } from '../stand-in-kit/control/local-only.ts';

/**
 * The console asks for no key, so no page of another site may reach it: not under a name that was pointed at this
 * machine (Host), not by a form or a script of another origin (Origin), and not by a link to anything but its page
 * (Sec-Fetch-Site).
 */
export const guard: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('Host') ?? new URL(c.req.url).host;
  if (!isLocalHost(host)) {
    return c.json({ error: 'The console answers to 127.0.0.1, localhost and [::1] only.' }, 403);
  }
  const own = `http://${host.toLowerCase()}`;
  const origin = c.req.header('Origin')?.toLowerCase();
  const site = c.req.header('Sec-Fetch-Site');
  const isFromElsewhere = site === 'cross-site' || site === 'same-site';
  if ((origin !== undefined && origin !== own) || (isFromElsewhere && c.req.path !== '/')) {
    return c.json({ error: 'The console does not answer pages of another origin.' }, 403);
  }
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    if (origin !== own) return c.json({ error: `An Origin is needed, and it has to be ${own}.` }, 403);
    const [type] = (c.req.header('Content-Type') ?? '').split(';');
    if (type?.trim().toLowerCase() !== 'application/json') {
      return c.json({ error: 'The Content-Type has to be application/json.' }, 415);
    }
  }
  return next();
};
