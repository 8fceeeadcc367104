import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAws } from '../../lib/base/aws/signed-aws.ts';

/** Long enough for normal calls, and short enough to start without those that hang. */
const MOST_MS = 2_000;

/**
 * Waits for what the first run would do anyway. Lambda gives a function a whole processor until its module is loaded, and
 * after that only the share that its memory pays for. What fails here is retried where it is needed.
 */
export async function warmUp(...first: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.allSettled(first), sleep(MOST_MS, undefined, { ref: false })]);
}

/** Notes what is asked of AWS while a function is put together: its keys and secrets. */
export function notingCalls(call: CallAws): { callAws: CallAws; calls(): readonly Promise<unknown>[] } {
  let noted: Promise<unknown>[] | null = [];
  return {
    callAws(...asked) {
      const answer = call(...asked);
      noted?.push(answer);
      return answer;
    },
    /** Once: what is asked later is not noted any more. */
    calls() {
      const all = noted ?? [];
      noted = null;
      return all;
    },
  };
}
