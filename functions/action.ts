import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { createSignedKeyStore } from '../lib/base/aws/signed-key-store.ts';
import { systemClock as clock } from '../lib/base/clock.ts';
import { createHttpTransport } from '../lib/base/http/http-transport.ts';
import { keyParameter } from '../lib/base/key-names.ts';
import { createLog } from '../lib/base/log.ts';
import { createAction } from '../lib/compose/action.ts';
import type { ActionEnv } from '../lib/config/function-env.ts';
import { createMetrics } from '../lib/config/metrics.ts';
import { everyVariable, queueVariables } from '../lib/config/read-env.ts';
import { openSignedAws } from './shared/signed-aws.ts';
import { notingCalls, warmUp } from './shared/warm-up.ts';

const variables = {
  TABLE_NAME: z.string(),
  VERDICT_QUEUE_URL: z.string(),
  ...queueVariables,
} satisfies Record<keyof ActionEnv, z.ZodMiniType>;

const env = z.object({ ...everyVariable, ...variables }).parse(process.env);

const { callAws, calls } = notingCalls(openSignedAws(1_000));

export const handler = createAction(config, {
  env,
  callAws,
  keys: createSignedKeyStore(callAws, (name) => keyParameter(env.BRIDGE_NAME, name)),
  transport: createHttpTransport(),
  clock,
  random: Math.random,
  log: createLog(),
  metrics: createMetrics({ bridge: env.BRIDGE_NAME, monitoring: config.monitoring, clock }),
});
/** The calls to AWS are on their way by then: what Node loads meanwhile costs no time. */
const SENT_MS = 3;
const nothing = { rawPath: '/', requestContext: { http: { method: 'GET' } } };
// The first click comes to a cold function, and Slack waits three seconds. Node takes its time to load `Request`, too.
await warmUp(
  ...calls(),
  sleep(SENT_MS).then(() => handler(nothing)),
);
