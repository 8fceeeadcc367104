import * as z from 'zod/mini';
import { choice, strict, wholeNumber } from './schema/strict.ts';

/** Each finished day of the audit trail is put into a bucket of S3 that locks its objects. */
export const Archive = strict({
  /**
   * `compliance`: until its days are over nobody can delete an object, not the account's root user either. `governance`:
   * people with a right of their own can (s3:BypassGovernanceRetention). There is no default: the first cannot be undone.
   */
  lock: choice(['compliance', 'governance']),
  /** For how long each object is locked. S3 keeps it until somebody deletes it after that. */
  days: z._default(wholeNumber(1, 36_500, 400), 400),
});
