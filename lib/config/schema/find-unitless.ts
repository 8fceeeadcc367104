import { boundsOf, formatDuration, readDuration, WANTED } from './duration.ts';
import { isFinished } from './finished.ts';
import type { Finding, Path } from './read-unknown.ts';

/** The parts of a zod schema that are needed to find its durations in a value. */
interface Schema {
  readonly _zod: { readonly def: Definition };
}
interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
}

/**
 * Durations that people wrote without a unit. `60` would be 60 milliseconds, and whoever writes it means something else. What
 * `defineBridge` has finished is in milliseconds, and right.
 */
export function findUnitless(schema: object, value: unknown, path: Path = [], isWritten = true): Finding[] {
  const bounds = boundsOf(schema);
  if (bounds) return isWritten ? judge(value, path, bounds) : [];
  const { shape, valueType, element, options, innerType, in: first } = (schema as Schema)._zod.def;
  const inner = innerType ?? first;
  if (inner) return findUnitless(inner, value, path, isWritten);
  if (options) return options.flatMap((option) => findUnitless(option, value, path, isWritten));
  if (typeof value !== 'object' || value === null) return [];
  const written = !isFinished(value);
  return Object.entries(value).flatMap(([key, part]) => {
    const own = shape && Object.hasOwn(shape, key) ? shape[key] : undefined;
    const next = own ?? valueType ?? element;
    return next ? findUnitless(next, part, [...path, Array.isArray(value) ? Number(key) : key], written) : [];
  });
}

type Bounds = NonNullable<ReturnType<typeof boundsOf>>;

function judge(value: unknown, path: Path, bounds: Bounds): Finding[] {
  const isBare = typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value));
  if (!isBare) return [];
  const suggestion = meant(Number(value), bounds);
  const question = suggestion === undefined ? '' : `; did you mean '${suggestion}'?`;
  return [{ path, message: `is ${value}, without a unit: ${WANTED}${question}`, suggestion }];
}

/** Milliseconds, where it is that many; else the smallest unit that the setting can have. */
function meant(count: number, { least, most }: Bounds): string | undefined {
  const fits = (text: string): boolean => {
    const ms = readDuration(text) ?? -1;
    return ms >= least && ms <= most;
  };
  const ms = Number.isSafeInteger(count) && count >= 1_000 ? [formatDuration(count)] : [];
  return [...ms, ...['s', 'm', 'h', 'd'].map((unit) => `${count}${unit}`)].find(fits);
}
