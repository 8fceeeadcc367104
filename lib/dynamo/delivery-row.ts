import * as z from 'zod/mini';
import type { Delivery } from '../delivery/delivery.ts';
import { createVersionedReader, understood } from '../platform/read-versioned.ts';

export const DELIVERY_FORMAT = 1;
const read = createVersionedReader<Delivery>(
  'a delivery',
  DELIVERY_FORMAT,
  z.object({
    key: z.object({ domain: z.string(), feed: z.string(), id: z.string(), destination: z.string() }),
    content: z.object({ kind: z.string() }),
    main: z.nullable(z.object({ ref: z.record(z.string(), z.string()), hash: z.string() })),
    notes: z.record(z.string(), z.record(z.string(), z.string())),
    begun: z.nullable(z.object({ note: z.string(), hash: z.string(), sinceMs: z.number() })),
    handedOverAtMs: z.number(),
  }),
);

/** Throws for what only a newer version understands. */
export const readDelivery = (value: unknown): Delivery => understood(read(value));
