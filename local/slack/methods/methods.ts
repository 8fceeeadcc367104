import type { Method } from './method.ts';
import { listGroupUsers, readUser, testAuth } from './people.ts';
import { postEphemeral, postMessage } from './post-message.ts';
import { readHistory, readReplies } from './read-messages.ts';
import { updateMessage } from './update-message.ts';
import { openView, updateView } from './views.ts';

export const METHODS: ReadonlyMap<string, Method> = new Map([
  ['auth.test', testAuth],
  ['chat.postMessage', postMessage],
  ['chat.postEphemeral', postEphemeral],
  ['chat.update', updateMessage],
  ['conversations.history', readHistory],
  ['conversations.replies', readReplies],
  ['usergroups.users.list', listGroupUsers],
  ['users.info', readUser],
  ['views.open', openView],
  ['views.update', updateView],
]);
