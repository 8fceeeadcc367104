import * as z from 'zod/mini';
import { shaped } from './schema/fields.ts';
import { choice, strict, wholeNumber } from './schema/strict.ts';

/** The addresses at which chats call the bridge. */
export const Requests = strict({
  /**
   * The part of the addresses that a stranger cannot guess; of the stack's own unless given. Another one is for when an
   * address became known to those who flood it.
   */
  path: z.optional(
    shaped(
      /^[A-Za-z0-9_-]{20,64}$/,
      'must be 20 to 64 letters, digits, dashes and underscores that nobody can guess, like the output of: openssl rand -hex 16',
    ),
  ),
  /**
   * The stack's own path where another one is given. Kept, it goes on working until chats and systems have the new one.
   */
  stackPath: z._default(choice(['keep', 'drop']), 'drop'),
  /**
   * Runs of the action function at the same time that are kept for it, and its limit too; of the account's unless given.
   */
  reserved: z.optional(wholeNumber(10, 1_000)),
});
