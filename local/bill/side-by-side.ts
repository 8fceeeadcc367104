import type { AsideRun } from '../cloud/function-process.ts';

/** Lets runs proceed in the order of their times: what one writes, another sees only once its own time is later. */
export function createSideBySide() {
  const running = new Map<AsideRun, { readonly atMs: number; readonly go: () => void } | null>();

  function next(): void {
    const waiting = [...running.values()];
    if (waiting.some((one) => one === null)) return;
    const [run, first] = [...running].toSorted(([, a], [, b]) => (a?.atMs ?? 0) - (b?.atMs ?? 0))[0] ?? [];
    if (!run) return;
    running.set(run, null);
    first?.go();
  }

  return {
    isBusy: () => running.size > 0,
    begin(): AsideRun {
      const run: AsideRun = {
        until(atMs: number) {
          const granted = new Promise<void>((go) => running.set(run, { atMs, go }));
          next();
          return granted;
        },
        end() {
          running.delete(run);
          next();
        },
      };
      running.set(run, null);
      return run;
    },
  };
}
