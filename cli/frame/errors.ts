/** The command was typed incorrectly. It exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that a person can fix, in words for them. It exits with 1, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
