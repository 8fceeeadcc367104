/** Our way from a request of Teams to its answer, put together as in `functions/action.ts`, with nothing behind it. */
import { systemClock as clock } from '../../lib/platform/clock.ts';
import { httpHandler } from '../../lib/platform/http-event.ts';
import { createHttpTransport } from '../../lib/posture/transport.ts';
import { messageAnswer } from '../../lib/teams/answers.ts';
import { createTeamsApp } from '../../lib/teams/app.ts';
import { cloudOf } from '../../lib/teams/clouds.ts';
import { createTeamsKeys } from '../../lib/teams/keys.ts';
import { createTeamsVerifier } from '../../lib/teams/verify.ts';

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
    lesson: null,
  }),
  learn: async () => undefined,
  log: () => undefined,
  metrics: () => undefined,
});

export const handler = httpHandler(app.fetch);
