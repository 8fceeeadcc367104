import { archiveTrail } from '../audit/archive-trail.ts';
import type { SignedBucket } from '../base/aws/signed-bucket.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import type { ArchiveEnv } from '../config/function-env.ts';
import { createDynamoArchiveNotes } from '../dynamo/dynamo-archive-notes.ts';
import { createDynamoAuditTrail } from '../dynamo/dynamo-audit-trail.ts';
import type { DynamoParts } from '../dynamo/dynamo-calls.ts';
import { openFacets } from '../features/entry-points/facet.ts';
import { archiveFacets } from './generated/archive-facets.ts';
import type { CommonPorts, Given, TimeLeft } from './ports.ts';

export interface ArchivePorts extends CommonPorts {
  readonly env: Given<ArchiveEnv>;
  readonly table: DynamoParts;
  readonly bucket: SignedBucket;
}

/** Time to finish the day that is being written when the time is up. */
const SPARE_MS = 90_000;

/** Copies finished days of the trail into the bucket that locks them. */
export function createArchive(
  config: BridgeConfig,
  { env, table, bucket, clock, log, metrics }: ArchivePorts,
) {
  const parts = {
    trail: createDynamoAuditTrail(table),
    notes: createDynamoArchiveNotes(table, env.BUCKET_NAME),
    put: (key: string, body: string) => bucket.put({ key, body, contentType: 'application/jsonl' }),
    keptMs: config.retention.trail,
    clock,
    log,
  };
  const features = openFacets(archiveFacets, { config, table, clock, log });
  async function tell(what: 'archived' | 'changed'): Promise<void> {
    for (const { onRun } of features) await onRun?.(what);
  }

  return async function handler(_event: unknown, context: TimeLeft): Promise<void> {
    const deadlineMs = clock.now() + context.getRemainingTimeInMillis() - SPARE_MS;
    const { days, isAll, problems } = await archiveTrail(parts, Object.keys(config.domains), deadlineMs);
    log('archived', { days, isAll, problems: problems.length });
    if (problems.length > 0) await tell('changed');
    if (isAll) await tell('archived');
    metrics('bridge', {}, { TrailChanged: problems.length, ...(isAll && { TrailArchived: 1 }) });
    if (!isAll) throw new Error('the trail is not wholly archived: the lines before this one say why');
  };
}
