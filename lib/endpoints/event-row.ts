import * as z from 'zod/mini';
import { createVersionedReader, understood } from '../base/read-versioned.ts';
import type { EndpointEvent } from './endpoint-event.ts';

export const EVENT_FORMAT = 1;
const read = createVersionedReader<EndpointEvent>(
  'an event for a webhook',
  EVENT_FORMAT,
  z.object({
    key: z.object({ domain: z.string(), feed: z.string(), id: z.string(), destination: z.string() }),
    eventId: z.string(),
    type: z.string(),
    atMs: z.number(),
    content: z.nullable(z.object({ kind: z.string() })),
    attempts: z.number(),
  }),
);

/** Throws for what only a newer version understands. */
export const readEndpointEvent = (value: unknown): EndpointEvent => understood(read(value));
