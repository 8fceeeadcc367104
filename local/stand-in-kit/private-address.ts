import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Env, Hono } from 'hono';

/**
 * A path that is generated for each run. Whatever changes the world is under one, so that only people who were told the
 * path can use it. The key is in the address, not in a header, because every caller has it there, browsers too.
 */
export const drawPath = (at: string): string => `${at}/${randomBytes(16).toString('base64url')}`;

/** Mounts a surface at such a path of two segments. */
export const addAtPath = <Of extends Env>(
  app: Hono<Of>,
  path: string,
  { name, surface }: { readonly name: string; readonly surface: Hono<Of> },
): void => {
  const [, at = '', key = ''] = path.split('/');
  app.use(`/${at}/*`, async (c, next) => {
    if (isSame(c.req.path.split('/')[2] ?? '', key)) return next();
    return c.json(
      { error: `${name} has an address of its own for each run. Use the one that was printed.` },
      403,
    );
  });
  app.route(path, surface);
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** In constant time, whatever the two have in common. */
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));
