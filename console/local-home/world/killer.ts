import type { LocalFunction } from '../../../local/cloud/function-pool.ts';

/** A run is killed within this time from its start: at a random point, so that each kill hits another moment. */
const WITHIN_MS = 20;

/** Kills processes of functions, like a crash: without time to say anything. */
export function createKiller(
  functions: ReadonlyMap<string, LocalFunction>,
  random: () => number = Math.random,
) {
  /** Functions to be killed, with their earlier failures: it is done once there is one more. */
  const armed = new Map<string, number>();
  const isArmed = (id: string): boolean =>
    armed.has(id) && armed.get(id) === functions.get(id)?.counts.errors;

  for (const [id, one] of functions) {
    one.onInvoke(() => {
      const begun = one.busy.at(-1)?.pid;
      if (!isArmed(id) || begun === undefined) return;
      setTimeout(() => {
        // A run that has already answered leaves it to the next.
        if (isArmed(id) && one.busy.some(({ pid }) => pid === begun)) killProcess(begun);
      }, random() * WITHIN_MS).unref();
    });
  }
  return {
    /** `now`: the current run is over. `later`: the next run will be. Undefined if there is no such function. */
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
    // It ended on its own at this moment.
  }
}
