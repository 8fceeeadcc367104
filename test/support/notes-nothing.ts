import type { OutcomeNotes } from '../../lib/facts/past-ledger.ts';

/** For tests in which nobody counts earlier cases. */
export const notesNothing: OutcomeNotes = { note: async () => undefined };
