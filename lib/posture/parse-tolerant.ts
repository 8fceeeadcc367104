import type * as z from 'zod/mini';
import { describeIssue, formatPath, valueAt } from '../base/describe-issues.ts';

/** A value that was set aside, so that the item around it could be read. */
export interface Repair {
  readonly path: string;
  readonly reason: string;
}

export type Tolerated<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly reason: string };

/** Listed individually; by then the pattern is clear. */
const MOST_REPAIRS = 100;
const NO_REPAIRS: readonly Repair[] = [];

/**
 * Reads one resource by the rule of this client: a value of a type that the contract does not allow is set aside (null,
 * or removed from its list) and reported, and only a resource without its identifier or its `created_at` is refused. An
 * analyst would rather see a case without its title than not see the case.
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
  const repairs = issues.slice(0, MOST_REPAIRS).map((issue) => ({
    path: formatPath(issue.path),
    reason: describeIssue({ ...issue, path: [] }, valueAt(input, issue.path)),
  }));
  const unnamed = issues.length - repairs.length;
  if (unnamed > 0) repairs.push({ path: '', reason: `${unnamed} more values were set aside` });
  return { ok: true, value: second.data, repairs };
}

type Path = readonly PropertyKey[];

/** What to set aside: this value itself, or marked values below it. */
interface Marks {
  whole: boolean;
  readonly below: Map<PropertyKey, Marks>;
}

const noMarks = (): Marks => ({ whole: false, below: new Map() });

/** The input without the values at these paths: elements leave their list, fields become null. */
function setAside(input: unknown, paths: readonly Path[]): unknown {
  const root = noMarks();
  for (const path of paths.map(elementPath)) {
    let here = root;
    for (const step of path) {
      const next = here.below.get(step) ?? noMarks();
      here.below.set(step, next);
      here = next;
    }
    here.whole = true;
  }
  return root.whole ? null : without(input, root);
}

/**
 * Copies only what lies on the paths, so that the rest of an item costs nothing, however deep it is; and each list once,
 * since thousands of its elements may be broken.
 */
function without(value: unknown, { below }: Marks): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown, index) => {
      const marks = below.get(index);
      if (marks?.whole) return [];
      // Wrapped, because `flatMap` would flatten an element that is itself a list.
      return [marks ? without(element, marks) : element];
    });
  }
  const copy: Record<PropertyKey, unknown> = { ...value };
  for (const [key, marks] of below) copy[key] = marks.whole ? null : without(copy[key], marks);
  return copy;
}

/** The innermost list element on the path, as a whole: half an event is worth less than a count of what is missing. */
function elementPath(path: Path): Path {
  const index = path.findLastIndex((step) => typeof step === 'number');
  return index === -1 ? path : path.slice(0, index + 1);
}
