import type { CaseVerdict } from '../../../lib/verdict/case-verdict.ts';
import type { CaseWatch } from '../../../lib/verdict/case-watch.ts';
import { auditOfWatch } from '../../../lib/verdict/claim-handler.ts';
import type { AuditEntry } from '../../../lib/verdict/verdict-ledger.ts';

export const CLAIMED: ReadonlySet<string> = new Set(['claimed', 'taken-over', 'handed-back']);

export interface Claims {
  readonly watch: CaseWatch;
  readonly verdict: CaseVerdict | null;
  readonly audit: readonly AuditEntry[];
  readonly wrong: string[];
}

/** One analyst at a time is on a case; who is, changes by a press or by a decision, and each change is in the trail once. */
export function judgeClaims({ watch, verdict, audit, wrong }: Claims): void {
  const { caseId, trail, claim } = watch;
  const copied = audit.filter((entry) => entry.caseId === caseId && CLAIMED.has(entry.what));
  if (JSON.stringify(copied) !== JSON.stringify(auditOfWatch(watch)))
    wrong.push(`the copies by day are not who was on ${caseId}`);
  if (new Set(trail.map(({ id }) => id)).size < trail.length)
    wrong.push(`one press changed twice who is on ${caseId}`);
  const decidedBetween = (fromMs: number, untilMs: number) =>
    verdict?.trail.some(({ atMs }) => atMs >= fromMs && atMs <= untilMs) === true;
  for (const [index, { what, atMs, by }] of trail.entries()) {
    const before = trail[index - 1];
    const isFree = !before || before.what === 'handed-back' || decidedBetween(before.atMs, atMs);
    if (what === 'claimed' && !isFree)
      wrong.push(`${by?.name} was put on ${caseId}, which ${before.by?.name} was on`);
    if (what !== 'claimed' && before?.what === 'handed-back')
      wrong.push(`${caseId} was ${what}, and nobody was on it`);
  }
  const last = trail.at(-1);
  if (last && last.what !== 'handed-back' && claim?.id !== last.id)
    wrong.push(`${last.by?.name} is not on ${caseId}, though the trail says so`);
}
