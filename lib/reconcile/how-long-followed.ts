import { DAY_MS } from '../base/time.ts';
import type { FollowedCase } from '../case/case-ledger.ts';

/** How long after its end a reopened case is still noticed. */
const ENDED_KEPT_MS = DAY_MS;
/** How long the bridge keeps trying to show the outcome. */
const UNSETTLED_KEPT_MS = 7 * DAY_MS;
/** How long a case is followed after the platform has acted on it and changed nothing since. */
const ENFORCED_KEPT_MS = 30 * DAY_MS;

/** Whether it ended so long ago that nothing more is expected of it. */
export function isLongOver(
  { status, statusAtMs, endedAtMs, isSettled }: FollowedCase,
  nowMs: number,
): boolean {
  // The platform may never change it again.
  if (status === 'enforced') return isSettled && nowMs - statusAtMs > ENFORCED_KEPT_MS;
  const keptMs = isSettled ? ENDED_KEPT_MS : UNSETTLED_KEPT_MS;
  return endedAtMs !== null && nowMs - endedAtMs > keptMs;
}
