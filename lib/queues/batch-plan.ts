import { SQS_MAX_BYTES } from './message-text.ts';
import type { OutMessage } from './outbox.ts';

/** A message with its size, which is counted once. */
export interface Outgoing extends OutMessage {
  readonly bytes: number;
}

/** What one call to SQS takes. */
const BATCH = { count: 10, bytes: SQS_MAX_BYTES };

/** A FIFO series begins with some batches' worth of messages, so that its last, half-empty batch costs little. */
const FIFO_SERIES_MESSAGES = 50;

/** Splits messages into series. One series is sent batch after batch, and all of them side by side. */
export function planSeries(messages: readonly Outgoing[], fifo: boolean, concurrency: number): Outgoing[][] {
  if (messages.length === 0) return [];
  return fifo ? fifoSeries(messages, concurrency) : standardSeries(messages, concurrency);
}

function standardSeries(messages: readonly Outgoing[], concurrency: number): Outgoing[][] {
  const batches = Math.ceil(messages.length / BATCH.count);
  const size = Math.ceil(batches / concurrency) * BATCH.count;
  const series = Array.from({ length: Math.ceil(messages.length / size) });
  return series.map((_, index) => messages.slice(index * size, (index + 1) * size));
}

/** A group stays in one series. A series takes many groups: a call for each would be a call for every item. */
function fifoSeries(messages: readonly Outgoing[], concurrency: number): Outgoing[][] {
  const count = Math.min(concurrency, Math.ceil(messages.length / FIFO_SERIES_MESSAGES));
  const all: Outgoing[][] = Array.from({ length: count }, () => []);
  for (const group of groupsOf(messages).sort((a, b) => b.length - a.length)) {
    const shortest = all.reduce((best, series) => (series.length < best.length ? series : best));
    for (const message of group) shortest.push(message);
  }
  return all.filter((series) => series.length > 0);
}

function groupsOf(messages: readonly Outgoing[]): Outgoing[][] {
  const groups = new Map<string, Outgoing[]>();
  for (const message of messages) {
    const group = groups.get(message.group);
    if (group) group.push(message);
    else groups.set(message.group, [message]);
  }
  return [...groups.values()];
}

/**
 * The next batch of a series. A message never overtakes one of its group that had to stay behind; with
 * `onePerGroup` it does not even travel with it.
 */
export function nextBatch(
  series: readonly Outgoing[],
  onePerGroup: boolean,
): { batch: Outgoing[]; rest: Outgoing[] } {
  const batch: Outgoing[] = [];
  const rest: Outgoing[] = [];
  const closed = new Set<string>();
  let bytes = 0;
  for (const [index, message] of series.entries()) {
    if (batch.length === BATCH.count) return { batch, rest: [...rest, ...series.slice(index)] };
    if (bytes + message.bytes <= BATCH.bytes && !closed.has(message.group)) {
      batch.push(message);
      bytes += message.bytes;
      if (onePerGroup) closed.add(message.group);
    } else {
      rest.push(message);
      closed.add(message.group);
    }
  }
  return { batch, rest };
}
