import type { Refused } from '../shared/chat.ts';

/** The Teams side of the bridge cannot work as it was set up. Never quotes the value: it is a secret. */
export class TeamsSetupError extends Error {
  override readonly name = 'TeamsSetupError';
  readonly code = 'teams_setup';
  readonly retryable = false;
}

/** The token was not taken. */
export const UNAUTHORIZED = 'unauthorized';

/** About what the card says. */
const CONTENT = new Set(['BadSyntax', 'BadArgument', 'MessageSizeTooBig', 'http_413']);
/** Of the connector, of the login, and of a bot that is not configured. */
const CREDENTIALS = new Set([
  UNAUTHORIZED,
  'AuthenticationError',
  'invalid_client',
  'invalid_request',
  'invalid_resource',
  'invalid_scope',
  'not_configured',
  'teams_setup',
  'unauthorized_client',
  'unsupported_grant_type',
]);

/** A code that we do not know counts as one about the channel: an operator has to look there. */
export function kindOfRefusal(code: string): Refused['kind'] {
  if (CONTENT.has(code)) return 'content';
  return CREDENTIALS.has(code) ? 'credentials' : 'place';
}
