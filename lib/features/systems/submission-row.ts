import * as z from 'zod/mini';
import { createVersionedReader, understood } from '../../base/read-versioned.ts';
import { json, number, type Row, readJson, readNumber, text } from '../../dynamo/row-values.ts';
import { escaped, prefixed } from '../../ledger/key-parts.ts';
import type { Submission } from './submission.ts';

const SUBMISSION_FORMAT = 1;
const MAX_BYTES = 4_096;

/** What a system sent under a key of its own. */
export const submissionRowKey = (destination: string, key: string): Row => ({
  pk: text(prefixed(`submitted#${escaped(destination)}#`, key)),
  sk: text('submission'),
});

export const newSubmissionRow = (submission: Submission, keptMs: number): Row => ({
  ...submissionRowKey(submission.destination, submission.key),
  version: number(1),
  value: json({ v: SUBMISSION_FORMAT, ...submission }, MAX_BYTES, 'a verdict that a system sent'),
  expiresAtSeconds: number(Math.ceil((submission.atMs + keptMs) / 1000)),
});

const read = createVersionedReader<Submission>(
  'a verdict that a system sent',
  SUBMISSION_FORMAT,
  z.object({
    destination: z.string(),
    key: z.string(),
    domain: z.string(),
    caseId: z.string(),
    outcome: z.string(),
    decisionId: z.string(),
    hash: z.string(),
    atMs: z.number(),
  }),
);

/** Null for one that has expired: DynamoDB deletes it days later. Throws for what only a newer version understands. */
export const readSubmissionRow = (row: Row, nowMs: number): Submission | null =>
  readNumber(row, 'expiresAtSeconds') * 1000 <= nowMs ? null : understood(read(readJson(row, 'value')));
