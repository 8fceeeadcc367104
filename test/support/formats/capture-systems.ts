import { newSubmissionRow } from '../../../lib/dynamo/submission-row.ts';
import type { Submission } from '../../../lib/webhook/verdicts/submission.ts';
import { createManualClock } from '../manual-clock.ts';
import type { FormatNotes } from './format-notes.ts';

/** What a system sent under a key of its own. */
export const SENT: Submission = {
  ...{ destination: 'soar', key: 'ticket-1', domain: 'acme', caseId: 'c1', outcome: 'SAFE' },
  ...{ decisionId: 'hook-1', hash: 'h1', atMs: createManualClock().now() },
};

export async function captureSystems(notes: FormatNotes): Promise<void> {
  notes.row(newSubmissionRow(SENT, 400 * 86_400_000));
}
