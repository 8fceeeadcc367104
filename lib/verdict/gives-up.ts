import { DAY_MS } from '../base/time.ts';

/** Since when the bridge has tried to record a decision, and until when the platform asked it to wait. */
export interface Trying {
  readonly sinceMs: number;
  readonly readyAtMs?: number | undefined;
}

/** When the bridge stops retrying: a day after it began, or after the platform said that it would be ready. */
export const givesUpAtMs = ({ sinceMs, readyAtMs = 0 }: Trying): number =>
  Math.max(sinceMs, readyAtMs) + DAY_MS;
