import type { Hono } from 'hono';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { showResult as show } from '../../stand-in-kit/control/chat-controls.ts';
import { readBody } from '../../stand-in-kit/control/read-body.ts';
import { type Handles, Saying } from '../handles.ts';
import { Click } from '../interactions/click.ts';
import { Closing } from '../interactions/close-view.ts';
import { Command } from '../interactions/command.ts';
import { Submission } from '../interactions/submit.ts';

/** What people do in Slack. */
export const addActControls = (app: Hono<StandInEnv>, handles: Handles): void => {
  app.post('/click', async (c) => c.json(show(await handles.click(await readBody(c, Click)))));
  app.post('/submit', async (c) => c.json(show(await handles.submit(await readBody(c, Submission)))));
  app.post('/close', async (c) => c.json(show(await handles.closeView(await readBody(c, Closing)))));
  app.post('/command', async (c) => c.json(show(await handles.command(await readBody(c, Command)))));
  app.post('/say', async (c) => c.json(handles.say(await readBody(c, Saying)), 201));
  app.post('/verify-url', async (c) => c.json({ verified: await handles.verifyUrl() }));
};
