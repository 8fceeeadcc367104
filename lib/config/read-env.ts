import * as z from 'zod/mini';
import {
  type ConsumerEnv,
  type EveryEnv,
  QUEUES,
  type QueueEnv,
  type QueueName,
  queueVariable,
} from './function-env.ts';

/** Pieces of the functions' environment schemas. */
export const queueVariables = Object.fromEntries(
  QUEUES.map((name) => [queueVariable(name), z.optional(z.string())]),
) as Record<keyof QueueEnv, z.ZodMiniOptional<z.ZodMiniString>>;

export const everyVariable = {
  BRIDGE_NAME: z.string(),
} satisfies Record<keyof EveryEnv, z.ZodMiniType>;

export const consumerVariables = {
  QUEUE_URL: z.string(),
  DEAD_LETTERS_URL: z.string(),
} satisfies Record<keyof ConsumerEnv, z.ZodMiniType>;

/**
 * The queues that this function was given, by what they carry. Throws while the function starts when one is missing
 * for a destination that it may have to reach: later, only the items of that destination would show it.
 */
export function queueUrlsIn(
  env: { readonly [Name in keyof QueueEnv]?: string | undefined },
  destinations: readonly ({ readonly type: string } | undefined)[],
): Partial<Record<QueueName, string>> {
  const urlOf = (name: QueueName) => env[queueVariable(name)];
  const missing = QUEUES.filter(
    (name) => !urlOf(name) && destinations.some((destination) => destination?.type === name),
  );
  if (missing.length > 0) {
    const names = missing.map(queueVariable).join(', ');
    throw new Error(`not set, though the configuration has destinations of that kind: ${names}`);
  }
  return Object.fromEntries(QUEUES.flatMap((name) => (urlOf(name) ? [[name, urlOf(name)]] : [])));
}
