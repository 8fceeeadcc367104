/** Lets many do something beside each other, or one alone. Who wants to be alone waits for those who are at it, and no longer. */
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
