import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import type { ArchiveEnv } from '../lib/config/function-env.ts';
import { createDynamoArchiveNotes } from '../lib/dynamo/dynamo-archive-notes.ts';
import { createDynamoAuditTrail } from '../lib/dynamo/dynamo-audit-trail.ts';
import { createDynamoLeaveSign } from '../lib/dynamo/dynamo-signs.ts';
import { createSignedBucket } from '../lib/platform/aws/signed-bucket.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { archiveTrail } from '../lib/verdict/archive-trail.ts';
import { log, metrics, openTable } from './shared/aws.ts';
import { signedAwsParts } from './shared/signed-aws.ts';

const variables = {
  TABLE_NAME: z.string(),
  BUCKET_NAME: z.string(),
} satisfies Record<keyof ArchiveEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);
const table = openTable(env.TABLE_NAME);
/** A day may be several megabytes. */
const PUT_TIMEOUT_MS = 30_000;
const bucket = createSignedBucket(signedAwsParts(PUT_TIMEOUT_MS), env.BUCKET_NAME);
const parts = {
  trail: createDynamoAuditTrail(table),
  notes: createDynamoArchiveNotes(table, env.BUCKET_NAME),
  put: (key: string, body: string) => bucket.put({ key, body, contentType: 'application/jsonl' }),
  keptMs: config.retention.trail,
  clock,
  log,
};

const leaveSign = createDynamoLeaveSign(table);

/** For the day that is being put when the time is up. */
const SPARE_MS = 90_000;

export async function handler(
  _event: unknown,
  context: { getRemainingTimeInMillis(): number },
): Promise<void> {
  const deadlineMs = clock.now() + context.getRemainingTimeInMillis() - SPARE_MS;
  const { days, isAll, problems } = await archiveTrail(parts, Object.keys(config.domains), deadlineMs);
  log('archived', { days, isAll, problems: problems.length });
  const sign = { by: 'archive', subject: 'archive', atMs: clock.now() } as const;
  if (problems.length > 0) await leaveSign({ ...sign, what: 'changed' });
  if (isAll) await leaveSign({ ...sign, what: 'archived' });
  metrics('bridge', {}, { TrailChanged: problems.length, ...(isAll && { TrailArchived: 1 }) });
  if (!isAll) throw new Error('the trail is not wholly archived: the lines before this one say why');
}
