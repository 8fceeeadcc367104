import type { Hono } from 'hono';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { showResult as show } from '../../stand-in-kit/control/chat-controls.ts';
import { readBody } from '../../stand-in-kit/control/read-body.ts';
import type { Handles } from '../handles.ts';
import { Click } from '../inbound/click.ts';
import { Installation, type Installed } from '../inbound/install.ts';
import { Writing } from '../inbound/personal.ts';
import { Saying } from '../inbound/say.ts';
import { Viewing } from '../inbound/view.ts';

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
  app.post('/view', async (c) => c.json(show(await handles.view(await readBody(c, Viewing)))));
  app.post('/write', async (c) => c.json(show(await handles.write(await readBody(c, Writing)))));
  app.post('/say', async (c) => c.json(show(await handles.say(await readBody(c, Saying)))));
};
