import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { type Look, RESERVE_MS } from './poll-domain.ts';
import { pollDomains } from './poll-domains.ts';
import type { PollReport } from './poll-report.ts';
import { createRecentLooks } from './recent-looks.ts';
import { readTick } from './tick.ts';
import { slotOf, type TickQueue } from './tick-queue.ts';

export interface PollHandlerParts {
  readonly everyMs: number;
  /** Null if polls are at least a minute apart: then the schedule is enough. */
  readonly ticks: TickQueue | null;
  readonly pollOne: (domain: string, look: Look) => Promise<readonly PollReport[]>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** What the poll function does, depending on what started it. */
export interface PollHandler {
  /** Started by a schedule: sends the ticks until the next run, and looks itself. Throws if something failed. */
  scheduled(domains: readonly string[], deadlineMs: number): Promise<void>;
  /** Started by ticks. Never throws, and sends no ticks: Lambda would take a function that starts itself for a loop. */
  ticked(bodies: readonly string[], deadlineMs: number): Promise<void>;
}

/** A tick that is later than this is useless: the schedule has fired since. After an outage there may be many. */
export const MOST_LATE_MS = 60_000;

export function createPollHandler({ everyMs, ticks, pollOne, clock, log }: PollHandlerParts): PollHandler {
  const looks = createRecentLooks(everyMs, clock);
  /** Domains whose key the API refuses. Each attempt reads the key again, so ticks leave those to the schedule. */
  const refused = new Set<string>();

  /** Looks at the domains that this process has not looked at since they were due. */
  const lookAt = (due: ReadonlyMap<string, number>, look: Look): Promise<void> =>
    pollDomains(
      [...due].filter(([domain, dueAtMs]) => !looks.covers(domain, dueAtMs)).map(([domain]) => domain),
      async (domain) => {
        looks.begin(domain, due.get(domain) ?? 0);
        const reports = await pollOne(domain, look).catch((error: unknown) => {
          looks.forget(domain);
          throw error;
        });
        if (reports.some(({ behind }) => behind)) looks.forget(domain);
        if (reports.some(({ paused }) => paused === 'unauthorized')) refused.add(domain);
        else refused.delete(domain);
      },
      log,
    );

  return {
    async scheduled(domains, deadlineMs) {
      if (!ticks)
        return pollDomains(domains, async (domain) => void (await pollOne(domain, { deadlineMs })), log);
      const slot = slotOf(clock.now(), everyMs);
      const due = new Map(domains.map((domain) => [domain, slot]));
      // In parallel: a queue that does not answer must not keep the poller from looking.
      const done = await Promise.allSettled([
        ticks.sendAhead(domains),
        lookAt(due, { deadlineMs, roundMs: everyMs + RESERVE_MS }),
      ]);
      for (const one of done) if (one.status === 'rejected') throw one.reason;
    },
    async ticked(bodies, deadlineMs) {
      const nowMs = clock.now();
      const due = new Map<string, number>();
      for (const body of bodies) {
        const tick = readTick(body);
        if ('dropped' in tick) {
          log('tick dropped', { problem: tick.dropped });
          continue;
        }
        const { domains, dueAtMs } = tick.ok;
        if (nowMs - dueAtMs > MOST_LATE_MS) continue;
        for (const domain of domains.filter((one) => !refused.has(one)))
          due.set(domain, Math.max(dueAtMs, due.get(domain) ?? 0));
      }
      // Backlogs are left to the schedule: a tick ends when the next one comes.
      const untilMs = Math.min(deadlineMs, nowMs + everyMs + RESERVE_MS);
      // The failure was logged and counted, and the next scheduled run meets it too. The tick is not worth a retry.
      await lookAt(due, { deadlineMs: untilMs }).catch(() => {});
    },
  };
}
