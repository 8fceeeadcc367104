/** An unusable setting on the command line. Its message is a sentence for the operator who typed it. */
export class SettingError extends Error {
  readonly code = 'setting';
}
