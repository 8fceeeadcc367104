import { expect, it } from 'vitest';
import { chats } from '../../../lib/chats/registry.ts';

it.each([
  ['slack', 'invalid_blocks_format', 'content'],
  ['slack', 'msg_too_long', 'content'],
  ['slack', 'http_413', 'content'],
  ['slack', 'token_revoked', 'credentials'],
  ['slack', 'missing_scope', 'credentials'],
  ['slack', 'is_archived', 'place'],
  ['slack', 'not_in_channel', 'place'],
  ['slack', 'a_code_of_tomorrow', 'unclear'],
  ['slack', 'ratelimited', 'for-now'],
  ['teams', 'BadSyntax', 'content'],
  ['teams', 'MessageSizeTooBig', 'content'],
  ['teams', 'http_413', 'content'],
  ['teams', 'unauthorized', 'credentials'],
  ['teams', 'invalid_client', 'credentials'],
  ['teams', 'BotNotInConversationRoster', 'place'],
  ['teams', 'http_403', 'place'],
  ['teams', 'ACodeOfTomorrow', 'unclear'],
] as const)('%s refuses with %s: it is about the %s', (chat, code, kind) => {
  expect(chats[chat].kindOfRefusal(code)).toBe(kind);
});
