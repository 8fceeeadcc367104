import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { describeError, printAside } from '../../lib/base/terminal.ts';
import type { StandInEnv } from './chat-core.ts';
import { NotPossible } from './not-possible.ts';

/** An app that answers in the chat's own words for unknown paths, and if the stand-in itself breaks. */
export const createApp = (nothingHere: object, broken: object): Hono<StandInEnv> => {
  const app = new Hono<StandInEnv>();
  app.notFound((c) => c.json(nothingHere, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
    if (error instanceof NotPossible) return c.json({ error: error.message }, 400);
    printAside(...describeError(error));
    return c.json(broken, 500);
  });
  return app;
};
