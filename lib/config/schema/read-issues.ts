import type * as z from 'zod/mini';
import { describeIssue, valueAt } from '../../platform/describe-issues.ts';
import { nearest } from './nearest.ts';
import { unknownName } from './problem.ts';
import type { Finding } from './read-unknown.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What zod found, in words and with suggestions. */
export const readIssues = (issues: readonly Issue[], input: unknown, at: Path = []): Finding[] =>
  issues.flatMap((issue) => readIssue(issue, input, [...at, ...issue.path]));

function readIssue(issue: Issue, input: unknown, path: Path): Finding[] {
  const value = valueAt(input, path);
  switch (issue.code) {
    case 'invalid_value':
      return [{ path, ...notOneOf(value, issue.values.map(String), issue.message) }];
    case 'invalid_union': {
      const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : null;
      if (options) return [{ path, ...notOneOf(value, options, `must be one of ${options.join(', ')}`) }];
      const meant = meantBranch(issue.errors, value);
      return meant
        ? readIssues(meant, input, path)
        : [{ path, message: unlessMissing(value, issue.message) }];
    }
    case 'custom':
      return [readCustom(issue, path)];
    default:
      return [{ path, message: describe(issue, value) }];
  }
}

function readCustom({ message, params }: z.core.$ZodIssueCustom, path: Path): Finding {
  if (Array.isArray(params?.knownKeys)) {
    return { path, ...unknownName('key', String(path.at(-1)), params.knownKeys.map(String)) };
  }
  return {
    path,
    message,
    suggestion: typeof params?.suggestion === 'string' ? params.suggestion : undefined,
  };
}

function notOneOf(value: unknown, values: readonly string[], wanted: string): Omit<Finding, 'path'> {
  const suggestion = typeof value === 'string' ? nearest(value, values) : undefined;
  return suggestion === undefined
    ? { message: unlessMissing(value, wanted) }
    : { message: `${wanted}; did you mean "${suggestion}"?`, suggestion };
}

const unlessMissing = (value: unknown, wanted: string): string =>
  value === undefined ? `missing, ${wanted}` : wanted;

/** The one branch of a union that did not refuse the value for what it is: the one its author had in mind. */
function meantBranch(branches: readonly Issue[][], value: unknown): readonly Issue[] | undefined {
  const meant = branches.filter(
    (issues) => !issues.some((issue) => issue.path.length === 0 && refusesKind(issue, value)),
  );
  return meant.length === 1 ? meant[0] : undefined;
}

const refusesKind = ({ code }: Issue, value: unknown): boolean =>
  code === 'invalid_type' || (code === 'invalid_value' && typeof value !== 'string');

const describe = (issue: Issue, value: unknown): string =>
  describeIssue({ ...issue, ...(isRecordExpected(issue) ? { expected: 'object' } : {}), path: [] }, value);

const isRecordExpected = (issue: Issue): boolean =>
  issue.code === 'invalid_type' && issue.expected === 'record';
