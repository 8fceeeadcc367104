import type { Hono } from 'hono';
import { z } from 'zod';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { showResult as show } from '../../stand-in-kit/control/chat-controls.ts';
import { readBody } from '../../stand-in-kit/control/read-body.ts';
import type { Handles } from '../handles.ts';

const id = z.string().min(1);
const Click = z.strictObject({
  userId: id,
  actionId: id,
  blockId: id.optional(),
  channel: id.optional(),
  ts: id.optional(),
  viewId: id.optional(),
  value: z.string().optional(),
  optionValue: z.string().optional(),
  optionValues: z.array(z.string()).optional(),
  confirm: z.boolean().optional(),
});
const Submission = z.strictObject({
  viewId: id,
  userId: id,
  values: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])).optional(),
});
const Closing = z.strictObject({ viewId: id, userId: id, all: z.boolean().optional() });
const Command = z.strictObject({
  command: z.string().startsWith('/'),
  text: z.string().optional(),
  userId: id,
  channelId: id,
});
const Saying = z.strictObject({ channel: id, userId: id, text: id, threadTs: id.optional() });

/** What people do in Slack. */
export const addActControls = (app: Hono<StandInEnv>, handles: Handles): void => {
  app.post('/click', async (c) => c.json(show(await handles.click(await readBody(c, Click)))));
  app.post('/submit', async (c) => c.json(show(await handles.submit(await readBody(c, Submission)))));
  app.post('/close', async (c) => c.json(show(await handles.closeView(await readBody(c, Closing)))));
  app.post('/command', async (c) => c.json(show(await handles.command(await readBody(c, Command)))));
  app.post('/say', async (c) => c.json(handles.say(await readBody(c, Saying)), 201));
  app.post('/verify-url', async (c) => c.json({ verified: await handles.verifyUrl() }));
};
