import type { Hono } from 'hono';
import { z } from 'zod';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { showResult as show } from '../../stand-in-kit/control/chat-controls.ts';
import { readBody } from '../../stand-in-kit/control/read-body.ts';
import type { Handles } from '../handles.ts';
import type { Installed } from '../inbound/install.ts';

const id = z.string().min(1);
const Installation = z.strictObject({ teamId: id, userId: id.optional(), channel: id.optional() });
const Click = z.strictObject({
  channel: id,
  id,
  userId: id,
  verb: id.optional(),
  actionId: id.optional(),
  title: id.optional(),
  inputs: z
    .record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean(), z.number()]))
    .optional(),
  olderClient: z.boolean().optional(),
  editsAgo: z.int().min(0).optional(),
});
const Saying = z.strictObject({
  channel: id,
  userId: id,
  text: id,
  root: id.optional(),
  mention: z.boolean().optional(),
});

const showInstalled = ({ outcomes }: Installed) => ({ outcomes: outcomes.map(({ kind }) => kind) });

/** What people do in Teams. */
export const addActControls = (app: Hono<StandInEnv>, handles: Handles): void => {
  app.post('/install', async (c) =>
    c.json(showInstalled(await handles.install(await readBody(c, Installation)))),
  );
  app.post('/uninstall', async (c) =>
    c.json(showInstalled(await handles.uninstall(await readBody(c, Installation)))),
  );
  app.post('/click', async (c) => c.json(show(await handles.click(await readBody(c, Click)))));
  app.post('/say', async (c) => c.json(show(await handles.say(await readBody(c, Saying)))));
};
