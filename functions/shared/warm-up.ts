import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for calls that are answered, and short enough to start without those that are not. */
const MOST_MS = 2_000;

/**
 * Waits for what the first run would do anyway. Lambda gives a function a whole processor until its module is loaded, and
 * after that only the part that its memory pays for. What fails here is tried again where it is needed.
 */
export async function warmUp(...first: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.allSettled(first), sleep(MOST_MS, undefined, { ref: false })]);
}
