import type * as z from 'zod/mini';
import { describeIssue, formatPath, valueAt } from '../../base/describe-issues.ts';
import { unknownName } from './config-problem.ts';
import { nearest } from './nearest.ts';
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
    case 'invalid_type':
      return [{ path, message: wrongKind(issue, value, path) }];
    default:
      return [{ path, message: describeIssue({ ...issue, path: [] }, value) }];
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

/** The only branch of a union that accepts the kind of the value: the one that its author had in mind. */
function meantBranch(branches: readonly Issue[][], value: unknown): readonly Issue[] | undefined {
  const meant = branches.filter(
    (issues) => !issues.some((issue) => issue.path.length === 0 && refusesKind(issue, value)),
  );
  return meant.length === 1 ? meant[0] : undefined;
}

const refusesKind = ({ code }: Issue, value: unknown): boolean =>
  code === 'invalid_type' || (code === 'invalid_value' && typeof value !== 'string');

/** What is expected, with an example, and what is there instead. Never quotes the value: it may be a secret. */
function wrongKind(issue: z.core.$ZodIssueInvalidType, value: unknown, path: Path): string {
  // zod's own messages are for programmers.
  const isOurs = issue.message.startsWith('must ');
  const example = EXAMPLES[formatPath(path)] ?? FORMS[issue.expected];
  const kind = KINDS[issue.expected] ?? `must be of the kind ${issue.expected}`;
  const wanted = isOurs ? issue.message : example ? `${kind}, like ${example}` : kind;
  if (value === undefined) return `missing, ${wanted}`;
  const isQuoted = issue.expected === 'number' && typeof value === 'string' && /^\d+$/.test(value);
  return `is ${kindOf(value)}, and ${wanted}${isQuoted ? ': write it without quotes' : ''}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

const FORMS: Readonly<Record<string, string>> = { array: '[ ... ]', object: '{ ... }', record: '{ ... }' };

/** For settings whose form nobody can guess. */
const EXAMPLES: Readonly<Record<string, string>> = {
  domains: "{ acme: { baseUrl: 'https://...', apiKey: '/posture-bridge/acme/api-key' } }",
  destinations: "{ soc: { type: '...', ... } }",
  routes: "[{ to: 'soc' }]",
};

function kindOf(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return (
    { string: 'a text', number: 'a number', object: 'an object' }[typeof value as string] ?? typeof value
  );
}
