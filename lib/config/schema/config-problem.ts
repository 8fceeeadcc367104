import { formatPath } from '../../base/describe-issues.ts';
import { nearest } from './nearest.ts';
import type { Finding } from './read-unknown.ts';

export interface Problem {
  /** `routes[3].to[0]`, or empty if the configuration as a whole is wrong. */
  readonly path: string;
  readonly message: string;
  /** What was most likely meant, ready to replace it. */
  readonly suggestion?: string;
}

export function toProblem({ path, message, suggestion }: Finding): Problem {
  const problem = { path: formatPath(path), message };
  return suggestion === undefined ? problem : { ...problem, suggestion };
}

/** The configuration cannot be used. Holds all problems, not only the first. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'invalid_config';
  readonly retryable = false;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(describeProblems(problems));
    this.problems = problems;
  }
}

function describeProblems(problems: readonly Problem[]): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const lines = problems.map(({ path, message }) => (path ? `  ${path}: ${message}` : `  ${message}`));
  return [`The bridge configuration has ${count}:`, ...lines].join('\n');
}

const LOOKS_LIKE_A_NAME = /^[A-Za-z0-9_. -]{1,40}$/;

/** ` "soc-slak"`: quotes only what looks like a name, because anything else may be a misplaced secret. */
export const quoted = (word: string): string => (LOOKS_LIKE_A_NAME.test(word) ? ` "${word}"` : '');

/** `unknown destination "soc-slak", did you mean "soc-slack"?` */
export function unknownName(kind: string, word: string, known: readonly string[]): Omit<Finding, 'path'> {
  const suggestion = nearest(word, known);
  const what = `unknown ${kind}${quoted(word)}`;
  if (suggestion !== undefined) return { message: `${what}, did you mean "${suggestion}"?`, suggestion };
  return { message: known.length ? `${what}; known: ${listed(known)}` : what };
}

const LISTED = 12;

function listed(known: readonly string[]): string {
  const more = known.length - LISTED;
  const shown = known.slice(0, LISTED).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
