import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Handled } from '../../base/queues/sqs-batch.ts';
import type { Answer } from '../../case/answer.ts';
import { lastMomentOf } from '../../verdict/apply-change.ts';
import type { QueuedPrivateMessage } from './private-message.ts';
import type { Responder } from './respond.ts';

export interface SendPrivateMessageParts {
  readonly responder: Pick<Responder, 'tell'>;
  readonly answerOf: (domain: string, caseId: string) => Promise<Answer | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Slack takes answers to a press for half an hour. */
const LATEST_MS = 25 * 60_000;
/** By then the verdict function has usually changed the message, and nothing has to be said. */
const PATIENCE_MS = 1_500;

/** Tells an analyst something through the address that came with the press. */
export function createSendPrivateMessage({ responder, answerOf, clock, log }: SendPrivateMessageParts) {
  /** Also true when something else has happened to the case since then, because the message changes anyway. */
  async function isDealtWith({ unless, atMs }: QueuedPrivateMessage): Promise<boolean> {
    if (!unless) return false;
    const answer = await answerOf(unless.domain, unless.caseId);
    return lastMomentOf(answer) >= atMs || answer?.refused?.some(({ id }) => id === unless.clickId) === true;
  }

  return async function send(message: QueuedPrivateMessage): Promise<Handled> {
    const { responseUrl, threadTs, atMs, unless, text, blocks } = message;
    const drop = (is: string) => {
      log('not told', { surface: 'slack', is });
      return 'done' as const;
    };
    const ageMs = clock.now() - atMs;
    if (ageMs > LATEST_MS) return drop('too old');
    if (await isDealtWith(message)) return 'done';
    // The queue waits, not the function.
    if (unless && ageMs < PATIENCE_MS) return { retryAfterMs: PATIENCE_MS - ageMs };
    const answer = await responder.tell(responseUrl, { text, blocks }, { threadTs: threadTs ?? undefined });
    if (answer.is === 'busy') return { retryAfterMs: answer.retryAfterMs };
    if (answer.is === 'failed') return 'retry';
    // When the result is unknown, the message may be there, and twice is worse than never.
    return answer.is === 'ok' ? 'done' : drop(answer.is);
  };
}
