import type { LocalFunction } from '../../cloud/function-pool.ts';

/** Long enough to have begun something. */
const IN_THE_MIDDLE_MS = 30;

/** Kills processes of functions, as a crash would: no time to say anything. */
export interface Killer {
  /** `now`: what it was doing is over. `later`: its next run will be. Nothing when there is no such function. */
  kill(id: string): { readonly when: 'now' | 'later' } | undefined;
  isArmed(id: string): boolean;
}

export function createKiller(functions: ReadonlyMap<string, LocalFunction>): Killer {
  const armed = new Set<string>();

  const killBusy = (one: LocalFunction): number => {
    const { busy } = one;
    for (const { pid } of busy) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself in this moment.
      }
    }
    return busy.length;
  };

  for (const [id, one] of functions) {
    one.onInvoke(() => {
      if (!armed.delete(id)) return;
      setTimeout(() => killBusy(one), IN_THE_MIDDLE_MS).unref();
    });
  }
  return {
    kill(id) {
      const one = functions.get(id);
      if (!one) return undefined;
      if (killBusy(one) > 0) return { when: 'now' };
      armed.add(id);
      return { when: 'later' };
    },
    isArmed: (id) => armed.has(id),
  };
}
