/** Why the bridge cannot start, in a sentence for the person who typed the command. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly code = 'cannot_start';
  readonly retryable = false;
}
