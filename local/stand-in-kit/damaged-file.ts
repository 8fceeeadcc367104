/** Data of an earlier run can no longer be read. Half of it would be worse than none: the error says what to do. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly code = 'damaged';
  readonly retryable = false;

  constructor(where: string, what: string) {
    super(
      `${where} is damaged: ${what}. Put back a copy of the folder, or begin with an empty one: choose another with --data.`,
    );
  }
}
