import type { Clock } from '../platform/clock.ts';
import type { Turn } from './poll-run.ts';

/**
 * For so long threats wait for the cases of the same look, and not longer: cases may be slow, far behind or failing. A threat
 * that is handed over before its case costs more, and its notifier finds the case then.
 */
export const CASES_FIRST_MS = 3_000;

/** The order in which the feeds of a domain hand over what one look finds: a case may tell threats. */
export interface CasesFirst {
  /** The cases of this look were handed over, or will not be. */
  casesDone(): void;
  /** Of threats, with so long to wait at the most. */
  turnUntil(untilMs: number): Turn;
}

export function createCasesFirst(clock: Clock): CasesFirst {
  let areDone = false;
  let resolve = () => {};
  const cases = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  // Once for the whole look, and not for each page.
  let waited: Promise<void> | null = null;
  return {
    casesDone() {
      areDone = true;
      resolve();
    },
    turnUntil: (untilMs) => async () => {
      const leftMs = untilMs - clock.now();
      if (areDone || leftMs <= 0) return;
      waited ??= Promise.race([cases, clock.sleep(Math.min(CASES_FIRST_MS, leftMs))]);
      await waited;
    },
  };
}
