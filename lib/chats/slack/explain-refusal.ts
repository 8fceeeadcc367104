import { explainWith } from '../../outbox/explain-with.ts';

/** For the operators, who read it in a notice. */
export const explainRefusal = explainWith([
  [
    /\b(not_in_channel|channel_not_found)\b/,
    'The app is not in the channel. Invite it there: /invite @Posture Bridge.',
  ],
  [/\bis_archived\b/, 'The channel was archived. Unarchive it, or route to another one.'],
  [
    /\b(invalid_auth|not_authed|token_revoked|token_expired|account_inactive)\b/,
    'The bot token is no longer valid. Put the new one into its parameter.',
  ],
  [
    /\b(missing_scope|not_allowed_token_type|no_permission|access_denied)\b/,
    'The app lacks a permission. Install it again from npx posture-bridge slack manifest.',
  ],
]);
