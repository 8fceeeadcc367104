import type { Clock } from '../base/clock.ts';
import type { Turn } from './poll-run.ts';

/**
 * How long threats wait for the cases of the same look, at most: cases may be slow, far behind or failing. A threat that
 * is sent before its case costs more, because its notifier then has to find the case.
 */
const CASES_FIRST_MS = 3_000;
/** And how long where a case was found that is new or changed: 200 at once take a small function longer than three seconds. */
const CASES_SENT_MS = 20_000;

/** The order in which the feeds of a domain send what one look finds: a case may cover threats. */
export interface CasesFirst {
  /** The turn of the cases, which do not wait. */
  readonly casesTurn: Turn;
  /** The cases of this look were sent, or will not be. */
  casesDone(): void;
  /** The turn of the threats, which wait no longer than until then. */
  turnUntil(untilMs: number): Turn;
}

export function createCasesFirst(clock: Clock): CasesFirst {
  let areFound = false;
  let areDone = false;
  let resolve = () => {};
  const cases = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  // Waits once for the whole look, not once for each page.
  let waited: Promise<void> | null = null;

  async function wait(untilMs: number): Promise<void> {
    const fromMs = clock.now();
    const waitFor = async (mostMs: number) => {
      const leftMs = Math.min(fromMs + mostMs, untilMs) - clock.now();
      if (!areDone && leftMs > 0) await Promise.race([cases, clock.sleep(leftMs)]);
    };
    await waitFor(CASES_FIRST_MS);
    if (areFound) await waitFor(CASES_SENT_MS);
  }

  return {
    async casesTurn() {
      areFound = true;
    },
    casesDone() {
      areDone = true;
      resolve();
    },
    turnUntil: (untilMs) => async () => {
      if (areDone || untilMs <= clock.now()) return;
      waited ??= wait(untilMs);
      await waited;
    },
  };
}
