import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { createHttpTransport } from '../lib/base/http/http-transport.ts';
import { createReconcile } from '../lib/compose/reconcile.ts';
import type { ReconcileEnv } from '../lib/config/function-env.ts';
import { queueVariables } from '../lib/config/read-env.ts';
import { openPorts } from './shared/aws.ts';
import { readDeadLetters } from './shared/dead-letters.ts';

const variables = {
  TABLE_NAME: z.string(),
  VERDICT_QUEUE_URL: z.optional(z.string()),
  CANARY_URL: z.optional(z.string()),
  DEAD_LETTERS: z.string(),
  ...queueVariables,
} satisfies Record<keyof ReconcileEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);

export const handler = createReconcile(config, {
  ...openPorts(env.TABLE_NAME),
  transport: createHttpTransport(),
  env,
  deadLetters: readDeadLetters(env.DEAD_LETTERS),
});
