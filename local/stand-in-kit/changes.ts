/** One event for the console: its kind, and what it happened to. */
export type Change = { readonly type: string; readonly at: number } & Readonly<Record<string, unknown>>;

export const createChanges = (now: () => number) => {
  const listeners = new Set<(change: Change) => void>();
  return {
    tell: (type: string, fields: Readonly<Record<string, unknown>>): void => {
      const change = { ...fields, type, at: now() };
      for (const listener of listeners) listener(change);
    },
    listen: (listener: (change: Change) => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

export type Changes = ReturnType<typeof createChanges>;
