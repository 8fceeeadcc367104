/** The Teams side of the bridge cannot work as it was set up. Never quotes the value: it is a secret. */
export class TeamsSetupError extends Error {
  override readonly name = 'TeamsSetupError';
  readonly code = 'teams_setup';
  readonly retryable = false;
}
