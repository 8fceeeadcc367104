import type { LocalFunction } from '../../../local/cloud/function-pool.ts';

/** A run is killed within this time from its start: anywhere in the middle, so that another kill meets another moment. */
const WITHIN_MS = 20;

/** Kills processes of functions, as a crash would: no time to say anything. */
export function createKiller(
  functions: ReadonlyMap<string, LocalFunction>,
  random: () => number = Math.random,
) {
  /** Those to be killed, with how often they had failed before: it is done when they have failed once more. */
  const armed = new Map<string, number>();
  const isArmed = (id: string): boolean =>
    armed.has(id) && armed.get(id) === functions.get(id)?.counts.errors;

  for (const [id, one] of functions) {
    one.onInvoke(() => {
      const begun = one.busy.at(-1)?.pid;
      if (!isArmed(id) || begun === undefined) return;
      setTimeout(() => {
        // One that has answered already leaves it to the next.
        if (isArmed(id) && one.busy.some(({ pid }) => pid === begun)) killProcess(begun);
      }, random() * WITHIN_MS).unref();
    });
  }
  return {
    /** `now`: what it was doing is over. `later`: its next run will be. Nothing when there is no such function. */
    kill(id: string): { readonly when: 'now' | 'later' } | undefined {
      const one = functions.get(id);
      if (!one) return undefined;
      const { busy } = one;
      for (const { pid } of busy) killProcess(pid);
      if (busy.length > 0) return { when: 'now' };
      armed.set(id, one.counts.errors);
      return { when: 'later' };
    },
    isArmed,
  };
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in this moment.
  }
}
