import type { Person } from './answer.ts';

/**
 * A sentence for people. Plain strings are ours; `said` comes from outside and the chat escapes it; times are values,
 * because each chat shows them in the reader's own time zone.
 */
export type Sentence = readonly (
  | string
  /** `by`: the person that the text names, in case the chat knows a better name. `link`: where it leads. */
  | { readonly said: string; readonly by?: Person | undefined; readonly link?: string | null | undefined }
  /** `exact`: to the second. */
  | { readonly atMs: number; readonly exact?: true }
)[];
