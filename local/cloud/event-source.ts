import type { LocalFunction } from './function-pool.ts';
import type { LocalQueues } from './queues.ts';

export interface EventSourceSettings {
  readonly queueArn: string;
  readonly region: string;
  readonly fifo: boolean;
  readonly batchSize: number;
  readonly windowMs: number;
  readonly partialResponses: boolean;
  readonly maxConcurrency: number;
}

interface Received {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody: string;
  readonly Attributes?: Record<string, string>;
  readonly MessageAttributes?: Record<
    string,
    { DataType: string; StringValue?: string; BinaryValue?: string }
  >;
}

/** The most that one receive can return. */
const MAX_RECEIVE = 10;
const LONG_POLL_SECONDS = 20;

/** Feeds messages from a queue to a function, like Lambda: what is not deleted comes back by the queue's own rules. */
export function startEventSource(
  settings: EventSourceSettings,
  target: LocalFunction,
  queues: LocalQueues,
  log: (line: string) => void,
  isDriven = false,
) {
  const { queueArn, batchSize, windowMs, maxConcurrency } = settings;
  const inFlight = new Set<Promise<void>>();
  let stopped = false;

  const receive = async (most: number, waitSeconds: number): Promise<Received[]> => {
    const { Messages = [] } = await queues.call<{ Messages?: Received[] }>('ReceiveMessage', queueArn, {
      MaxNumberOfMessages: Math.min(most, MAX_RECEIVE),
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    return Messages;
  };

  /** The first message opens the window; a full batch or its end closes it. */
  async function gather(): Promise<Received[]> {
    const batch = await receive(batchSize, LONG_POLL_SECONDS);
    const closesAt = performance.now() + windowMs;
    while (batch.length > 0 && batch.length < batchSize && !stopped) {
      const leftMs = closesAt - performance.now();
      if (leftMs <= 0) break;
      const more = await receive(batchSize - batch.length, Math.min(LONG_POLL_SECONDS, leftMs / 1_000));
      batch.push(...more);
    }
    return batch;
  }

  async function hand(batch: readonly Received[]): Promise<void> {
    const event = { Records: batch.map((message) => recordOf(message, settings)) };
    const outcome = await target.invoke(event);
    const done = outcome.ok
      ? succeeded(
          batch.map(({ MessageId }) => MessageId),
          outcome.value,
          settings,
        )
      : new Set<string>();
    const Entries = batch
      .filter(({ MessageId }) => done.has(MessageId))
      .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    for (let from = 0; from < Entries.length; from += MAX_RECEIVE) {
      const some = Entries.slice(from, from + MAX_RECEIVE);
      await queues.call('DeleteMessageBatch', queueArn, { Entries: some });
    }
  }

  async function poll(): Promise<void> {
    while (!stopped) {
      if (inFlight.size >= maxConcurrency) {
        await Promise.race(inFlight);
        continue;
      }
      const batch = await gather();
      if (batch.length === 0 || stopped) continue;
      const handing = hand(batch).catch((problem: unknown) => {
        if (!stopped) log(`${target.settings.name}: messages were not deleted: ${String(problem)}`);
      });
      inFlight.add(handing);
      void handing.finally(() => inFlight.delete(handing));
    }
  }

  const polling = (isDriven ? Promise.resolve() : poll()).catch((problem: unknown) => {
    if (!stopped) log(`the event source of ${target.settings.name} ended: ${String(problem)}`);
  });

  return {
    settings,
    /** Passes one batch of the messages there now to the function; returns how much it was. For driving time by hand. */
    async take(): Promise<{ readonly messages: number; readonly bytes: number }> {
      const batch = await receive(batchSize, 0);
      if (batch.length > 0) await hand(batch);
      const bytes = batch.reduce((sum, { Body }) => sum + Buffer.byteLength(Body), 0);
      return { messages: batch.length, bytes };
    },
    /** Takes no message from now on. Pending receives end when the queues are stopped. */
    stop(): void {
      stopped = true;
    },
    ended: polling.then(() => Promise.all(inFlight)).then(() => undefined),
  };
}

export type EventSource = ReturnType<typeof startEventSource>;

/**
 * The messages of a batch that count as done. With partial responses, an empty list of failures means full success, and
 * an answer that is not a list of ids of this batch means full failure.
 */
export function succeeded(
  ids: readonly string[],
  answer: unknown,
  { partialResponses }: Pick<EventSourceSettings, 'partialResponses'>,
): Set<string> {
  const all = new Set(ids);
  if (!partialResponses || answer === null || answer === undefined) return all;
  if (typeof answer !== 'object' || Array.isArray(answer)) return new Set();
  if (Object.keys(answer).length === 0) return all;
  const failures = (answer as Record<string, unknown>).batchItemFailures;
  if (failures === null) return all;
  if (!Array.isArray(failures)) return new Set();
  for (const failure of failures as unknown[]) {
    const id = (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier;
    if (typeof id !== 'string' || !ids.includes(id)) return new Set();
    all.delete(id);
  }
  return all;
}

function recordOf(message: Received, { queueArn, region }: EventSourceSettings): object {
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, one]) => [
    name,
    {
      dataType: one.DataType,
      ...(one.StringValue !== undefined && { stringValue: one.StringValue }),
      ...(one.BinaryValue !== undefined && { binaryValue: one.BinaryValue }),
      stringListValues: [],
      binaryListValues: [],
    },
  ]);
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  };
}
