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

const VARIABLES = {
  slack: 'SLACK_QUEUE_URL',
  teams: 'TEAMS_QUEUE_URL',
  webhook: 'WEBHOOK_QUEUE_URL',
} as const satisfies Record<string, keyof QueueEnv>;

type QueueName = keyof typeof VARIABLES;
const QUEUE_NAMES = Object.keys(VARIABLES) as QueueName[];

/**
 * The queues that this function was given, by what they carry. Throws while the function starts when one is missing
 * for a destination that it may have to reach: later, only the items of that destination would show it.
 */
export function queueUrlsIn(
  env: { readonly [Name in keyof QueueEnv]?: string | undefined },
  destinations: readonly ({ readonly type: string } | undefined)[],
): Partial<Record<QueueName, string>> {
  const missing = QUEUE_NAMES.filter(
    (name) => !env[VARIABLES[name]] && destinations.some((destination) => destination?.type === name),
  );
  if (missing.length > 0) {
    const names = missing.map((name) => VARIABLES[name]).join(', ');
    throw new Error(`not set, though the configuration has destinations of that kind: ${names}`);
  }
  return Object.fromEntries(
    QUEUE_NAMES.flatMap((name) => (env[VARIABLES[name]] ? [[name, env[VARIABLES[name]]]] : [])),
  );
}
