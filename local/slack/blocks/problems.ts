import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const pointer = (path: Path): string => path.map((part) => `/${String(part)}`).join('');

/** What is wrong, and where, in Slack's style: a limit is given as the first length that is too long. */
const describe = (issue: Issue): { text: string; path: Path } => {
  const { path } = issue;
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum);
    if (issue.origin === 'array') return { text: `no more than ${most} items allowed`, path };
    if (issue.origin === 'string') return { text: `must be less than ${most + 1} characters`, path };
    return { text: `must be at most ${most}`, path };
  }
  if (issue.code === 'too_small') {
    const least = Number(issue.minimum);
    if (issue.origin === 'array') return { text: `no fewer than ${least} items allowed`, path };
    if (issue.origin === 'string') return { text: `must be more than ${least - 1} characters`, path };
    return { text: `must be at least ${least}`, path };
  }
  if (issue.code === 'unrecognized_keys')
    return { text: `invalid additional property: ${issue.keys.join(', ')}`, path };
  if (issue.code === 'invalid_union') {
    const { type } = (issue.input ?? {}) as { type?: unknown };
    if (type === undefined) return { text: 'missing required field: type', path: path.slice(0, -1) };
    return { text: `unsupported type: ${String(type)}`, path };
  }
  if (issue.code === 'invalid_type') {
    // The key itself is absent: Slack points to the object that lacks it.
    if (issue.input === undefined)
      return { text: `missing required field: ${String(path.at(-1))}`, path: path.slice(0, -1) };
    const article = /^[aeiou]/.test(issue.expected) ? 'an' : 'a';
    return { text: `must provide ${article} ${issue.expected}`, path };
  }
  if (issue.code === 'invalid_value') {
    if (issue.input === undefined)
      return { text: `missing required field: ${String(path.at(-1))}`, path: path.slice(0, -1) };
    return { text: `value must be one of: ${issue.values.map(String).join(', ')}`, path };
  }
  return { text: issue.message, path };
};

/** The lines of `response_metadata.messages`. */
export const problemLines = (issues: readonly Issue[], root: string): string[] =>
  issues.map((issue) => {
    const { text, path } = describe(issue);
    return `[ERROR] ${text} [json-pointer:/${root}${pointer(path)}]`;
  });
