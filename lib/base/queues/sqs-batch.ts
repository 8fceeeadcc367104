import { inParallel } from '../in-parallel.ts';
import { UnreadableError } from '../read-versioned.ts';
import { isFifo } from './fifo-id.ts';
import { QUARANTINE_ATTRIBUTE } from './quarantine.ts';

export interface SqsRecord {
  readonly messageId: string;
  readonly receiptHandle?: string;
  readonly body: string;
  readonly eventSourceARN: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly messageAttributes?: Readonly<Record<string, { readonly stringValue?: string } | undefined>>;
}
export interface SqsEvent {
  readonly Records: readonly SqsRecord[];
}
export interface SqsBatchResponse {
  readonly batchItemFailures: ReadonlyArray<{ readonly itemIdentifier: string }>;
}
export interface RemainingTime {
  getRemainingTimeInMillis(): number;
}

export interface MessageMeta {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly group: string | null;
  /** 1 the first time. */
  readonly receiveCount: number;
  /** It was quarantined under this id, as its sender claims. */
  readonly quarantineId?: string | undefined;
  /** Nothing of its group follows in this batch. */
  readonly isLast: boolean;
  /** When Lambda stops us. */
  readonly remainingMs: () => number;
}

/**
 * `retry` comes back after a while that grows, `retryAfterMs` about then, `go on` at once. Quarantined: another version or another
 * configuration may know what to do with it. Parked: it will never work.
 */
export type Handled =
  | 'done'
  | 'go on'
  | 'retry'
  /** `exactly`: however often it came. Otherwise it waits longer after ten times: each receive counts, and they are limited. */
  | { readonly retryAfterMs: number; readonly exactly?: boolean }
  | { readonly quarantinedBecause: string }
  | { readonly parkedBecause: string };

/** `mayBecomeReadable`: another version of this function may understand it, so it is quarantined until then. */
export type ReadMessage<Message> = (
  body: string,
  /** When the queue got it, as the queue says. */
  sentAtMs: number,
) =>
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly reason: string; readonly mayBecomeReadable: boolean };

export interface AsideMessage {
  readonly body: string;
  readonly reason: string;
  readonly meta: MessageMeta;
}

export interface SqsBatchOptions {
  /** Puts a message aside where a person finds it. Only when this resolves is it gone from the queue. */
  readonly park: (message: AsideMessage) => Promise<void>;
  /** Puts a message aside from where it is queued again, however long that takes. Without it, it comes back. */
  readonly quarantine?: (message: AsideMessage) => Promise<void>;
  /** A quarantined message was dealt with. */
  readonly endQuarantine?: (quarantineId: string, body: string) => Promise<void>;
  /** Holds a message back for so long. */
  readonly postpone?: (meta: MessageMeta, ms: number) => Promise<void>;
  /** Deletes messages of a group that is dealt with, while other groups of its batch are still at work. */
  readonly release?: (metas: readonly MessageMeta[]) => Promise<void>;
  /** How many messages of a standard queue, or groups of a FIFO queue, at a time. */
  readonly concurrency?: number;
  /** With less time than this left, nothing new is begun: what a timeout cuts off would all come back. */
  readonly reserveMs?: number;
  /** Told why a message comes back that failed. One that waits for its turn or its time comes back without a word. */
  readonly onRetry?: (meta: MessageMeta, reason: unknown) => void;
}

const MAX_BACKOFF_MS = 15 * 60_000;

/** 2 s, 4 s, 8 s and at most a quarter of an hour. */
export const backoffFor = ({ receiveCount }: Pick<MessageMeta, 'receiveCount'>): number =>
  Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** Math.min(receiveCount, 20));

/** So often a message may ask for its own time. After that it grows too: each receive counts, and they are limited. */
const AS_ASKED = 10;

export const delayAsAsked = ({ receiveCount }: Pick<MessageMeta, 'receiveCount'>, ms: number): number =>
  receiveCount <= AS_ASKED ? ms : Math.max(ms, backoffFor({ receiveCount: receiveCount - AS_ASKED }));

export type BatchHandler = (event: SqsEvent, context?: RemainingTime) => Promise<SqsBatchResponse>;

/**
 * The Lambda handler for a queue. What was not certainly dealt with is reported as failed, so that no mistake
 * in here can end in an empty list, which would delete the whole batch.
 *
 * On a FIFO queue a failure holds back what follows in its group and nothing else: other groups owe it no order,
 * and a broken channel must not stop the others.
 */
export function createBatchHandler<Message>(
  readMessage: ReadMessage<Message>,
  handle: (message: Message, meta: MessageMeta) => Promise<Handled>,
  options: SqsBatchOptions,
): BatchHandler {
  const { park, quarantine, endQuarantine, postpone, release, concurrency = 10, reserveMs = 1_000 } = options;
  const onRetry: NonNullable<SqsBatchOptions['onRetry']> = (meta, reason) => {
    try {
      options.onRetry?.(meta, reason);
    } catch {
      // To say why a message comes back must not keep it from coming back.
    }
  };

  /** Done, or after how long it should come again. */
  async function process(record: SqsRecord, meta: MessageMeta): Promise<'done' | { delayMs: number }> {
    try {
      const handled = await handledAs(record, meta);
      if (typeof handled === 'object' && 'quarantinedBecause' in handled) {
        if (!quarantine) throw new Error(handled.quarantinedBecause);
        await quarantine({ body: record.body, reason: handled.quarantinedBecause, meta });
        return 'done';
      }
      const isParked = typeof handled === 'object' && 'parkedBecause' in handled;
      if (isParked) await park({ body: record.body, reason: handled.parkedBecause, meta });
      if (isParked || handled === 'done') {
        if (meta.quarantineId !== undefined) await endQuarantine?.(meta.quarantineId, record.body);
        return 'done';
      }
      if (handled === 'go on') return { delayMs: 0 };
      if (typeof handled !== 'object') return { delayMs: backoffFor(meta) };
      const { retryAfterMs, exactly = false } = handled;
      return { delayMs: exactly ? retryAfterMs : delayAsAsked(meta, retryAfterMs) };
    } catch (error) {
      onRetry(meta, error);
      return { delayMs: backoffFor(meta) };
    }
  }

  /**
   * All of them, since those behind the one that failed were received too: left alone they would hold up their group
   * until the queue's visibility timeout. Best effort: when this fails, that is when they come back.
   */
  const postponeAll = (metas: readonly MessageMeta[], ms: number) =>
    Promise.all(metas.map((meta) => postpone?.(meta, ms).catch((error) => onRetry(meta, error))));

  /**
   * SQS hands out nothing more of a group before this is deleted, and Lambda deletes when the whole batch is over: a quiet
   * channel would wait for a busy one. Best effort: Lambda deletes them once more.
   */
  async function releaseAll(metas: readonly MessageMeta[]): Promise<void> {
    await release?.(metas).catch((error) => onRetry(metas[0] as MessageMeta, error));
  }

  async function handledAs(record: SqsRecord, meta: MessageMeta): Promise<Handled> {
    const read = readMessage(
      record.body,
      Number(record.attributes.SentTimestamp ?? Number.POSITIVE_INFINITY),
    );
    if (!read.ok) {
      return read.mayBecomeReadable ? { quarantinedBecause: read.reason } : { parkedBecause: read.reason };
    }
    return handle(read.message, meta).catch((error: unknown) => {
      if (error instanceof UnreadableError) return { quarantinedBecause: error.message };
      throw error;
    });
  }

  return async function handler(event, context) {
    const done = new Set<SqsRecord>();
    const remainingMs = () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;

    const groups = groupsIn(event.Records);
    let atWork = groups.length;
    await inParallel(groups, concurrency, async (group) => {
      const metas = group.map((record) => metaOf(record, record === group.at(-1), remainingMs));
      await handleGroup(group, metas);
      atWork--;
      const over = metas.filter((_, index) => done.has(group[index] as SqsRecord));
      if (atWork > 0 && over.length > 0 && metas[0]?.group !== null) await releaseAll(over);
    });

    async function handleGroup(group: readonly SqsRecord[], metas: readonly MessageMeta[]): Promise<void> {
      for (const [index, record] of group.entries()) {
        if (remainingMs() < reserveMs) return void (await postponeAll(metas.slice(index), 0));
        const outcome = await process(record, metas[index] as MessageMeta);
        if (outcome !== 'done') return void (await postponeAll(metas.slice(index), outcome.delayMs));
        done.add(record);
      }
    }
    const failed = event.Records.filter((record) => !done.has(record));
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

/** What must be handled one after the other: a group of a FIFO queue, a single message of any other. */
function groupsIn(records: readonly SqsRecord[]): SqsRecord[][] {
  const groups = new Map<string, SqsRecord[]>();
  for (const [index, record] of records.entries()) {
    const group = groupOf(record);
    const name = group === null ? `message ${index}` : `group ${group}`;
    groups.set(name, [...(groups.get(name) ?? []), record]);
  }
  return [...groups.values()];
}

const groupOf = ({ eventSourceARN, attributes }: SqsRecord): string | null =>
  isFifo(eventSourceARN) ? (attributes.MessageGroupId ?? '') : null;

const metaOf = (record: SqsRecord, isLast: boolean, remainingMs: () => number): MessageMeta => ({
  messageId: record.messageId,
  receiptHandle: record.receiptHandle ?? '',
  group: groupOf(record),
  receiveCount: Number(record.attributes.ApproximateReceiveCount ?? 1),
  quarantineId: record.messageAttributes?.[QUARANTINE_ATTRIBUTE]?.stringValue,
  isLast,
  remainingMs,
});
