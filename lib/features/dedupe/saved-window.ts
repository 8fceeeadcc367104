import * as z from 'zod/mini';
import { createVersionedReader } from '../../base/read-versioned.ts';
import { savedItem } from '../../dynamo/withheld-items.ts';
import type { DedupeWindow } from './dedupe-window.ts';

export const WINDOW_FORMAT = 1;

/** A window, as it is kept. */
export const readWindow = createVersionedReader<DedupeWindow>(
  'a window of what is alike',
  WINDOW_FORMAT,
  z.object({
    id: z.string(),
    domain: z.string(),
    route: z.string(),
    by: z.array(z.string()),
    first: z.object(savedItem),
    at: z.array(z.string()),
    sinceMs: z.number(),
    untilMs: z.number(),
  }),
);
