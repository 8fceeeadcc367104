import type { Refused } from '../../outbox/chat-port.ts';

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

/** About the channel, or the bot's place in it. */
const PLACE = new Set([
  'BotDisabledByAdmin',
  'BotNotInConversationRoster',
  'BotNotRegistered',
  'ConversationBlockedByUser',
  'ConversationNotFound',
  'Forbidden',
  'ForbiddenOperationException',
  'MessageWritesBlocked',
  'NotFound',
  'TeamNotFound',
  'TenantNotFound',
  'http_403',
  'http_404',
  'http_410',
  'not_configured_channel',
]);

export function kindOfRefusal(code: string): Refused['kind'] {
  if (CONTENT.has(code)) return 'content';
  if (CREDENTIALS.has(code)) return 'credentials';
  return PLACE.has(code) ? 'place' : 'unclear';
}
