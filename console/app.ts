import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { describeError, printAside } from '../lib/platform/terminal.ts';
import { readBody } from '../local/stand-in-kit/control/read-body.ts';
import { addCases } from './cases/case-routes.ts';
import { addChatRoutes } from './chat/chat-routes.ts';
import { addEarlier } from './chat/earlier-route.ts';
import { createSlackView } from './chat/slack-view.ts';
import { createTeamsView } from './chat/teams-view.ts';
import { addConfiguration } from './configuration/config-routes.ts';
import { describeRun, whyNotShown } from './describe-run.ts';
import { createHub } from './events/hub.ts';
import { addStream } from './events/stream.ts';
import { addStory } from './flow/story-route.ts';
import { createFlowWatch } from './flow/watch-flow.ts';
import { guard } from './guard.ts';
import { createAnswerWatch } from './logs/watch-answers.ts';
import { addPage, type ClientFiles, secureHeaders } from './page.ts';
import { createNameFinder, findPeople } from './people.ts';
import { Scenario } from './requests.ts';
import type { Sources } from './sources.ts';
import { addVerdicts } from './verdicts/verdict-routes.ts';
import { createScenarioRunner } from './world/run-scenario.ts';
import { createWorldWatch } from './world/watch-world.ts';

/** A pasted case with all its events fits in. */
const MOST_BYTES = 512 * 1024;

/** The console of these parts, without a socket. */
export function createConsole(sources: Sources, files: ClientFiles) {
  const { standIns, config, logs, now } = sources;
  const people = findPeople(standIns, config);
  const flow = createFlowWatch(sources);
  const world = createWorldWatch(sources);
  const chats = {
    slack: standIns.slack ? createSlackView(standIns.slack, now) : { why: whyNotShown(sources, 'slack') },
    teams: standIns.teams ? createTeamsView(standIns.teams) : { why: whyNotShown(sources, 'teams') },
  };
  const hub = createHub({ sources, people, about: describeRun(sources), chats, flow, world });
  logs.onLine(createAnswerWatch(createNameFinder(standIns), (text) => logs.tell({ kind: 'event', text })));
  const act = createScenarioRunner(standIns, world);

  const api = new Hono();
  addStory(api, sources);
  addCases(api, sources);
  addVerdicts(api, sources);
  addConfiguration(api, sources, world.posture);
  addChatRoutes(api, standIns, people);
  addEarlier(api, chats, people);
  api.post('/world', async (c) => {
    const said = await act(await readBody(c, Scenario));
    if (await world.look()) hub.mark('world');
    return c.json(said);
  });

  const app = new Hono();
  app.use(secureHeaders, guard);
  app.use(
    bodyLimit({ maxSize: MOST_BYTES, onError: (c) => c.json({ error: 'The body is too large.' }, 413) }),
  );
  addPage(app, files);
  addStream(app, hub);
  app.route('/api', api);
  app.notFound((c) => c.json({ error: 'There is nothing here.' }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status);
    printAside(...describeError(error));
    return c.json({ error: 'The console could not do that. The terminal says more.' }, 500);
  });
  return { app, hub, flow, world };
}

export type Console = ReturnType<typeof createConsole>;
