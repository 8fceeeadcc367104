import * as z from 'zod/mini';
import type { Delivery } from '../delivery/delivery.ts';
import { createVersionedReader, understood } from '../platform/read-versioned.ts';

/** 2: may wait to be settled; a digest is one. 3: is packed. 4: tells several threats. 5: tells that nobody answered. 6: knows the state. */
const DELIVERY_FORMAT = 6;
/** As low as can be: a version before this one goes on with everything else. */
export const formatOf = ({
  content,
  unanswered = [],
  life,
}: Pick<Delivery, 'content' | 'unanswered' | 'life'>): number => {
  if (life) return 6;
  if (unanswered.length > 0) return 5;
  return content.kind === 'threats' ? 4 : 3;
};
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
