import * as z from 'zod/mini';
import type { WithheldItem } from '../case/item-in-short.ts';
import { createVersionedReader } from '../platform/read-versioned.ts';
import type { AlikeWindow } from './alike.ts';

const item = {
  feed: z.enum(['cases', 'threats']),
  id: z.string(),
  createdAtMs: z.number(),
  what: z.string(),
  severity: z.nullable(z.string()),
};

export const WINDOW_FORMAT = 1;

/** A window, as it is kept. */
export const readWindow = createVersionedReader<AlikeWindow>(
  'a window of what is alike',
  WINDOW_FORMAT,
  z.object({
    id: z.string(),
    domain: z.string(),
    route: z.string(),
    by: z.array(z.string()),
    first: z.object(item),
    at: z.array(z.string()),
    sinceMs: z.number(),
    untilMs: z.number(),
  }),
);

export const WITHHELD_FORMAT = 1;

/** What a mute or a window withheld, as it is kept. */
export const readWithheld = createVersionedReader<WithheldItem>(
  'what was withheld',
  WITHHELD_FORMAT,
  z.object({ ...item, at: z.optional(z.array(z.string())) }),
);
