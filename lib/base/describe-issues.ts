import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** `access.entitlements[2].name`, the way a person would write it. */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text ? `${text}.${String(step)}` : String(step);
  }, '');

/** What is wrong, without ever quoting the value: it may be anything, even a secret. */
export function describeIssue(issue: Issue, input: unknown): string {
  const what = problem(issue, valueAt(input, issue.path));
  const where = formatPath(issue.path);
  return where ? `${where}: ${what}` : what;
}

function problem(issue: Issue, value: unknown): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  return value === undefined
    ? `missing, expected ${issue.expected}`
    : `expected ${issue.expected}, got ${typeName(value)}`;
}

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

export const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, step) => (value as Record<PropertyKey, unknown> | null | undefined)?.[step],
    input,
  );
