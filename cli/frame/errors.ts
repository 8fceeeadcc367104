/** The command was typed in a wrong way. It ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a person can do something about, in words for them. It ends with 1, and nobody needs to know where it was thrown. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
