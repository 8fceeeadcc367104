import type { Clock } from '../../base/clock.ts';
import type { HttpAnswer, Transport } from '../../base/http/http-transport.ts';
import { secretAddress } from '../../base/http/secret-address.ts';
import { ANSWER_BYTES, busyAfter, callChat, JSON_BODY, refused } from '../../outbox/chat-call.ts';
import type { Chat, ChatAnswer, MessageRef } from '../../outbox/chat-port.ts';
import { withMentions } from './card-with-mentions.ts';
import { CARD_TYPE, type TeamsMessage } from './message.ts';
import { TeamsSetupError } from './refusals.ts';

export interface WorkflowChatParts {
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

/**
 * A channel with a Workflow and no bot: the bridge can post there, and nothing else. The address of the Workflow is a secret, so
 * no message here quotes it, nor the words of an error, which could name it.
 */
export function createWorkflowChat(address: string, parts: WorkflowChatParts): Chat<TeamsMessage> {
  const { transport, clock, timeoutMs = 10_000 } = parts;
  const url = secretAddress(address.trim());
  if (!url) throw new TeamsSetupError('the address of a Teams Workflow must be an https address');
  return {
    // There are no threads: whatever belongs under another message stands on its own.
    async post(_channel, message, { mark, mentions }) {
      const { card } = withMentions(message, mentions, 'users');
      const attachments = [{ contentType: CARD_TYPE, contentUrl: null, content: card }];
      const body = JSON.stringify({ type: 'message', attachments });
      return callChat(
        transport,
        { method: 'POST', url, headers: JSON_BODY, body, timeoutMs, mostBytes: ANSWER_BYTES },
        (answer) => readAnswer(answer, { workflow: mark }, clock.now()),
        () => 'the Workflow got no answer',
      );
    },
    update: async () => cannotChange({ messageGone: false }),
    find: async () => ({ is: 'ok', value: { is: 'cannot-look' } }),
  };
}

export const cannotChange = ({ messageGone }: { messageGone: boolean }) =>
  refused('notify_only', 'place', 'what a Workflow posted cannot be changed', messageGone);

function readAnswer(
  { status, headers }: HttpAnswer,
  posted: MessageRef,
  nowMs: number,
): ChatAnswer<MessageRef> {
  if (status >= 200 && status < 300) return { is: 'ok', value: posted };
  if (status === 429) return busyAfter(headers, nowMs);
  const reason = `the Workflow was answered with ${status}`;
  if (status >= 500 || status === 408) return { is: 'unknown', reason };
  if (status < 400) return { is: 'failed', reason: `${reason}, and redirects are not followed` };
  // Its address is its credentials: a bridge that may not post there has an old one.
  const kind = status === 400 || status === 413 ? 'content' : 'credentials';
  return refused(`http_${status}`, kind, reason);
}
