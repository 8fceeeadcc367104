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

/** A copy without the values at these paths: elements leave their list, fields become null. */
function setAside(input: unknown, paths: readonly Path[]): unknown {
  const copy = structuredClone(input);
  const gone = Symbol('set aside');
  const lists = new Set<unknown[]>();
  for (const path of paths) {
    const target = elementPath(path);
    const parent = valueAt(copy, target.slice(0, -1));
    const last = target.at(-1);
    if (last === undefined || typeof parent !== 'object' || parent === null) continue;
    if (Array.isArray(parent)) lists.add(parent);
    (parent as Bag)[last] = Array.isArray(parent) ? gone : null;
  }
  // Only now: removing an element earlier would shift the paths that are still to come.
  for (const list of lists) list.splice(0, list.length, ...list.filter((element) => element !== gone));
  return copy;
}

/** The innermost list element on the path, whole: half an event is worth less than a count of what is missing. */
function elementPath(path: Path): Path {
  const index = path.findLastIndex((step) => typeof step === 'number');
  return index === -1 ? path : path.slice(0, index + 1);
}
