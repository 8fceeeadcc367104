/** A setting of the command line that cannot be used. Its message is a sentence for the operator who typed it. */
export class SettingError extends Error {
  readonly code = 'setting';
}
