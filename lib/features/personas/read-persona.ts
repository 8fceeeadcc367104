import * as z from 'zod/mini';
import { createVersionedReader } from '../../base/read-versioned.ts';
import type { KnownPersona } from '../../case/persona-note.ts';

export const PERSONA_FORMAT = 1;

/** As it is kept. */
export interface KeptPersona extends KnownPersona {
  /** Whose it is: the address or the name that the case has. */
  readonly of: string;
  readonly readAtMs: number;
}

const Words = z.array(
  z.union([z.string(), z.looseObject({ said: z.string() }), z.looseObject({ atMs: z.number() })]),
);
const Part = z.discriminatedUnion('is', [
  z.looseObject({ is: z.literal('heading'), words: Words }),
  z.looseObject({ is: z.literal('lines'), lines: z.array(Words) }),
  z.looseObject({ is: z.literal('text'), text: z.string() }),
]);

export const readKeptPersona = createVersionedReader<KeptPersona>(
  'a persona',
  PERSONA_FORMAT,
  z.object({
    of: z.string(),
    readAtMs: z.number(),
    about: z.enum(['person', 'service']),
    name: z.string(),
    parts: z.array(Part),
    people: z.array(z.string()),
  }),
);
