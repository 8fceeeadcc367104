import { SEVERITIES, type Severity } from './history.ts';
import type { PlatformCase } from './platform.ts';
import type { World } from './world.ts';

const ENDS: readonly string[] = ['close', 'enforce', 'vanish'];
const ENDING_OUTCOMES: readonly string[] = ['decided', ...ENDS];

/** For so long something may be so in the platform before the bridge knows: a poll or a look, and more where they fail. */
export function unseenMs({ has }: World): number {
  return has('faults') || has('crashes') || has('outages') ? 240_000 : 65_000;
}

/** How severe a case was at a moment. */
export function severityAt({ plan, log }: PlatformCase, atMs: number): Severity {
  const steps = log.filter((one) => one.atMs <= atMs).map(({ what }) => STEPS[what] ?? 0);
  const rank = steps.reduce((sum, step) => sum + step, SEVERITIES.indexOf(plan.severity));
  return SEVERITIES[rank] ?? plan.severity;
}
const STEPS: Readonly<Record<string, number>> = { worse: 1, milder: -1 };

/** A case that was milder only between two looks never became worse for the bridge: its steps go on as they were. */
export function becameWorse(one: PlatformCase, atMs: number, world: World): boolean {
  const rank = (ms: number) => SEVERITIES.indexOf(severityAt(one, ms));
  const milder = one.log.findLast((entry) => entry.what === 'milder' && entry.atMs < atMs);
  if (!milder || atMs - milder.atMs >= unseenMs(world)) return true;
  return rank(milder.atMs - 1) < rank(atMs);
}

/** When it last ended; null for one that never did. Our own verdict is no end here. */
export const endedAt = ({ log }: PlatformCase): number | null =>
  log.findLast(({ what }) => ENDS.includes(what))?.atMs ?? null;

/** Since when it was over or decided in the platform, at that moment; null while it was open. */
export function finishedSince({ log }: PlatformCase, atMs: number): number | null {
  let since: number | null = null;
  for (const { what, atMs: at } of log) {
    if (at > atMs) break;
    if (ENDING_OUTCOMES.includes(what)) since ??= at;
    if (what === 'reopen' || what === 'return') since = null;
  }
  return since;
}

/**
 * When it was last reopened for so long that somebody could see it, and whether another time was too short for that: then
 * nobody can say which episode it is in.
 */
export function reopenings({ log }: PlatformCase, world: World, shortMs: number) {
  const all = log.flatMap(({ what, atMs }, index) => {
    if (what !== 'reopen' && what !== 'return') return [];
    const nextMs = log.slice(index + 1).find((one) => ENDING_OUTCOMES.includes(one.what))?.atMs;
    const before = log.slice(0, index).findLast((one) => ENDING_OUTCOMES.includes(one.what));
    // What was gone for less than a quarter of an hour was never taken for gone.
    const goneMs = what === 'return' ? atMs - (before?.atMs ?? 0) : Number.POSITIVE_INFINITY;
    // Nor was what was closed between two looks ever taken for closed.
    const closedMs = atMs - (before?.atMs ?? 0);
    const isShort =
      (nextMs ?? world.time.nowMs) - atMs < shortMs || goneMs < GONE_MS || closedMs < unseenMs(world);
    return [{ atMs, isShort: isShort && goneMs > UNNOTICED_MS, isNothing: goneMs <= UNNOTICED_MS }];
  });
  const seen = all.filter(({ isShort, isNothing }) => !isShort && !isNothing);
  return { atMs: seen.at(-1)?.atMs ?? 0, isDoubtful: all.some(({ isShort }) => isShort) };
}
const UNNOTICED_MS = 14 * 60_000;
const GONE_MS = 24 * 60_000;
