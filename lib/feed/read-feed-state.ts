import * as z from 'zod/mini';
import { createVersionedReader } from '../base/read-versioned.ts';
import type { FeedState } from './feed-state.ts';

/** The `v` of every state that is written. A field without which this version could not go on needs the next number. */
const FEED_STATE_FORMAT = 1;

const ms = z.number();
const Position = z.object({ id: z.string(), createdAtMs: ms });

const Walk = z.object({
  kind: z.enum(['live', 'sweep', 'survey']),
  initial: z.boolean(),
  whole: z.boolean(),
  floorMs: ms,
  wantedFromMs: ms,
  startedAtMs: ms,
  fromHead: z.boolean(),
  topMs: z.nullable(ms),
  trail: z.array(Position),
  falls: z.number(),
  rises: z.number(),
  pages: z.number(),
});

const Pause = z.object({
  because: z.enum(['not_ready', 'unauthorized']),
  untilMs: ms,
  sinceMs: ms,
  told: z.boolean(),
});

const State = z.object({
  started: z.boolean(),
  order: z.enum(['unknown', 'newest-first', 'oldest-first', 'unordered']),
  watermarkMs: z.nullable(ms),
  notBeforeMs: ms,
  quietBeforeMs: z.nullable(ms),
  walks: z.array(Walk),
  checkpoints: z.array(Position),
  sweptAtMs: ms,
  wholeWalkAtMs: ms,
  wholeWalkPages: z.number(),
  unfinished: z.boolean(),
  isAfterCrash: z.optional(z.boolean()),
  pause: z.nullable(Pause),
});

export const readFeedState = createVersionedReader<Omit<FeedState, 'v'>>(
  'the state of a feed',
  FEED_STATE_FORMAT,
  State,
);
