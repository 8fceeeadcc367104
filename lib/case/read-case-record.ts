import * as z from 'zod/mini';
import { createVersionedReader } from '../base/read-versioned.ts';
import { SEVERITIES } from '../posture/severity.ts';
import { CASE_STATUSES, type CaseRecord } from './case-record.ts';

export const CASE_RECORD_FORMAT = 1;

const ms = z.number();
const Status = z.enum(CASE_STATUSES);
const Severity = z.nullable(z.enum(SEVERITIES));
const Withheld = z.object({
  by: z.enum(['mute', 'dedupe']),
  id: z.string(),
  severity: Severity,
  episode: z.number(),
});

export const readCaseRecord = createVersionedReader<CaseRecord>(
  'the record of a case',
  CASE_RECORD_FORMAT,
  z.object({
    domain: z.string(),
    caseId: z.string(),
    createdAtMs: ms,
    revision: z.string(),
    updatedAtMs: ms,
    closedAtMs: z.nullable(ms),
    severity: Severity,
    routes: z.array(z.string()),
    status: Status,
    endedAtMs: z.nullable(ms),
    statusAtMs: ms,
    missed: z.nullable(z.object({ looks: z.number(), sinceMs: ms, lastMs: ms })),
    changes: z.array(z.object({ n: z.number(), from: Status, to: Status, atMs: ms })),
    owed: z.boolean(),
    episode: z.number(),
    unconfirmed: z.optional(z.object({ episode: z.number() })),
    lastEpisode: z.optional(z.number()),
    sinceMs: ms,
    lookMs: z.nullable(ms),
    places: z.record(z.string(), z.union([z.enum(['handed', 'unsent', 'sending']), Withheld])),
    quiet: z.optional(z.boolean()),
    forgotten: z.optional(z.boolean()),
  }),
);
