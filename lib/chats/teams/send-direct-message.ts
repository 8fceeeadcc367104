import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { channelIn } from './chat.ts';
import type { Connector } from './connector.ts';
import { privatePlace, type QueuedDirectMessage } from './direct-message.ts';

export interface SendDirectMessageParts {
  readonly connector: Pick<Connector, 'reply'>;
  /** Teams limits how much the bot may send to a chat or a channel. */
  readonly turn: (place: string) => Promise<{ readonly waitMs: number } | 'now'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A message that is older than this is dropped: nobody waits for it any more. */
const LATEST_MS = 25 * 60_000;

/** Tells one person something: in their chat with the bot, or in a channel as a message that they alone see. */
export const createSendDirectMessage =
  ({ connector, turn, clock, log }: SendDirectMessageParts) =>
  async ({ mark, atMs, summary, card, ...where }: QueuedDirectMessage) => {
    const drop = (reason: string) => {
      log('not told', { surface: 'teams', reason });
      return 'done' as const;
    };
    if (clock.now() - atMs > LATEST_MS) return drop('it is too old');
    const place = privatePlace(where);
    if (!place) return drop('everybody in the channel would see it');
    const { conversation, serviceUrl, recipient } = place;
    const now = await turn(channelIn(conversation));
    if (now !== 'now') return { retryAfterMs: now.waitMs };
    const answer = await connector.reply(serviceUrl, conversation, { summary, card }, mark, recipient);
    if (answer.is === 'busy') return { retryAfterMs: answer.retryAfterMs };
    if (answer.is === 'failed') return 'retry' as const;
    // When the result is unknown, the message may be there, and the person can ask again.
    return answer.is === 'ok' ? ('done' as const) : drop(answer.reason);
  };
