import * as z from 'zod/mini';
import { queueNameOf } from './endpoints.ts';
import {
  type ConsumerEnv,
  type EveryEnv,
  QUEUES,
  type QueueEnv,
  type QueueName,
  queueVariable,
} from './function-env.ts';
import { hasTicks } from './poll-settings.ts';

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
 * The URLs of this function's queues, by what they carry. Throws at startup if one is missing for a destination that the
 * function may have to reach: later, only the items of that destination would show it.
 */
export function queueUrlsIn(
  env: { readonly [Name in keyof QueueEnv]?: string | undefined },
  destinations: readonly ({ readonly type: string } | undefined)[],
): Partial<Record<QueueName, string>> {
  const urlOf = (name: QueueName) => env[queueVariable(name)];
  const missing = QUEUES.filter(
    (name) =>
      !urlOf(name) &&
      destinations.some((destination) => destination && queueNameOf(destination.type) === name),
  );
  if (missing.length > 0) {
    const names = missing.map(queueVariable).join(', ');
    throw new Error(`not set, though the configuration has destinations of that kind: ${names}`);
  }
  return Object.fromEntries(QUEUES.flatMap((name) => (urlOf(name) ? [[name, urlOf(name)]] : [])));
}

/** The URL of the tick queue; null if the schedule is enough. Throws, because later only slow polls would show it. */
export function tickQueueUrlIn(
  { TICK_QUEUE_URL }: { readonly TICK_QUEUE_URL?: string | undefined },
  config: Parameters<typeof hasTicks>[0],
): string | null {
  if (!hasTicks(config)) return null;
  if (!TICK_QUEUE_URL)
    throw new Error('not set, though the configuration polls more often than once a minute: TICK_QUEUE_URL');
  return TICK_QUEUE_URL;
}
