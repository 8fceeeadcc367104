/** A file without a usable configuration. The message has the file, the line and what to do: people read nothing else. */
export class ConfigFileError extends Error {
  override readonly name = 'ConfigFileError';
  readonly code = 'invalid_config_file';
  readonly retryable = false;
}
