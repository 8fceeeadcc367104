import type { Clock } from '../base/clock.ts';
import type { Turn } from './poll-run.ts';

/**
 * How long threats wait for the cases of the same look, at most: cases may be slow, far behind or failing. A threat that
 * is sent before its case costs more, because its notifier then has to find the case.
 */
export const CASES_FIRST_MS = 3_000;

/** The order in which the feeds of a domain send what one look finds: a case may cover threats. */
export interface CasesFirst {
  /** The cases of this look were sent, or will not be. */
  casesDone(): void;
  /** The turn of the threats, which wait no longer than until then. */
  turnUntil(untilMs: number): Turn;
}

export function createCasesFirst(clock: Clock): CasesFirst {
  let areDone = false;
  let resolve = () => {};
  const cases = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  // Waits once for the whole look, not once for each page.
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
