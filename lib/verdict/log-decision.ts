import type { Log } from '../base/log.ts';
import type { Metrics } from '../config/metrics.ts';
import type { Decided } from './decision-types.ts';
import type { VerdictMessage } from './verdict-message.ts';

/** What operators see of a message that was handled. */
export function logDecision(
  moved: Decided,
  { kind, domain, caseId }: VerdictMessage,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
): void {
  if (moved.is === 'repeat') return;
  if (moved.is === 'refused') {
    log(kind === 'claim' || kind === 'hand-back' ? 'claim.refused' : 'verdict.refused', {
      kind,
      domain,
      caseId,
      because: moved.because,
    });
    return;
  }
  const { decision, failedOverride, createdAtMs, version, trail } = moved.next;
  if (kind === 'claim' || kind === 'hand-back') {
    const { what, by } = trail.at(-1) ?? {};
    log('claim.changed', { what, domain, caseId, version, by: by?.id });
    return;
  }
  if (!decision) return;
  const { id: decisionId, state } = trail.at(-1)?.what === 'failed' ? (failedOverride ?? decision) : decision;
  log('verdict.changed', { kind, domain, caseId, decisionId, version, state: state.is });
  // A decision that nobody approved concerns the analysts; an operator cannot fix it.
  if (state.is === 'failed' && state.because !== 'not-approved' && state.because !== 'reopened')
    metrics('domain', { Domain: domain }, { VerdictFailed: 1 });
  // Checks the trail too, because a recorded decision also counts again when its replacement is undone.
  if (state.is === 'recorded' && trail.at(-1)?.what === 'recorded') {
    metrics(
      'domain',
      { Domain: domain },
      {
        VerdictRecorded: 1,
        ...(createdAtMs !== undefined && {
          TimeToVerdict: Math.max(0, state.atMs - createdAtMs),
        }),
      },
    );
  }
}
