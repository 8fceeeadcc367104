import * as z from 'zod/mini';
import type { NotifyEnv, VerdictEnv } from '../../lib/config/function-env.ts';
import { consumerVariables, queueVariables } from '../../lib/config/read-env.ts';

const variables = {
  TABLE_NAME: z.string(),
  LINK_URL: z.optional(z.string()),
  ...consumerVariables,
  ...queueVariables,
} satisfies Record<Exclude<keyof (NotifyEnv & VerdictEnv), 'DEAD_LETTERS'>, z.ZodMiniType>;

/** The environment of a function that a queue feeds. */
export const env = z.object(variables).parse(process.env);
