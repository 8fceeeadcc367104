import * as z from 'zod/mini';
import type { ConsumerEnv, QueueEnv } from './function-env.ts';

/** Pieces of the functions' environment schemas. */
export const queueVariables = {
  SLACK_QUEUE_URL: z.optional(z.string()),
  TEAMS_QUEUE_URL: z.optional(z.string()),
  WEBHOOK_QUEUE_URL: z.optional(z.string()),
} satisfies Record<keyof QueueEnv, z.ZodMiniType>;

export const consumerVariables = {
  QUEUE_URL: z.string(),
  DEAD_LETTERS_URL: z.string(),
} satisfies Record<keyof ConsumerEnv, z.ZodMiniType>;

/** The queues that this function was given, by what they carry. */
export const queueUrlsIn = (env: { readonly [Name in keyof QueueEnv]?: string | undefined }) => ({
  ...(env.SLACK_QUEUE_URL && { slack: env.SLACK_QUEUE_URL }),
  ...(env.TEAMS_QUEUE_URL && { teams: env.TEAMS_QUEUE_URL }),
  ...(env.WEBHOOK_QUEUE_URL && { webhook: env.WEBHOOK_QUEUE_URL }),
});
