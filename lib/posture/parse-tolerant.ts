import type * as z from 'zod/mini';
import { describeIssue, formatPath, valueAt } from '../platform/describe-issues.ts';

/** A value that was set aside, so that the item around it could flow. */
export interface Repair {
  readonly path: string;
  readonly reason: string;
}

export type Tolerated<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly reason: string };

const NO_REPAIRS: readonly Repair[] = [];

/**
 * Reads one resource by the rule of this client: a value of a type that the contract does not allow is set
 * aside (null, or gone from its list) and named, and only a resource without its identifier or its
 * `created_at` is refused. An analyst would rather see a case without its title than not see the case.
 */
export function parseTolerant<T>(schema: z.ZodMiniType<T>, input: unknown): Tolerated<T> {
  const first = schema.safeParse(input);
  if (first.success) return { ok: true, value: first.data, repairs: NO_REPAIRS };

  const { issues } = first.error;
  const mended = setAside(
    input,
    issues.map((issue) => issue.path),
  );
  const second = schema.safeParse(mended);
  if (!second.success) {
    const fatal = new Set(second.error.issues.map((issue) => formatPath(issue.path)));
    const reasons = issues.filter((issue) => fatal.has(formatPath(issue.path)));
    return { ok: false, reason: reasons.map((issue) => describeIssue(issue, input)).join('; ') };
  }
  const repairs = issues.map((issue) => ({
    path: formatPath(issue.path),
    reason: describeIssue({ ...issue, path: [] }, valueAt(input, issue.path)),
  }));
  return { ok: true, value: second.data, repairs };
}

type Path = readonly PropertyKey[];
type Bag = Record<PropertyKey, unknown>;

const GONE = Symbol('set aside');

/** The input without the values at these paths: elements leave their list, fields become null. */
function setAside(input: unknown, paths: readonly Path[]): unknown {
  const lists = new Map<string, Path>();
  let copy = input;
  for (const path of paths.map(elementPath)) {
    const inList = typeof path.at(-1) === 'number';
    copy = changeAt(copy, path, () => (inList ? GONE : null));
    if (inList) lists.set(formatPath(path.slice(0, -1)), path.slice(0, -1));
  }
  // Innermost first, and only now: taking an element out earlier would shift the paths behind it.
  for (const path of [...lists.values()].sort((a, b) => b.length - a.length)) {
    copy = changeAt(copy, path, (list) =>
      Array.isArray(list) ? list.filter((element) => element !== GONE) : list,
    );
  }
  return copy;
}

/** Copies only what lies on the path, so that what else an item holds costs nothing, however deep it is. */
function changeAt(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Bag;
  copy[step] = changeAt(copy[step], rest, change);
  return copy;
}

/** The innermost list element on the path, whole: half an event is worth less than a count of what is missing. */
function elementPath(path: Path): Path {
  const index = path.findLastIndex((step) => typeof step === 'number');
  return index === -1 ? path : path.slice(0, index + 1);
}
