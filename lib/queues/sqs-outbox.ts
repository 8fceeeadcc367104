import type { SQSClient } from '@aws-sdk/client-sqs';
import { backoffMs } from '../platform/backoff.ts';
import type { AbortAfter, Clock, Random } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { nextBatch, type Outgoing, planSeries } from './batch-plan.ts';
import { isFifo } from './fifo-id.ts';
import { whyImpossible } from './message-text.ts';
import type { Outbox, OutMessage, Unsent } from './outbox.ts';
import { createSendBatch, type Rejection } from './send-batch.ts';

export interface SqsOutboxOptions {
  readonly client: Pick<SQSClient, 'send'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly attempts?: number;
  readonly concurrency?: number;
  /** How long one call may take, the SDK's own retries included. */
  readonly timeoutMs?: number;
  readonly abortAfter?: AbortAfter;
  /**
   * What may happen to the order within a group of a FIFO queue. `any`: everything, for messages that have
   * nothing to do with each other; then one group is as fast as many. `batched`: when SQS takes only a part of a
   * batch, those refused come after the others of it. `strict`: nothing, since no two messages of a group travel
   * in one batch, which costs a single group one call for each message.
   */
  readonly order?: 'any' | 'batched' | 'strict';
}

const EARLIER_FAILED = 'held back: an earlier message of its group was not accepted';

/** Hands messages to SQS, ten at a time. Whatever was not accepted is in the answer; it does not throw. */
export function createSqsOutbox(options: SqsOutboxOptions): Outbox {
  const {
    client,
    clock,
    random,
    attempts = 4,
    // A page of 200 items in one go.
    concurrency = 20,
    timeoutMs = 10_000,
    order = 'batched',
  } = options;
  const sendBatch = createSendBatch(client, timeoutMs, options.abortAfter);

  async function sendSeries(queueUrl: string, series: readonly Outgoing[]): Promise<Unsent[]> {
    const fifo = isFifo(queueUrl) && order !== 'any';
    const tries = new Map<OutMessage, number>();
    const unsent: Unsent[] = [];
    let waiting: readonly Outgoing[] = series;
    let apart = order === 'strict';

    while (waiting.length > 0) {
      const { batch, rest } = nextBatch(waiting, fifo && apart);
      const { rejected, unanswered } = await sendBatch(queueUrl, batch);
      for (const { message } of rejected) tries.set(message, (tries.get(message) ?? 0) + 1);
      const mayGoAgain = ({ message, retryable }: Rejection) =>
        retryable && (tries.get(message) ?? 0) < attempts;
      const again = new Set(rejected.filter(mayGoAgain).map(({ message }) => message));
      const lost = rejected.filter(({ message }) => !again.has(message));
      for (const { message, reason } of lost) unsent.push(...unsentFor([message], reason));
      // The queue is out of reach: to try the rest one batch at a time would only take longer to say so.
      const [first] = lost;
      if (unanswered && first && again.size === 0) return [...unsent, ...unsentFor(rest, first.reason)];

      // A message that the queue will never take holds back no other; one that it may take later must not be overtaken.
      const broken = new Set(
        lost.filter(({ retryable }) => fifo && retryable).map(({ message }) => message.group),
      );
      const left = [...batch.filter((message) => again.has(message)), ...rest];
      waiting = left.filter(({ group }) => !broken.has(group));
      unsent.push(
        ...unsentFor(
          left.filter(({ group }) => broken.has(group)),
          EARLIER_FAILED,
        ),
      );
      // One partial failure is seldom the last: what is left of these groups now goes one at a time.
      apart = order === 'strict' || (again.size > 0 && !unanswered);
      const most = Math.max(0, ...[...again].map((message) => tries.get(message) ?? 0));
      if (most > 0) await clock.sleep(backoffMs(most, random));
    }
    return unsent;
  }

  return {
    async send(queueUrl, messages) {
      const sized = messages.map((message) => ({ ...message, bytes: Buffer.byteLength(message.body) }));
      // Found here, so that one such message does not fail the nine that would have travelled with it.
      const impossible = sized.flatMap(({ deliveryId, body }): Unsent[] => {
        const reason = whyImpossible(body);
        return reason ? [{ deliveryId, reason }] : [];
      });
      const possible = impossible.length ? sized.filter(({ body }) => whyImpossible(body) === null) : sized;
      const all = planSeries(possible, isFifo(queueUrl) && order !== 'any', concurrency);
      const unsent = await inParallel(all, concurrency, (series) => sendSeries(queueUrl, series));
      return [...impossible, ...unsent.flat()];
    },
  };
}

const unsentFor = (messages: readonly OutMessage[], reason: string): Unsent[] =>
  messages.map(({ deliveryId }) => ({ deliveryId, reason }));
