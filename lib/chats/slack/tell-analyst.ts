import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { EndpointParts } from '../presses/chat-definition.ts';
import type { Click } from '../presses/click.ts';
import { plainBlocks, type SlackMessage } from './message.ts';
import { type PrivateMessage, writePrivateMessage } from './private-message.ts';
import type { SlackLocation } from './read-click.ts';
import type { Responder } from './respond.ts';

export interface TellAnalystParts extends Pick<EndpointParts, 'sendNews' | 'buttonSeal'> {
  readonly responder: Pick<Responder, 'tell'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Slack shows an error three seconds after the press. The answer needs some time for its way back. */
const ANSWER_WITHIN_MS = 2_400;
/** A function that started for this press gets at least this long. */
const LEAST_MS = 500;

/** Until when something may be waited for before Slack gets its answer to a press. */
export const answerBy = ({ atMs }: Pick<Click, 'atMs'>, nowMs: number): number =>
  Math.max(atMs + ANSWER_WITHIN_MS, nowMs + LEAST_MS);

/** What comes of it by then, or else this. */
export async function inTime<T, Late>(
  work: Promise<T>,
  late: Late,
  { byMs, clock }: { readonly byMs: number; readonly clock: Clock },
): Promise<T | Late> {
  return Promise.race([work, clock.sleep(Math.max(0, byMs - clock.now())).then(() => late)]);
}

/**
 * Has a private message sent to the analyst who pressed. The notifier sends it, so that a slow Slack never delays the answer
 * to the press. Only if the queue does not take it does this function send it, while there is time. Returns whether it is on its way.
 */
export function createTellAnalyst({ sendNews, buttonSeal, responder, clock, log }: TellAnalystParts) {
  async function queueIt(id: string, message: PrivateMessage): Promise<void> {
    const seal = await buttonSeal();
    if (!seal) throw new Error('there is no key yet to prove who wrote it');
    // A press that Slack delivers again is told once.
    const mark = createHash('sha256').update(`${id} ${message.text}`).digest('hex').slice(0, 32);
    await sendNews(writePrivateMessage(message, seal), { group: `private ${id}`, id: `private ${mark}` });
  }

  return async function tell(
    { id, atMs }: Pick<Click, 'id' | 'atMs'>,
    { responseUrl, threadTs }: SlackLocation,
    { text, ...content }: SlackMessage,
    unless?: PrivateMessage['unless'],
  ): Promise<boolean> {
    if (responseUrl === null) return false;
    const blocks = plainBlocks({ text, ...content });
    try {
      await queueIt(id, { responseUrl, threadTs, atMs, ...(unless && { unless }), text, blocks });
      return true;
    } catch (error) {
      log('told without the queue', { surface: 'slack', error: String(error) });
    }
    const byMs = answerBy({ atMs }, clock.now());
    const telling = responder.tell(responseUrl, { text, blocks }, { threadTs: threadTs ?? undefined });
    const answer = await inTime(telling, { is: 'late' } as const, { byMs, clock });
    if (answer.is !== 'ok') log('not told', { surface: 'slack', is: answer.is });
    return answer.is === 'ok';
  };
}
