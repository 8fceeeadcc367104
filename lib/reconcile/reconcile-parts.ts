import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Metrics } from '../config/metrics.ts';

/** How many were queued again, by kind: `{ verdicts: 3 }`. */
export type Requeued = Readonly<Record<string, number>>;

/**
 * Looks for one kind of work that should have gone on and did not, and queues it again. It ends by its deadline, and leaves what it did
 * not get to where the next run finds it first.
 */
export type ReconcilePart = (deadlineMs: number) => Promise<Requeued>;

/** Called at the end of a run with what failed: says how healthy the bridge is. */
export type AfterAll = (failures: readonly unknown[]) => Promise<void>;

export interface ReconcileOptions {
  readonly parts: readonly ReconcilePart[];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly afterAll: readonly AfterAll[];
}

/** Runs one part after the other, each with its share of the time. A part that fails does not stop the others. */
export async function reconcile(
  { parts, clock, log, metrics, afterAll }: ReconcileOptions,
  deadlineMs: number,
): Promise<void> {
  if (deadlineMs <= clock.now()) throw new Error('the deadline has passed before anything was begun');
  const failures: unknown[] = [];
  for (const [index, part] of parts.entries()) {
    const shareMs = Math.max(0, deadlineMs - clock.now()) / (parts.length - index);
    try {
      const requeued = await part(clock.now() + shareMs);
      const some = Object.entries(requeued).filter(([, count]) => count > 0);
      if (some.length > 0) log('reconciled', Object.fromEntries(some));
      for (const [what, count] of some) metrics('requeued', { What: what }, { Requeued: count });
    } catch (error) {
      log('not reconciled', { problem: String(error) });
      failures.push(error);
    }
  }
  for (const judge of afterAll) {
    await judge(failures).catch((error: unknown) => {
      log('health not checked', { problem: String(error) });
      failures.push(error);
    });
  }
  // Lambda counts the failure, and an alarm goes off if failures go on.
  if (failures.length > 0) throw failures[0];
  metrics('bridge', {}, { ReconcilerRan: 1 });
}
