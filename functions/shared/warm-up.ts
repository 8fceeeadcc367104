import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for normal calls, and short enough to start without those that hang. */
const MOST_MS = 2_000;

/**
 * Waits for what the first run would do anyway. Lambda gives a function a whole processor until its module is loaded, and
 * after that only the share that its memory pays for. What fails here is retried where it is needed.
 */
export async function warmUp(...first: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.allSettled(first), sleep(MOST_MS, undefined, { ref: false })]);
}
