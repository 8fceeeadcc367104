import * as z from 'zod/mini';
import { choice, strict, wholeNumber } from './schema/strict.ts';

/** Each finished day of the audit trail is stored in an S3 bucket that locks its objects. */
export const Archive = strict({
  /**
   * `compliance`: nobody can delete an object before its days are over, not even the account's root user. `governance`:
   * people with a special right can (s3:BypassGovernanceRetention). There is no default: the first cannot be undone.
   */
  lock: choice(['compliance', 'governance']),
  /** How long each object is locked. After that, S3 keeps it until somebody deletes it. */
  days: z._default(wholeNumber(1, 36_500, 400), 400),
});
