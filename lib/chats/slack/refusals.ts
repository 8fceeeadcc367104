import type { RefusalKind } from '../../outbox/chat-port.ts';

/** The Slack side of the bridge cannot work as it was set up. Never quotes the value: it is a secret. */
export class SlackSetupError extends Error {
  override readonly name = 'SlackSetupError';
  readonly code = 'slack_setup';
  readonly retryable = false;
}

/**
 * What an `ok: false` means for the bridge:
 * `permanent`: not taken, and the same call will never be; `transient`: not taken, and may be later;
 * `busy`: not taken, there were too many; `uncertain`: Slack itself says that part of it may have been done.
 */
export type ErrorKind = 'permanent' | 'transient' | 'busy' | 'uncertain';

const KINDS = new Map<string, ErrorKind>([
  // "It's possible some aspect of the operation succeeded before the error was raised."
  ['fatal_error', 'uncertain'],
  ['internal_error', 'uncertain'],
  ['update_failed', 'uncertain'],

  ['ratelimited', 'busy'],
  ['rate_limited', 'busy'],
  ['message_limit_exceeded', 'busy'],

  ['request_timeout', 'transient'],
  ['service_unavailable', 'transient'],
  ['streaming_state_conflict', 'transient'],
  // The workspace is being moved into an organization; it ends by itself.
  ['org_login_required', 'transient'],
  ['team_added_to_org', 'transient'],
]);

/**
 * Everything else is about this message, its channel or our rights there: `channel_not_found`, `invalid_blocks`,
 * `token_revoked`. So is a code that we do not know: a person has to see it, and the channel must not wait for it.
 */
export const errorKind = (code: string): ErrorKind => KINDS.get(code) ?? 'permanent';

/** About what the message says. */
const CONTENT =
  /^(invalid_blocks|invalid_arguments|invalid_attachments|msg_too_long|msg_blocks_too_long|no_text|http_413)/;
/** About what the token may do. */
const RIGHTS = new Set([
  'missing_scope',
  'not_allowed_token_type',
  'no_permission',
  'access_denied',
  'ekm_access_denied',
  'team_access_not_granted',
]);

/** About the channel, or our place in it. */
const PLACE =
  /^(channel_|is_archived|not_in_channel|restricted_action|cannot_reply_to_|messages_tab_disabled|not_configured|team_not_found|is_inactive|slack_connect_)/;

export function kindOfRefusal(code: string): RefusalKind {
  if (errorKind(code) !== 'permanent') return 'for-now';
  if (CONTENT.test(code)) return 'content';
  if (isStaleToken(code) || RIGHTS.has(code)) return 'credentials';
  return PLACE.test(code) ? 'place' : 'unclear';
}

const GONE = new Set([
  'message_not_found',
  'thread_not_found',
  // Written by an earlier installation of the app.
  'cant_update_message',
]);

/** There is nothing left to update or to reply to. */
export const isMessageGone = (code: string): boolean => GONE.has(code);

/** The workspace forbids to change messages that are this old. */
export const isEditClosed = (code: string): boolean => code === 'edit_window_closed';

const NO_RIGHT_TO_READ = new Set([
  'missing_scope',
  'no_permission',
  'access_denied',
  'not_allowed_token_type',
  'team_access_not_granted',
  'method_not_supported_for_channel_type',
]);

export const mayNotRead = (code: string): boolean => NO_RIGHT_TO_READ.has(code);

/** The token is not, or not any more, one of ours: it may have been replaced. */
export const isStaleToken = (code: string): boolean => STALE_TOKEN.has(code);

const STALE_TOKEN = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
]);
