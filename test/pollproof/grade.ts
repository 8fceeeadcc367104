import type { Stage } from './stage.ts';

/** What a poller made of a scenario, or of several. */
export interface Grade {
  /** Of so many items that it had to tell. */
  readonly items: number;
  /** Never told. */
  readonly lost: number;
  /** Told again, each time. */
  readonly doubled: number;
  /** Told, but more than five minutes after it could have been. */
  readonly late: number;
  /** Of the slowest item, in minutes. */
  readonly slowest: number;
  readonly requests: number;
}

const LATE = 5;

/**
 * Judges everything that the list showed after the poller had started. What was deleted is nobody's loss, and nobody has to tell
 * anything while the API is out or the poller is not started.
 */
export function gradeOf({ list, told, startMs, pace, isOut, endsAt, requests }: Stage): Grade {
  const minute = (ms: number) => (ms - startMs) / pace.minuteMs;
  const graded = list.items.filter(({ visibleAtMs }) => visibleAtMs >= startMs);
  const grades = graded.map(({ id, visibleAtMs, deletedAtMs }) => {
    const times = told.filter((one) => one.id === id).map(({ atMs }) => minute(atMs));
    // The next poll is the first that can find it.
    let due = Math.ceil(minute(visibleAtMs));
    while (isOut(due) && due < endsAt) due += 1;
    const wait = times.length === 0 ? 0 : Math.min(...times) - due;
    return {
      lost: times.length === 0 && deletedAtMs === null ? 1 : 0,
      doubled: Math.max(0, times.length - 1),
      late: wait > LATE ? 1 : 0,
      wait: Math.max(0, wait),
    };
  });
  const sum = (of: 'lost' | 'doubled' | 'late') => grades.reduce((all, one) => all + one[of], 0);
  return {
    items: graded.length,
    lost: sum('lost'),
    doubled: sum('doubled'),
    late: sum('late'),
    slowest: Math.max(0, ...grades.map(({ wait }) => wait)),
    requests,
  };
}

/** Several seeds together. */
export const together = (grades: readonly Grade[]): Grade =>
  grades.reduce(
    (all, one) => ({
      items: all.items + one.items,
      lost: all.lost + one.lost,
      doubled: all.doubled + one.doubled,
      late: all.late + one.late,
      slowest: Math.max(all.slowest, one.slowest),
      requests: all.requests + one.requests,
    }),
    { items: 0, lost: 0, doubled: 0, late: 0, slowest: 0, requests: 0 },
  );
