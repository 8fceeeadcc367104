import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { describeError, printAside } from '../lib/base/terminal.ts';
import { addActs, type Operator } from './acts/act-routes.ts';
import { createCaseBook } from './cases/case-book.ts';
import { addCases } from './cases/case-routes.ts';
import { addEarlier } from './chat/earlier-route.ts';
import { addConfiguration } from './configuration/config-routes.ts';
import { createHub } from './events/hub.ts';
import { addStream } from './events/stream.ts';
import { addStory } from './flow/story-route.ts';
import { createFlowWatch } from './flow/watch-flow.ts';
import { guard } from './guard.ts';
import { addHealth } from './health/health-route.ts';
import { createHealthSamples } from './health/health-samples.ts';
import { addPage, type ClientFiles, secureHeaders } from './page.ts';
import type { Source } from './source.ts';
import type { Surroundings } from './surroundings.ts';
import { addVerdicts } from './verdicts/verdict-routes.ts';

/** Large enough for a pasted case with all its events. */
const MOST_BYTES = 512 * 1024;

export interface ConsoleParts {
  readonly source: Source;
  readonly surroundings: Surroundings;
  readonly files: ClientFiles;
  /** Acts on the bridge from this page. Without it, the page only shows. */
  readonly operator?: Operator | undefined;
}

/** The console of these parts, without a socket. */
export function createConsole({ source, surroundings, files, operator }: ConsoleParts) {
  const book = createCaseBook(source);
  const samples = createHealthSamples(source);
  const flow = createFlowWatch(source, { onMove: book.touch, onLook: samples.take });
  const { world } = surroundings;
  const hub = createHub({ source, surroundings, flow });

  const api = new Hono();
  addStory(api, source);
  addCases(api, { source, surroundings, book, trailMark: flow.trailMark });
  addVerdicts(api, source);
  addConfiguration(api, source, surroundings);
  addHealth(api, source, samples);
  addEarlier(api, surroundings.chats, surroundings.people);
  surroundings.addRoutes(api, () => hub.mark('world'));
  addActs(api, operator);

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
    const said = source.explain(error);
    if (said) return c.json({ error: said }, 502);
    printAside(...describeError(error));
    return c.json({ error: 'The console could not do that. The terminal says more.' }, 500);
  });
  return { app, hub, flow, world, book };
}

export type Console = ReturnType<typeof createConsole>;
