import { UsageError } from './errors.ts';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;

/** `3 minutes`, `2 hours`, `5 days`: as coarse as a person would say it. */
export function spanWords(ms: number): string {
  const [amount, unit] =
    ms < 90_000
      ? [ms / 1_000, 'second']
      : ms < 90 * 60_000
        ? [ms / 60_000, 'minute']
        : ms < 36 * 3_600_000
          ? [ms / 3_600_000, 'hour']
          : [ms / 86_400_000, 'day'];
  const count = Math.max(0, Math.round(amount));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export const agoWords = (thenMs: number, nowMs: number): string =>
  thenMs > nowMs ? `in ${spanWords(thenMs - nowMs)}` : `${spanWords(nowMs - thenMs)} ago`;

export const isoOf = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined || !Number.isFinite(ms) ? null : new Date(ms).toISOString();

/** `2026-11-15`, `2026-11-15T12:00:00Z`, or how long ago: `30d`, `6h`. */
export function readMoment(flag: string, text: string, nowMs: number): number {
  const [, count, unit] = /^(\d{1,5})([smhdw])$/.exec(text) ?? [];
  if (count && unit) return nowMs - Number(count) * UNITS[unit as keyof typeof UNITS];
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const ms = day || isTime ? Date.parse(day ? `${text}T00:00:00Z` : text) : Number.NaN;
  // JavaScript reads the 31st of February as a day in March.
  if (Number.isNaN(ms) || (day && new Date(ms).toISOString().slice(0, 10) !== text)) {
    throw new UsageError(
      `${flag} has to be a day like 2026-11-15, a time like 2026-11-15T12:00:00Z, or how long ago, like 6h or 30d`,
    );
  }
  return ms;
}
