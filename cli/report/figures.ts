import { DAY_MS } from '../../lib/base/time.ts';
import type { SeenMute } from '../look/status-of-mutes.ts';

/** One decided case, with what the ledger knows about it. */
export interface ReportedCase {
  readonly domain: string;
  readonly outcome: string;
  readonly by: string;
  readonly threatType: string;
  readonly createdAtMs: number | null;
  readonly handedOverAtMs: number | null;
  readonly recordedAtMs: number | null;
}

export interface ReportInput {
  readonly fromMs: number;
  readonly toMs: number;
  /** When each known case was created. */
  readonly casesAtMs: readonly number[];
  readonly decided: readonly ReportedCase[];
  /** Decisions that are not in the platform: failed, undone, declined. */
  readonly notRecorded: Readonly<Record<string, number>>;
  /** The mutes of this time, with how much each hid. */
  readonly mutes: readonly SeenMute[];
}

export interface Bar {
  readonly label: string;
  readonly parts: Readonly<Record<string, number>>;
}

export interface Figures {
  readonly cases: number;
  readonly decided: number;
  readonly perDay: readonly Bar[];
  readonly outcomesByType: readonly Bar[];
  /** Of the decided cases of a type, those that were not a threat. */
  readonly falsePositives: readonly { readonly label: string; readonly rate: number; readonly of: number }[];
  readonly deciders: readonly Bar[];
  /** From the case to its verdict, and from the case to its delivery, in milliseconds. */
  readonly toVerdict: Spread | null;
  readonly toHandOver: Spread | null;
  readonly notRecorded: Readonly<Record<string, number>>;
  readonly mutes: readonly SeenMute[];
}

export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
  readonly count: number;
}

const MOST_ROWS = 12;
/** The outcomes of cases that were not a threat. */
const NO_THREAT = new Set(['FALSE_POSITIVE', 'SAFE']);

export function figuresOf(input: ReportInput): Figures {
  const { fromMs, toMs, casesAtMs, decided, notRecorded, mutes } = input;
  const days: Bar[] = [];
  for (let day = Math.floor(fromMs / DAY_MS) * DAY_MS; day < toMs; day += DAY_MS) {
    const isThen = (ms: number | null) => ms !== null && ms >= day && ms < day + DAY_MS;
    days.push({
      label: new Date(day).toISOString().slice(5, 10),
      parts: {
        cases: casesAtMs.filter(isThen).length,
        decided: decided.filter(({ recordedAtMs }) => isThen(recordedAtMs)).length,
      },
    });
  }
  const byType = countBy(
    decided,
    ({ threatType }) => threatType,
    ({ outcome }) => outcome,
  );
  return {
    cases: casesAtMs.length,
    decided: decided.length,
    perDay: days,
    outcomesByType: byType,
    falsePositives: byType.map(({ label, parts }) => {
      const all = totalOf(parts);
      const none = Object.entries(parts).reduce(
        (sum, [outcome, count]) => sum + (NO_THREAT.has(outcome) ? count : 0),
        0,
      );
      return { label, rate: none / all, of: all };
    }),
    deciders: countBy(
      decided,
      ({ by }) => by,
      () => 'decided',
    ),
    toVerdict: spreadOf(decided.map(({ createdAtMs, recordedAtMs }) => between(createdAtMs, recordedAtMs))),
    toHandOver: spreadOf(
      decided.map(({ createdAtMs, handedOverAtMs }) => between(createdAtMs, handedOverAtMs)),
    ),
    notRecorded,
    mutes,
  };
}

const between = (from: number | null, to: number | null): number | null =>
  from === null || to === null || to < from ? null : to - from;

export const totalOf = (parts: Bar['parts']): number =>
  Object.values(parts).reduce((sum, count) => sum + count, 0);

/** Largest first; everything after the first twelve is combined. */
function countBy<One>(
  all: readonly One[],
  labelOf: (one: One) => string,
  partOf: (one: One) => string,
): Bar[] {
  const counts = new Map<string, Map<string, number>>();
  for (const one of all) {
    const parts = counts.get(labelOf(one)) ?? new Map<string, number>();
    counts.set(labelOf(one), parts.set(partOf(one), (parts.get(partOf(one)) ?? 0) + 1));
  }
  const bars = [...counts].map(([label, parts]): Bar => ({ label, parts: Object.fromEntries(parts) }));
  const sorted = bars.toSorted((a, b) => totalOf(b.parts) - totalOf(a.parts) || (a.label < b.label ? -1 : 1));
  const rest = sorted.slice(MOST_ROWS);
  if (rest.length === 0) return sorted;
  const parts: Record<string, number> = {};
  for (const bar of rest)
    for (const [name, count] of Object.entries(bar.parts)) parts[name] = (parts[name] ?? 0) + count;
  return [...sorted.slice(0, MOST_ROWS), { label: `${rest.length} others`, parts }];
}

/** By nearest rank: always a measured value. */
export function spreadOf(times: readonly (number | null)[]): Spread | null {
  const sorted = times.filter((one) => one !== null).toSorted((a, b) => a - b);
  const at = (percent: number) => sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1] ?? 0;
  return sorted.length === 0 ? null : { p50: at(50), p95: at(95), longest: at(100), count: sorted.length };
}
