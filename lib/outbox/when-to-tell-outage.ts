import type { Outage } from './outage.ts';

/** The operators hear of a chat that has not answered for this long. They hear of a clear refusal at once. */
const TELL_UNREACHABLE_MS = 300_000;

/** Whether the operators should hear of it now. */
export const isWorthTelling = ({ kind, sinceMs, told }: Outage, nowMs: number): boolean =>
  !told && (kind === 'credentials' || kind === 'place' || nowMs - sinceMs >= TELL_UNREACHABLE_MS);
