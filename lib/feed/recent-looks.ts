import type { Clock } from '../platform/clock.ts';

interface Look {
  readonly begunAtMs: number;
  /** What asked for a look by then has had it. */
  readonly upToMs: number;
}

/** What one process remembers of its looks at domains, so that a repeated tick costs next to nothing. */
export interface RecentLooks {
  /** Whether this process has looked for what is asked for by then. */
  covers(domain: string, dueAtMs: number): boolean;
  begin(domain: string, dueAtMs: number): void;
  /** It failed, or there is more to do: the next one who asks looks again. */
  forget(domain: string): void;
}

export function createRecentLooks(everyMs: number, clock: Pick<Clock, 'now'>): RecentLooks {
  const looks = new Map<string, Look>();
  return {
    covers(domain, dueAtMs) {
      const look = looks.get(domain);
      if (!look) return false;
      // Less than a gap ago: a clock that was put back, or one that is ahead, keeps nobody from looking for longer.
      const agoMs = clock.now() - look.begunAtMs;
      return look.upToMs >= dueAtMs && agoMs >= 0 && agoMs < everyMs;
    },
    begin(domain, dueAtMs) {
      const begunAtMs = clock.now();
      looks.set(domain, { begunAtMs, upToMs: Math.max(begunAtMs, dueAtMs) });
    },
    forget: (domain) => void looks.delete(domain),
  };
}
