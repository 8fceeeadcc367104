/** Our way from a request of Teams to its answer, put together as in `functions/action.ts`, with nothing behind it. */

import { Hono } from 'hono';
import { systemClock as clock } from '../../lib/base/clock.ts';
import { httpHandler } from '../../lib/base/http/http-event.ts';
import { createHttpTransport } from '../../lib/base/http/http-transport.ts';
import { createTeamsApp } from '../../lib/chats/teams/app.ts';
import { cloudOf } from '../../lib/chats/teams/clouds.ts';
import { messageAnswer } from '../../lib/chats/teams/invoke-answer.ts';
import { createTeamsKeys } from '../../lib/chats/teams/signing-keys.ts';
import { createTeamsVerifier } from '../../lib/chats/teams/verify.ts';

const { APP_ID: appId = '', TENANT_ID: tenantId = '', TEAMS_URL: apiUrl = '' } = process.env;
const cloud = 'public';
const keys = createTeamsKeys({
  cloud: cloudOf({ cloud, apiUrl }),
  transport: createHttpTransport(),
  clock,
});
void keys.find('').catch(() => undefined);

const app = createTeamsApp({
  verify: createTeamsVerifier({ appId, tenantId, cloud, keys, clock }),
  answer: async ({ kind }) => ({
    body: kind === 'card-click' ? messageAnswer('Taken.') : null,
    news: null,
  }),
  sendNews: async () => undefined,
  clock,
  log: () => undefined,
  metrics: () => undefined,
});

export const handler = httpHandler(new Hono().route('/:secret', app).fetch);
