import * as z from 'zod/mini';
import { toMessageText } from '../base/queues/message-text.ts';
import type { Outbox, OutMessage } from '../base/queues/outbox.ts';
import {
  type BatchHandler,
  createBatchHandler,
  type Handled,
  type MessageMeta,
  type SqsBatchOptions,
} from '../base/queues/sqs-batch.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import { identifier } from '../posture/schemas/tolerant-fields.ts';

const VERSION = 1;

/** All that the queue of a destination carries: there is something to do. What it is stands in the ledger. */
export const WakeUp = z.object({
  v: z.literal(VERSION),
  kind: z.literal('wake-up'),
  domain: z.string(),
  destination: z.string(),
  /** The items it is for, if known. So they need not wait until the list shows them. */
  items: z.readonly(
    z.array(z.object({ feed: z.enum(['cases', 'threats', 'notices', 'digests']), id: identifier })),
  ),
  /** Asks for another try of what was given up. */
  again: z.optional(z.boolean()),
});
export type WakeUp = z.infer<typeof WakeUp>;

export interface ToWake extends Omit<WakeUp, 'v' | 'kind'> {
  /** Each wake-up has a name of its own. Otherwise the queue would drop the second as a repeat of the first. */
  readonly time: string;
}

/** A longer name is left out: the function that is woken finds the item on the list. */
const LONGEST_ID = 300;

export function wakeUpOf({ time, items: all, ...wakeUp }: ToWake): OutMessage {
  const { domain, destination } = wakeUp;
  const items = all.filter(({ id }) => id.length <= LONGEST_ID);
  const id = `${items[0]?.id ?? 'list'}@${time}`;
  return {
    deliveryId: deliveryIdOf({ domain, feed: 'wake-up', id, destination }),
    group: destination,
    body: toMessageText({ v: VERSION, kind: 'wake-up', ...wakeUp, items }),
  };
}

export interface WakeParts {
  readonly outbox: Outbox;
  /** The queue of a destination; null when the configuration does not have it any more. */
  readonly queueUrlOf: (destination: string) => string | null;
}

/** Wakes the function that works for a destination. Throws when the queue takes nothing; the work stays in the ledger. */
export type Wake = (wakeUp: ToWake) => Promise<void>;

export const createWake =
  ({ outbox, queueUrlOf }: WakeParts): Wake =>
  async (wakeUp) => {
    const queueUrl = queueUrlOf(wakeUp.destination);
    // Not in this configuration, not yet or not any more: it is on the list of whoever has it.
    if (queueUrl === null) return;
    const [unsent] = await outbox.send(queueUrl, [wakeUpOf(wakeUp)]);
    if (unsent) throw new Error(`the wake-up was not taken: ${unsent.reason}`);
  };

export type ReadWakeUp =
  | { readonly ok: true; readonly message: WakeUp }
  /** `mayBecomeReadable`: a newer version may have written it. Otherwise no version of the bridge writes such a thing. */
  | { readonly ok: false; readonly reason: string; readonly mayBecomeReadable: boolean };

const Versioned = z.looseObject({ v: z.number() });

/** Never throws. */
export function readWakeUp(body: string): ReadWakeUp {
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    return { ok: false, reason: 'the message is not JSON', mayBecomeReadable: false };
  }
  const versioned = Versioned.safeParse(input);
  if (!versioned.success)
    return { ok: false, reason: 'the message has no version "v"', mayBecomeReadable: false };
  const read = WakeUp.safeParse(input);
  if (read.success) return { ok: true, message: read.data };
  const { v } = versioned.data;
  const reason =
    v === VERSION
      ? 'the message is no wake-up that this function knows'
      : `the message has version ${v}, this function reads ${VERSION}`;
  return { ok: false, reason, mayBecomeReadable: true };
}

export type HandleWakeUp = (wakeUp: WakeUp, meta: MessageMeta) => Promise<Handled>;

/** The Lambda handler for the queue of destinations. */
export const sqsBatch = (handle: HandleWakeUp, options: SqsBatchOptions): BatchHandler =>
  createBatchHandler(readWakeUp, handle, options);
