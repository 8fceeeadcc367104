import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalFunction } from './function-pool.ts';

export interface AsyncSettings {
  /** Lambda retries an event twice unless it is told otherwise. */
  readonly retries: number;
  readonly maxAgeMs: number;
  readonly speed: number;
  readonly stopping: AbortSignal;
  /** Takes an event that failed for good, with what the last try said. */
  readonly onGivenUp: (
    event: unknown,
    tries: number,
    error: { errorType: string; errorMessage: string },
  ) => Promise<void>;
}

/** A minute before the first retry, two before the second. */
const WAIT_MS = 60_000;

/** Invokes without anyone waiting for the answer: Lambda itself retries, and gives up in its own way. */
export async function invokeAsync(
  target: LocalFunction,
  event: unknown,
  settings: AsyncSettings,
): Promise<void> {
  const { retries, maxAgeMs, speed, stopping, onGivenUp } = settings;
  const startedAt = Date.now();
  for (let tries = 1; ; tries++) {
    const outcome = await target.invoke(event);
    if (outcome.ok || stopping.aborted) return;
    if (tries > retries || (Date.now() - startedAt) * speed > maxAgeMs)
      return onGivenUp(event, tries, outcome);
    try {
      await sleep((WAIT_MS * tries) / speed, undefined, { signal: stopping });
    } catch {
      return;
    }
  }
}
