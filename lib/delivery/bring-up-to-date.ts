import type { Chat, ChatAnswer, MessageRef } from '../chats/shared/chat.ts';
import type { ChatDefinition } from '../chats/shared/chat-definition.ts';
import type { RateLimit } from '../chats/shared/rate-limit.ts';
import type { Rendered } from '../chats/shared/renderer.ts';
import type { Metrics } from '../config/metrics.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { deliveryIdOf } from '../queues/delivery-id.ts';
import { backoffFor, type Handled, type MessageMeta } from '../queues/sqs-batch.ts';
import {
  type Begun,
  type Delivery,
  type DeliveryKey,
  MAIN,
  nextStep,
  type Step,
  withPosted,
} from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import type { Pace } from './pace.ts';

export interface DeliveryParts<Message> {
  readonly definition: Pick<ChatDefinition<Message>, 'name' | 'rateLimits'>;
  readonly chat: Chat<Message>;
  readonly ledger: DeliveryLedger;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Loaded {
  readonly delivery: Delivery;
  readonly version: number;
}

/** Longer than this, the message goes back to its queue instead of keeping a function waiting. */
const PATIENCE_MS = 5_000;
const LEFT_OUT: MessageRef = { leftOut: 'yes' };
/** A request that got no answer may still be under way: a look right after it would call it absent. */
const SETTLE_MS = 10_000;
/** What one step may take: a call with its timeout, and the writes around it. */
const STEP_MS = 18_000;
/** Each step is a call. Whatever is left after so many goes on with the next receive. */
const MAX_STEPS = 60;

export const deliveryMark = (key: DeliveryKey, note: string): string =>
  note === MAIN ? deliveryIdOf(key) : deliveryIdOf({ ...key, id: `${key.id}/${note}` });

/**
 * Makes a destination show what it should, one step after the other. Before a post the row says that it begins and
 * afterwards that it is done; a function that finds one that was begun looks whether it is there:
 *
 *   save `begun` -> post -> save the message's place
 *
 * So a crash anywhere repeats nothing that can be found again.
 */
export async function bringUpToDate<Message>(
  parts: DeliveryParts<Message>,
  channel: string,
  loaded: Loaded,
  render: (delivery: Delivery) => Rendered<Message>,
  meta: MessageMeta,
): Promise<Handled> {
  const { definition, chat, ledger, pace, clock, log, metrics } = parts;
  let { delivery, version } = loaded;
  let wanted = render(delivery);

  /** False when another function was quicker: it, or the next receive, goes on from what it wrote. */
  async function save(next: Delivery): Promise<boolean> {
    const written = await ledger.save(next, version, nextStep(next, wanted) === null, clock.now());
    if (written === null) return false;
    delivery = next;
    version = written;
    return true;
  }

  async function take(step: Step<Message>): Promise<Handled | 'go on'> {
    if (step.do === 'look') return look(step.begun);
    return step.do === 'post' ? post(step) : update(step);
  }

  const limits = definition.rateLimits(channel);

  async function post({ note, message, hash }: Extract<Step<Message>, { do: 'post' }>) {
    const begun: Begun = { note, hash, sinceMs: clock.now() };
    if (!(await save({ ...delivery, begun }))) return 'retry';
    // Last of all before the post: whatever takes time in between would bring two posts closer together.
    const turn = await pace.turn(limits.post, patience(meta));
    if (turn !== 'now') {
      await save({ ...delivery, begun: null });
      return { retryAfterMs: turn.waitMs };
    }
    const thread = note === MAIN ? delivery.thread : (delivery.thread ?? delivery.main?.ref);
    const answer = await chat.post(channel, message, {
      mark: deliveryMark(delivery.key, note),
      ...(thread && { thread }),
      ...(thread && note === MAIN && delivery.broadcast && { broadcast: true }),
    });
    if (answer.is === 'refused' && note !== MAIN && answer.kind === 'content') {
      // One note that cannot be shown must not keep the others from being shown.
      log('note left out', { ...delivery.key, note, code: answer.code });
      return (await save(withPosted(delivery, begun, LEFT_OUT))) ? 'go on' : 'retry';
    }
    if (answer.is !== 'ok') return unsuccessful(answer, { ...delivery, begun: null }, limits.post);
    if (note === MAIN) {
      metrics('surface', dimensions, {
        MessagesPosted: 1,
        TimeToPost: clock.now() - delivery.handedOverAtMs,
      });
    }
    return (await save(withPosted(delivery, begun, answer.value))) ? 'go on' : 'retry';
  }

  async function update({ shown, message, hash }: Extract<Step<Message>, { do: 'update' }>) {
    const turn = await pace.turn(limits.update, patience(meta));
    if (turn !== 'now') return { retryAfterMs: turn.waitMs };
    const answer = await chat.update(shown.ref, message);
    // Repeating an update changes nothing, so not to know is no more than to have failed.
    if (answer.is !== 'ok') return unsuccessful(answer, delivery, limits.update);
    metrics('surface', dimensions, { MessagesUpdated: 1 });
    return (await save({ ...delivery, main: { ...shown, hash, changedAtMs: clock.now() } }))
      ? 'go on'
      : 'retry';
  }

  async function look(begun: Begun): Promise<Handled | 'go on'> {
    const turn = await pace.turn(limits.read, patience(meta));
    if (turn !== 'now') return { retryAfterMs: turn.waitMs };
    const thread = begun.note === MAIN ? delivery.thread : (delivery.thread ?? delivery.main?.ref);
    const answer = await chat.find(channel, deliveryMark(delivery.key, begun.note), {
      sinceMs: begun.sinceMs,
      ...(thread && { thread }),
    });
    if (answer.is !== 'ok') return unsuccessful(answer, delivery, limits.read);
    if (answer.value.is === 'found') {
      return (await save(withPosted(delivery, begun, answer.value.ref))) ? 'go on' : 'retry';
    }
    // A case twice is a nuisance, a case that nobody sees is what we are there to prevent.
    if (answer.value.is === 'cannot-look') {
      metrics('surface', dimensions, { PossibleRepeats: 1 });
      log('posted again without being able to look', { ...delivery.key, note: begun.note });
    }
    return (await save({ ...delivery, begun: null })) ? 'go on' : 'retry';
  }

  /** `certainly`: the row to keep when the message was certainly not taken. */
  async function unsuccessful(
    answer: Exclude<ChatAnswer<unknown>, { is: 'ok' }>,
    certainly: Delivery,
    limit: RateLimit,
  ): Promise<Handled | 'go on'> {
    if (answer.is === 'unknown' || answer.is === 'failed') {
      log('not shown yet', { ...delivery.key, is: answer.is, reason: answer.reason });
    }
    if (answer.is === 'unknown') return { retryAfterMs: Math.max(SETTLE_MS, backoffFor(meta)) };
    if (answer.is === 'refused' && answer.messageGone) {
      // A person deleted it. It is posted again, and what stood in its thread with it.
      const thread = certainly.main ? certainly.thread : null;
      const unposted = { ...certainly, main: null, notes: {}, memory: null, thread };
      wanted = render(unposted);
      return (await save(unposted)) ? 'go on' : 'retry';
    }
    if (answer.is === 'refused') {
      await save({ ...certainly, parked: answer.reason });
      return { parkedBecause: answer.reason };
    }
    if (certainly !== delivery && !(await save(certainly))) return 'retry';
    if (answer.is === 'failed') return { retryAfterMs: backoffFor(meta) };
    await pace.close(limit, clock.now() + answer.retryAfterMs);
    return { retryAfterMs: answer.retryAfterMs };
  }

  async function remember(): Promise<Handled> {
    if (JSON.stringify(delivery.memory) === JSON.stringify(wanted.memory)) return 'done';
    return (await save({ ...delivery, memory: wanted.memory })) ? 'done' : 'retry';
  }

  const dimensions = { Surface: definition.name };
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const step = nextStep(delivery, wanted);
    if (!step) return remember();
    if (meta.remainingMs() < STEP_MS) return { retryAfterMs: 0 };
    const outcome = await take(step);
    if (outcome !== 'go on') return outcome;
  }
  return { retryAfterMs: 0 };
}

const patience = ({ remainingMs }: MessageMeta): number =>
  Math.max(0, Math.min(PATIENCE_MS, remainingMs() - STEP_MS));
