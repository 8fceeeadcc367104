import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SqsRecord } from '../../lib/base/queues/sqs-batch.ts';
import type { Instance, World } from './world.ts';

export interface QueueRules {
  readonly name: string;
  readonly fifo: boolean;
  readonly batchSize: number;
  /** How many functions are fed at once. */
  readonly consumers: number;
}

interface Held {
  readonly id: string;
  readonly body: string;
  readonly group: string;
  readonly attributes: Entry['MessageAttributes'];
  readonly sentAtMs: number;
  visibleAtMs: number;
  receives: number;
  receipt: string;
}

interface Entry {
  readonly Id?: string | undefined;
  readonly MessageBody?: string | undefined;
  readonly MessageGroupId?: string | undefined;
  readonly MessageDeduplicationId?: string | undefined;
  readonly DelaySeconds?: number | undefined;
  readonly MessageAttributes?: SendMessageCommand['input']['MessageAttributes'];
}

/** As in the stack: one and a half times the 60 seconds that a function may take. */
const VISIBILITY_MS = 90_000;
const MAX_RECEIVES = 120;
const DEDUPLICATED_MS = 300_000;

/** A queue of SQS with the functions that it feeds. In order within a group, or not at all. */
export class ModelQueue {
  readonly url: string;
  readonly held: Held[] = [];
  readonly dead: { readonly body: string; readonly reason: string }[] = [];
  /** Runs a function on a batch; resolves with the failed ids, or null when it died. */
  consume: (records: SqsRecord[]) => Promise<readonly string[] | null> = async () => null;
  readonly #rules: QueueRules;
  readonly #world: World;
  readonly #known = new Map<string, number>();
  #running = 0;
  #serial = 0;

  constructor(world: World, rules: QueueRules) {
    this.#world = world;
    this.#rules = rules;
    this.url = `https://sqs.eu-west-1.amazonaws.com/123456789012/${rules.name}${rules.fifo ? '.fifo' : ''}`;
  }

  send(entry: Entry): void {
    const { MessageGroupId = '', MessageDeduplicationId, DelaySeconds = 0 } = entry;
    const { time, random, isTroubled, chance } = this.#world;
    const id = MessageDeduplicationId && `${MessageGroupId} ${MessageDeduplicationId}`;
    if (id && time.nowMs - (this.#known.get(id) ?? Number.NEGATIVE_INFINITY) < DEDUPLICATED_MS) return;
    if (id) this.#known.set(id, time.nowMs);
    const lateMs = this.#rules.fifo ? 0 : random() * (isTroubled() && chance(10) ? 20_000 : 100);
    this.#put(entry, time.nowMs + DelaySeconds * 1_000 + Math.floor(lateMs));
    // A queue without an order may hand out a message more than once.
    if (!this.#rules.fifo && isTroubled() && chance(faultsIn(this.#world))) {
      this.#put(entry, time.nowMs + DelaySeconds * 1_000 + Math.floor(random() * 40_000));
    }
  }

  #put(entry: Entry, visibleAtMs: number): void {
    const { MessageBody: body = '', MessageGroupId: group = '', MessageAttributes: attributes } = entry;
    const id = `${this.#rules.name}-${++this.#serial}`;
    const sentAtMs = this.#world.time.nowMs;
    this.held.push({ id, body, group, attributes, sentAtMs, visibleAtMs, receives: 0, receipt: '' });
    this.#wakeAt(visibleAtMs);
  }

  #wakeAt(atMs: number): void {
    this.#world.time.schedule(atMs, () => this.#wake());
  }

  #wake(): void {
    while (this.#running < this.#rules.consumers) {
      const batch = this.#receive();
      if (batch.length === 0) return;
      void this.#run(batch);
    }
  }

  async #run(batch: Held[]): Promise<void> {
    const { time, isTroubled, chance, say } = this.#world;
    this.#running++;
    this.#wakeAt(time.nowMs + VISIBILITY_MS);
    const failed = await this.consume(batch.map((message) => this.#recordOf(message)));
    this.#running--;
    for (const message of failed === null ? [] : batch) {
      if (failed?.includes(message.id)) continue;
      if (isTroubled() && chance(faultsIn(this.#world) / 4)) say(() => `${message.id} is not deleted`);
      else this.#forget(message);
    }
    this.#wakeAt(time.nowMs);
  }

  #forget(message: Held): void {
    const index = this.held.indexOf(message);
    if (index >= 0) this.held.splice(index, 1);
  }

  #receive(): Held[] {
    const { time, random } = this.#world;
    const nowMs = time.nowMs;
    const most = 1 + Math.floor(random() * this.#rules.batchSize);
    const batch: Held[] = [];
    const locked = new Set<string>();
    if (this.#rules.fifo) {
      for (const { group, visibleAtMs } of this.held) if (visibleAtMs > nowMs) locked.add(group);
    }
    for (const message of [...this.held]) {
      if (batch.length >= most) break;
      if (message.visibleAtMs > nowMs || locked.has(message.group)) continue;
      if (message.receives >= MAX_RECEIVES) {
        this.#forget(message);
        this.dead.push({ body: message.body, reason: `received ${MAX_RECEIVES} times` });
        continue;
      }
      batch.push(message);
    }
    for (const message of batch) {
      message.receives++;
      message.receipt = `${message.id}/${message.receives}`;
      message.visibleAtMs = nowMs + VISIBILITY_MS;
    }
    return batch;
  }

  #recordOf({ id, body, group, attributes = {}, receives, receipt, sentAtMs }: Held): SqsRecord {
    const texts = Object.entries(attributes).map(([name, { StringValue: stringValue = '' }]) => [
      name,
      { stringValue },
    ]);
    return {
      messageAttributes: Object.fromEntries(texts),
      messageId: id,
      receiptHandle: receipt,
      body,
      eventSourceARN: `arn:aws:sqs:eu-west-1:123456789012:${this.url.slice(this.url.lastIndexOf('/') + 1)}`,
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: String(sentAtMs),
        ...(this.#rules.fifo && { MessageGroupId: group }),
      },
    };
  }

  /** Somebody purges the queue: what is in flight too is gone, whoever works on it. */
  purge(): void {
    this.held.length = 0;
  }

  /** An earlier receipt deletes nothing. */
  delete(receipt: string): void {
    const message = this.held.find((one) => one.receipt === receipt);
    if (!message) return;
    this.#forget(message);
    this.#wakeAt(this.#world.time.nowMs);
  }

  rest(receipt: string, ms: number): void {
    const message = this.held.find((one) => one.receipt === receipt);
    if (!message || message.visibleAtMs <= this.#world.time.nowMs) throw new Error('not in flight');
    message.visibleAtMs = this.#world.time.nowMs + ms;
    this.#wakeAt(message.visibleAtMs);
  }
}

/** Of a hundred calls so many go wrong. */
const faultsIn = ({ has, history }: World): number => (has('faults') ? history.faults : 0);

/** A client of these queues for one process, with the faults of SQS. */
export function sqsClient(
  world: World,
  process: Instance,
  queues: readonly ModelQueue[],
): Pick<SQSClient, 'send'> {
  const { call, isTroubled, chance, random, count } = world;
  const queueAt = (url: string | undefined): ModelQueue => {
    const queue = queues.find((one) => one.url === url || `${one.url}/dead` === url);
    if (!queue) throw new Error(`no queue at ${url}`);
    return queue;
  };

  function run(command: unknown): object {
    if (command instanceof SendMessageBatchCommand) {
      const { QueueUrl, Entries = [] } = command.input;
      const refused = Entries.filter(() => isTroubled() && chance(faultsIn(world)));
      for (const entry of Entries) if (!refused.includes(entry)) queueAt(QueueUrl).send(entry);
      return {
        Successful: Entries.filter((entry) => !refused.includes(entry)).map(({ Id }) => ({ Id })),
        Failed: refused.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })),
      };
    }
    if (command instanceof SendMessageCommand) {
      const { QueueUrl, MessageBody: body = '', MessageAttributes } = command.input;
      queueAt(QueueUrl).dead.push({ body, reason: MessageAttributes?.reason?.StringValue ?? 'none' });
      return {};
    }
    if (command instanceof ChangeMessageVisibilityCommand) {
      const { QueueUrl, ReceiptHandle = '', VisibilityTimeout = 0 } = command.input;
      queueAt(QueueUrl).rest(ReceiptHandle, VisibilityTimeout * 1_000);
      return {};
    }
    if (command instanceof DeleteMessageBatchCommand) {
      const { QueueUrl, Entries = [] } = command.input;
      for (const { ReceiptHandle = '' } of Entries) queueAt(QueueUrl).delete(ReceiptHandle);
      return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
    }
    if (command instanceof GetQueueAttributesCommand) {
      const { dead } = queueAt(command.input.QueueUrl);
      return { Attributes: { ApproximateNumberOfMessages: String(dead.length) } };
    }
    throw new Error('the model does not know this command');
  }

  const send = (command: { constructor: { name: string } }) =>
    call(process, command.constructor.name, () => {
      if (!isTroubled() || !chance(faultsIn(world) / 2)) return run(command);
      count('faults');
      // Taken or not, there is no answer.
      if (random() < 0.5) run(command);
      throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
    });
  return { send } as unknown as Pick<SQSClient, 'send'>;
}
