import type { Problem } from '../schema/config-problem.ts';

/** A file without a usable configuration. The message has the file, the line and what to do: people read nothing else. */
export class ConfigFileError extends Error {
  override readonly name = 'ConfigFileError';
  readonly code = 'invalid_config_file';
  readonly retryable = false;
  /** What is wrong with the configuration in it; empty if it could not be read at all. */
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.problems = problems;
  }
}
