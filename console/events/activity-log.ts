import type { Activity } from '../wire.ts';

const MOST = 200;

/** What happened lately, in words. */
export function createActivityLog(now: () => number, most = MOST) {
  const kept: Activity[] = [];
  const listeners: (() => void)[] = [];
  let lastId = 0;
  return {
    add(text: string, atMs = now()): void {
      lastId += 1;
      kept.push({ id: lastId, atMs, text });
      if (kept.length > most) kept.shift();
      for (const listener of listeners) listener();
    },
    /** Those after this one, oldest first; 0 for all that are kept. */
    since: (id: number): readonly Activity[] => kept.filter((one) => one.id > id),
    onAdd: (listener: () => void) => void listeners.push(listener),
  };
}

export type ActivityLog = ReturnType<typeof createActivityLog>;
