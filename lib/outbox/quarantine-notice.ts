import type { QuarantinedMessage } from '../base/queues/quarantine.ts';
import { DAY_MS } from '../base/time.ts';
import type { VersionedRows } from '../base/versioned-rows.ts';
import { reportedRow } from '../ledger/bridge-rows.ts';
import { type OpsNoticeParts, sendOpsNotice } from '../routing/ops-notice.ts';

const MESSAGES_WAIT =
  'Nothing is lost: they are queued again at least once an hour, until a version or a configuration understands them. ' +
  'If no deployment is under way, deploy that one.';

/** Tells the operators once a day which messages are quarantined, and why. */
export const createQuarantineNotice =
  ({ rows, ...parts }: OpsNoticeParts & { readonly rows: VersionedRows }) =>
  async (queue: string, quarantined: readonly QuarantinedMessage[]): Promise<void> => {
    const nowMs = parts.clock.now();
    const day = Math.floor(nowMs / DAY_MS);
    const told = await rows.read(reportedRow.key('quarantine', queue));
    if (told?.value === day) return;
    const sinceMs = Math.min(...quarantined.map((message) => message.sinceMs));
    const reasons = [...new Set(quarantined.map(({ reason }) => reason))].slice(0, 3);
    const taken = await sendOpsNotice(parts, {
      domain: domainOf(quarantined) ?? Object.keys(parts.config.domains)[0] ?? '',
      id: `quarantine-${queue}-${day}`,
      code: 'messages_rest',
      title: `${queue}: messages wait for another version of the bridge`,
      text: `The first of them came at ${new Date(sinceMs).toISOString()}. ${reasons.join('. ')}. ${MESSAGES_WAIT}`,
    });
    // Written afterwards: a crash in between sends the notice again under the same id, and it is shown once.
    if (taken) {
      const version = told?.version ?? 0;
      await rows.write(reportedRow.key('quarantine', queue), day, {
        version,
        expiresAtMs: nowMs + reportedRow.keptMs,
      });
    }
  };

/** The domain that a message names, as far as it can be read. */
function domainOf(quarantined: readonly QuarantinedMessage[]): string | null {
  const named = quarantined.map(({ body }) => /"domain":"([^"\\]{1,100})"/.exec(body)?.[1]);
  return named.find((domain) => domain !== undefined) ?? null;
}
