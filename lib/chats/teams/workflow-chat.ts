import type { Clock } from '../../platform/clock.ts';
import { readRetryAfter } from '../../platform/http/retry-after.ts';
import { type HttpAnswer, type Transport, TransportError } from '../../platform/http/transport.ts';
import type { Chat, ChatAnswer } from '../shared/chat.ts';
import { TeamsSetupError } from './errors.ts';
import { CARD_TYPE, type TeamsMessage } from './message.ts';

export interface WorkflowChatParts {
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
  /** Of a stand-in on this machine. */
  readonly extraOrigins?: readonly string[] | undefined;
}

const DEFAULT_RETRY_AFTER_MS = 5_000;

/**
 * A channel with a Workflow and no bot: it can be told something, and that is all. Its address is a secret, so it is in
 * no message here, nor are the words of an error, which could name it.
 */
export function createWorkflowChat(address: string, parts: WorkflowChatParts): Chat<TeamsMessage> {
  const { transport, clock, timeoutMs = 10_000, extraOrigins = [] } = parts;
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null;
  if (
    !url ||
    url.username ||
    url.password ||
    (url.protocol !== 'https:' && !isHere(url) && !extraOrigins.includes(url.origin))
  ) {
    throw new TeamsSetupError('the address of a Teams Workflow must be an https address');
  }
  return {
    // There are no threads: whatever belongs under another message stands on its own.
    async post(_channel, { card }, { mark }) {
      const attachments = [{ contentType: CARD_TYPE, contentUrl: null, content: card }];
      try {
        const answer = await transport.send({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify({ type: 'message', attachments }),
          timeoutMs,
        });
        const read = readAnswer(answer, clock.now());
        return read.is === 'ok' ? { is: 'ok', value: { workflow: mark } } : read;
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        return { is: error.maybeReceived ? 'unknown' : 'failed', reason: 'the Workflow got no answer' };
      }
    },
    update: async () => ({
      is: 'refused',
      code: 'notify_only',
      kind: 'place',
      reason: 'what a Workflow posted cannot be changed',
      messageGone: false,
    }),
    find: async () => ({ is: 'ok', value: { is: 'cannot-look' } }),
  };
}

/** A stand-in, which may be here without a bot that names its origin. */
const isHere = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(hostname);

function readAnswer({ status, headers }: HttpAnswer, nowMs: number): ChatAnswer<null> {
  if (status >= 200 && status < 300) return { is: 'ok', value: null };
  if (status === 429) {
    return { is: 'busy', retryAfterMs: readRetryAfter(headers, nowMs) ?? DEFAULT_RETRY_AFTER_MS };
  }
  const reason = `the Workflow was answered with ${status}`;
  if (status >= 500 || status === 408) return { is: 'unknown', reason };
  if (status < 400) return { is: 'failed', reason: `${reason}, and redirects are not followed` };
  // Its address is its credentials: who may not post there has an old one.
  const kind = status === 400 || status === 413 ? 'content' : 'credentials';
  return { is: 'refused', code: `http_${status}`, kind, reason, messageGone: false };
}
