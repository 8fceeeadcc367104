import type { MiddlewareHandler } from 'hono';

/** This machine by a name that no DNS answer can move, with any port. */
export const isLocalHost = (host: string): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host);

/**
 * The control surface asks for no key, so a web page must not reach it: not under a name that was pointed at this
 * machine (Host), and not from a page of another origin (Origin, and Sec-Fetch-Site where there is no Origin).
 */
export const localOnly: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('Host') ?? new URL(c.req.url).host;
  if (!isLocalHost(host))
    return c.json({ error: 'The control surface answers to 127.0.0.1, localhost and [::1] only.' }, 403);
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  const foreign = origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`;
  if (foreign || site === 'cross-site' || site === 'same-site')
    return c.json({ error: 'The control surface does not answer pages of another origin.' }, 403);
  return next();
};
