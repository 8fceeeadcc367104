import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Connector } from './connector.ts';
import type { QueuedDirectMessage } from './direct-message.ts';

export interface SendDirectMessageParts {
  readonly connector: Pick<Connector, 'reply'>;
  /** Teams limits how much the bot may send to a chat. */
  readonly turn: (conversation: string) => Promise<{ readonly waitMs: number } | 'now'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A message that is older than this is dropped: nobody waits for it any more. */
const LATEST_MS = 25 * 60_000;

/** Sends a direct message in the chat of one person with the bot. */
export const createSendDirectMessage =
  ({ connector, turn, clock, log }: SendDirectMessageParts) =>
  async ({ conversation, serviceUrl, mark, atMs, summary, card }: QueuedDirectMessage) => {
    const drop = (reason: string) => {
      log('not told', { surface: 'teams', reason });
      return 'done' as const;
    };
    if (clock.now() - atMs > LATEST_MS) return drop('it is too old');
    const now = await turn(conversation);
    if (now !== 'now') return { retryAfterMs: now.waitMs };
    const answer = await connector.reply(serviceUrl, conversation, { summary, card }, mark);
    if (answer.is === 'busy') return { retryAfterMs: answer.retryAfterMs };
    if (answer.is === 'failed') return 'retry' as const;
    // When the result is unknown, the message may be there, and the person can ask again.
    return answer.is === 'ok' ? ('done' as const) : drop(answer.reason);
  };
