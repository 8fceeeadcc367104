import * as z from 'zod/mini';
import { createVersionedReader } from '../../base/read-versioned.ts';
import type { Mute, WaitingMute } from './mute.ts';
import type { Proposals } from './proposal.ts';

const Who = z.object({
  surface: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.optional(z.string()),
});

const AMute = {
  id: z.string(),
  field: z.string(),
  value: z.string(),
  critical: z.boolean(),
  reason: z.string(),
  by: Who,
  atMs: z.number(),
  untilMs: z.number(),
  approvedBy: z.optional(Who),
  except: z.optional(z.array(z.string())),
  ended: z.optional(z.object({ by: Who, atMs: z.number() })),
  told: z.optional(z.boolean()),
  listed: z.optional(z.boolean()),
};

export const MUTES_FORMAT = 1;

/** The mutes of a domain, as they are kept. */
export const readMutes = createVersionedReader<{
  readonly mutes: readonly Mute[];
  readonly waiting?: readonly WaitingMute[] | undefined;
  readonly proposals?: Proposals | undefined;
}>(
  'what is muted',
  MUTES_FORMAT,
  z.object({
    mutes: z.array(z.object(AMute)),
    /** Absent where nothing ever waited for a second person. */
    waiting: z.optional(z.array(z.object({ ...AMute, needs: z.string() }))),
    /** Absent where nothing was ever looked for. */
    proposals: z.optional(
      z.object({
        atMs: z.number(),
        told: z.boolean(),
        all: z.array(
          z.object({
            id: z.string(),
            field: z.string(),
            value: z.string(),
            by: z.record(z.string(), z.number()),
            lately: z.number(),
            atMs: z.number(),
            answered: z.optional(z.object({ choice: z.enum(['mute', 'no']), by: Who, atMs: z.number() })),
          }),
        ),
      }),
    ),
  }),
);
