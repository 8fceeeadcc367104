import type { Sentence } from '../../case/sentence.ts';

/** One step of a decision, told in the thread. Its key never changes, so the step is told once. */
export interface TrailNote {
  readonly key: string;
  readonly news: Sentence;
  readonly atMs: number;
  readonly comment: string | null;
  /** The same without who did it and what was answered, for a quiet notification. */
  readonly quietNews: Sentence;
}
