import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Env, Hono } from 'hono';

/**
 * The control surface is under an address that is drawn for each run: it changes the world, so only a program that was
 * told where it is may use it. A key in the address, and not in a header, because then every caller has it at hand.
 */
export const drawControlPath = (at: string): string => `${at}/${randomBytes(16).toString('base64url')}`;

/** Mounts the control surface at such a path. */
export const addControl = <Of extends Env>(app: Hono<Of>, path: string, control: Hono<Of>): void => {
  const [, at = '', key = ''] = path.split('/');
  app.use(`/${at}/*`, async (c, next) => {
    if (isSame(c.req.path.split('/')[2] ?? '', key)) return next();
    return c.json(
      { error: 'The control surface has an address of its own for each run. Use that one.' },
      403,
    );
  });
  app.route(path, control);
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** In the same time for every answer, whatever the two have in common. */
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));
