import type { Submission, SubmissionLedger } from '../../../lib/features/systems/submission.ts';

/** What systems sent, in memory. */
export function createMemorySubmissions(): SubmissionLedger & { readonly all: () => readonly Submission[] } {
  const rows = new Map<string, Submission>();
  const nameOf = (destination: string, key: string) => JSON.stringify([destination, key]);
  return {
    all: () => [...rows.values()],
    find: async (destination, key) => rows.get(nameOf(destination, key)) ?? null,
    async add(submission) {
      const name = nameOf(submission.destination, submission.key);
      if (rows.has(name)) return false;
      rows.set(name, submission);
      return true;
    },
  };
}
