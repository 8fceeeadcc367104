/** Lets many run in parallel, or one alone. A caller that wants to be alone waits only for those already running. */
export function createGate() {
  let alone: Promise<unknown> = Promise.resolve();
  const others = new Set<Promise<void>>();
  return {
    async beside(run: () => Promise<void>): Promise<void> {
      for (let seen: unknown; seen !== alone; ) {
        seen = alone;
        await seen;
      }
      const ended = run().finally(() => others.delete(ended));
      others.add(ended);
      await ended;
    },
    alone<T>(run: () => Promise<T>): Promise<T> {
      const mine = alone.then(async () => {
        await Promise.all(others);
        return run();
      });
      alone = mine.catch(() => undefined);
      return mine;
    },
  };
}
