import type { Clock } from '../base/clock.ts';

interface Look {
  readonly begunAtMs: number;
  /** Looks requested for up to this time are done. */
  readonly upToMs: number;
}

/** What a process remembers of its looks at domains, so that a repeated tick costs next to nothing. */
export interface RecentLooks {
  /** Whether this process has done the look that was due then. */
  covers(domain: string, dueAtMs: number): boolean;
  begin(domain: string, dueAtMs: number): void;
  /** The look failed, or there is more to do: the next tick looks again. */
  forget(domain: string): void;
}

export function createRecentLooks(everyMs: number, clock: Pick<Clock, 'now'>): RecentLooks {
  const looks = new Map<string, Look>();
  return {
    covers(domain, dueAtMs) {
      const look = looks.get(domain);
      if (!look) return false;
      // Only within one interval: a clock that was put back or is ahead blocks looks for no longer than that.
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
