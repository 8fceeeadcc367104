import type { Person } from './answer.ts';

/**
 * A sentence for people. Plain strings are ours; `said` comes from outside and is made safe by the surface; times are
 * values, because each surface shows them in the reader's own time zone.
 */
export type Sentence = readonly (
  | string
  /** `by`: the person that it names, where a chat knows a better name. */
  | { readonly said: string; readonly by?: Person | undefined }
  /** `exact`: to the second. */
  | { readonly atMs: number; readonly exact?: true }
)[];
