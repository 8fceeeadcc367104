import { type Anchor, anchorsIn, anchorsInTexts, archiveFolder } from '../../lib/audit/anchor.ts';
import { AwsError } from '../../lib/base/aws/aws-error.ts';
import { printAside } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { CommandError } from '../frame/errors.ts';

/** Where the trail was anchored outside of the table. */
export interface Anchors {
  /** Those of these days. */
  of(domain: string, days: readonly string[]): Promise<readonly Anchor[]>;
  /** Up to when they vouch for the trail, in sentences. */
  notes(domain: string, anchors: readonly Anchor[]): readonly string[];
}

/** Every text in the messages of `ops` since then; null where the chat does not give them. */
export type ReadOps = (
  bridge: OpenBridge,
  config: BridgeConfig,
  sinceMs: number,
) => Promise<readonly string[] | null>;

/** Finds the anchors of a bridge: the names in its archive. Without an archive, people compare with the messages in `ops`. */
export async function findAnchors(
  bridge: OpenBridge,
  config: BridgeConfig,
  readers: readonly ReadOps[],
): Promise<Anchors> {
  const outputs = await bridge.outputs().catch((error: unknown) => {
    if (!(error instanceof CommandError || error instanceof AwsError)) throw error;
    printAside(
      `The stack ${bridge.name} does not tell of an archive, so nothing is compared with anchors in it.`,
    );
    return null;
  });
  const bucket = outputs?.ArchiveBucketName;
  if (!bucket) return inOps(bridge, config, readers);
  return {
    async of(domain, days) {
      const names = await bridge.listBucket(bucket, archiveFolder(domain), '').catch((error: unknown) => {
        if (!(error instanceof AwsError)) throw error;
        throw new CommandError(
          `The anchors in the archive cannot be listed, so nobody can say whether something was cut off the trail: ${error.message}. This needs s3:ListBucketVersions on ${bucket}.`,
        );
      });
      return anchorsIn(domain, names).filter(({ day }) => days.includes(day));
    },
    notes(_, anchors) {
      const last = anchors
        .map(({ at }) => at)
        .toSorted()
        .at(-1);
      return [
        last
          ? `the archive vouches for everything up to ${last}; for what came later, only the log does`
          : 'the archive has no anchor of these days',
      ];
    },
  };
}

/** Read back where the chat lets the app read; elsewhere people compare. */
function inOps(bridge: OpenBridge, config: BridgeConfig, readers: readonly ReadOps[]): Anchors {
  return {
    async of(domain, days) {
      const sinceMs = Date.parse(days[0] ?? '');
      const read = await Promise.all(readers.map((one) => one(bridge, config, sinceMs)));
      const found = anchorsInTexts(
        domain,
        read.flatMap((texts) => texts ?? []),
      );
      return found.filter(({ day }) => days.includes(day));
    },
    notes(_, anchors) {
      const last = anchors
        .map(({ at }) => at)
        .toSorted()
        .at(-1);
      if (last) return [`the messages in ops vouch for everything up to ${last}`];
      return config.ops ? [COMPARE] : [];
    },
  };
}

const COMPARE =
  'there is no archive: compare the ends above with the messages "Audit trail" in ops, or with --head';
