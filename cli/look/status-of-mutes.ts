import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { endOf, isActive, isWaiting, type Mute } from '../../lib/features/mutes/mute.ts';
import { createMuteLedger } from '../../lib/features/mutes/mute-ledger.ts';
import { mutedWhat } from '../../lib/features/mutes/mute-notices.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { isoOf } from '../frame/time-words.ts';

/** A mute as operators see it. Who is muted is "one person". */
export type SeenMute = Awaited<ReturnType<typeof statusOfMutes>>[number];

/** The mutes of domains that are on, wait for a second person, or ended since then; with how much each hid. */
export async function statusOfMutes(
  { ledger: parts, clock }: Pick<OpenBridge, 'ledger' | 'clock'>,
  domains: readonly string[],
  sinceMs: number | null,
) {
  const ledger = createMuteLedger(createDynamoVersionedRows(parts));
  const nowMs = clock.now();
  const seen = [];
  for (const domain of domains) {
    const { mutes, waiting } = await ledger.load(domain);
    const wanted = (mute: Mute) => isActive(mute, nowMs) || (sinceMs !== null && endOf(mute) >= sinceMs);
    for (const mute of [...mutes.filter(wanted), ...waiting.filter((one) => isWaiting(one, nowMs))]) {
      let hidden = 0;
      for await (const { items } of ledger.hiddenBy(domain, mute.id)) hidden += items.length;
      const waits = 'needs' in mute;
      seen.push({
        ...{ domain, id: mute.id, what: mutedWhat(mute), critical: mute.critical },
        ...{ active: !waits && isActive(mute, nowMs), waits },
        by: mute.approvedBy ? `${mute.by.name} and ${mute.approvedBy.name}` : mute.by.name,
        ...{ reason: mute.reason, from: isoOf(mute.atMs), until: isoOf(endOf(mute)), hidden },
      });
    }
  }
  return seen;
}
