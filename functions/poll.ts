import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { createHttpTransport } from '../lib/base/http/http-transport.ts';
import { createPoll } from '../lib/compose/poll.ts';
import type { PollEnv } from '../lib/config/function-env.ts';
import { queueVariables } from '../lib/config/read-env.ts';
import { openPorts } from './shared/aws.ts';

const variables = {
  TABLE_NAME: z.string(),
  TICK_QUEUE_URL: z.optional(z.string()),
  ...queueVariables,
} satisfies Record<keyof PollEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);

export const handler = createPoll(config, {
  ...openPorts(env.TABLE_NAME),
  transport: createHttpTransport(),
  env,
});
