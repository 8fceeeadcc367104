import { percentile } from '../verdicts/summarize.ts';
import type { ShiftFigures, VerdictRow } from '../wire.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 24;

/** Upper bounds of how long cases have waited. */
const AGES = [
  { upToMs: 15 * MINUTE_MS, label: '15 min' },
  { upToMs: HOUR_MS, label: '1 h' },
  { upToMs: 4 * HOUR_MS, label: '4 h' },
  { upToMs: DAY_MS, label: '1 day' },
  { upToMs: 7 * DAY_MS, label: '1 week' },
  { upToMs: Number.POSITIVE_INFINITY, label: 'longer' },
] as const;

interface Waiting {
  readonly domain: string;
  readonly id: string;
  readonly severity: string | null;
  readonly createdAtMs: number;
  readonly waitsSinceMs: number;
}

type Recorded = Pick<VerdictRow, 'domain' | 'caseId' | 'what' | 'atMs' | 'toVerdictMs'>;

/** Open cases by age and severity, arrivals against decisions by the hour, and the median time to decide, of one day. */
export function figuresOf(open: Iterable<Waiting>, trail: readonly Recorded[], nowMs: number): ShiftFigures {
  const ages = AGES.map(({ label }) => ({ label, severities: {} as Record<string, number> }));
  const firstMs = (Math.floor(nowMs / HOUR_MS) - HOURS + 1) * HOUR_MS;
  const hours = Array.from({ length: HOURS }, (_, at) => ({
    atMs: firstMs + at * HOUR_MS,
    arrived: 0,
    decided: 0,
  }));
  const hourOf = (atMs: number) => hours[Math.floor((atMs - firstMs) / HOUR_MS)];
  const arrived = new Map<string, number>();
  for (const { domain, id, severity, createdAtMs, waitsSinceMs } of open) {
    const age = ages[AGES.findIndex(({ upToMs }) => nowMs - waitsSinceMs <= upToMs)];
    const name = severity ?? 'unrated';
    if (age) age.severities[name] = (age.severities[name] ?? 0) + 1;
    arrived.set(`${domain}\n${id}`, createdAtMs);
  }
  const recorded = trail.filter(({ what, atMs }) => what === 'recorded' && atMs >= firstMs);
  for (const { domain, caseId, atMs, toVerdictMs } of recorded) {
    const hour = hourOf(atMs);
    if (hour) hour.decided += 1;
    if (toVerdictMs !== null) arrived.set(`${domain}\n${caseId}`, atMs - toVerdictMs);
  }
  for (const createdAtMs of arrived.values()) {
    const hour = hourOf(createdAtMs);
    if (hour) hour.arrived += 1;
  }
  const times = recorded.flatMap(({ toVerdictMs }) => toVerdictMs ?? []).sort((a, b) => a - b);
  return { byAge: ages, hours, medianMs: percentile(times, 50) };
}
