import * as z from 'zod/mini';
import type { Parts } from '../base/parted-rows.ts';
import { createVersionedReader, understood } from '../base/read-versioned.ts';
import type { Delivery } from './delivery.ts';
import { contentOfParts, type DeliveryParts, deliveryFrom, shownOf } from './delivery-parts.ts';

export const DELIVERY_FORMAT = 1;
const read = createVersionedReader<DeliveryParts>(
  'a delivery',
  DELIVERY_FORMAT,
  z.object({
    content: z.object({
      key: z.object({ domain: z.string(), feed: z.string(), id: z.string(), destination: z.string() }),
      content: z.object({ kind: z.string() }),
    }),
    rev: z.number(),
    since: z.number(),
    shown: z.optional(
      z.object({
        main: z.optional(z.object({ ref: z.record(z.string(), z.string()), hash: z.string() })),
        notes: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
        begun: z.optional(z.object({ note: z.string(), hash: z.string(), sinceMs: z.number() })),
      }),
    ),
  }),
);

/** Throws for what only a newer version understands. */
export const readDelivery = (parts: Parts): Delivery => deliveryFrom(understood(read(parts)));

/** All parts of a row but its counters. */
export const deliveryParts = (delivery: Delivery): Parts => ({
  v: DELIVERY_FORMAT,
  ...contentOfParts(delivery),
  shown: shownOf(delivery),
  ...(delivery.forgotten && { forgotten: delivery.forgotten }),
});
