import { describeIssue } from '../base/describe-issues.ts';
import type { PostureError } from './posture-errors.ts';
import { Verdict, type VerdictResult } from './schemas/verdict-schema.ts';

/** How a verdict ended, as far as the client can tell. */
export type VerdictAnswer =
  | { readonly status: 'recorded'; readonly result: VerdictResult }
  /** The server certainly did not record it. `error.retryable` says whether a retry can help. */
  | { readonly status: 'refused'; readonly error: PostureError }
  /** It may or may not have been recorded: the connection or the server failed midway. */
  | { readonly status: 'unknown'; readonly error: PostureError };

/** Every problem of a verdict, in words; empty if it may be sent. */
export function verdictProblems(verdict: unknown): string[] {
  const read = Verdict.safeParse(verdict);
  return read.success ? [] : read.error.issues.map((issue) => describeIssue(issue, verdict));
}
