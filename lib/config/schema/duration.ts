import * as z from 'zod/mini';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof UNIT_MS;

/** `'30s'`, `'15m'`, `'24h'`, `'2d'` */
export type Duration = `${number}${Unit}`;

const WRITTEN = /^(\d{1,15}(?:\.\d{1,6})?)(ms|s|m|h|d)$/;

/** A duration in whole milliseconds, or null if it is not one. A number is one of a finished configuration. */
export function readDuration(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  const match = typeof value === 'string' ? WRITTEN.exec(value) : null;
  if (!match) return null;
  const ms = Math.round(Number(match[1]) * UNIT_MS[match[2] as Unit]);
  return Number.isSafeInteger(ms) ? ms : null;
}

// One day is written as 24h, and zero as 0s.
const FROM_MS = { ...UNIT_MS, d: 2 * UNIT_MS.d, s: 0 } as const;

/** In the largest unit that leaves no fraction: `90000` is `90s`. */
export function formatDuration(ms: number): string {
  const unit = (['d', 'h', 'm', 's'] as const).find(
    (name) => ms % UNIT_MS[name] === 0 && ms >= FROM_MS[name],
  );
  return `${ms / UNIT_MS[unit ?? 'ms']}${unit ?? 'ms'}`;
}

export const WANTED = "write it like '30s', '15m', '24h' or '2d'";

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** The schemas of durations, by which they are found in the schema of a configuration. */
const durations = new WeakMap<object, Bounds>();
export const boundsOf = (schema: object): Bounds | undefined => durations.get(schema);

/**
 * A duration within bounds, in milliseconds afterwards. It takes a number of milliseconds too, so that a finished configuration
 * can be read again; that people write none is checked with the whole configuration.
 */
export const duration = ({ atLeast, atMost }: { atLeast: Duration; atMost: Duration }) => {
  const [least, most] = [readDuration(atLeast) ?? 0, readDuration(atMost) ?? Number.MAX_SAFE_INTEGER];
  const written = z.custom<Duration>((value) => readDuration(value) !== null, `is not a duration: ${WANTED}`);
  durations.set(written, { least, most });
  return z.pipe(
    written,
    z.transform((value: Duration, ctx): number => {
      const ms = readDuration(value) ?? 0;
      if (ms < least || ms > most) {
        const message = `must be between ${formatDuration(least)} and ${formatDuration(most)}, not ${formatDuration(ms)}`;
        ctx.issues.push({ code: 'custom', message, input: value, path: [] });
      }
      return ms;
    }),
  );
};
