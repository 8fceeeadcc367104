import { SQS_MAX_BYTES } from './message-text.ts';
import type { OutMessage } from './outbox.ts';

/** A message with its size, which is counted once. */
export interface Outgoing extends OutMessage {
  readonly bytes: number;
}

/** What one call to SQS takes. */
const BATCH = { count: 10, bytes: SQS_MAX_BYTES };

/** A FIFO lane begins with some batches' worth of messages, so that its last, half-empty batch costs little. */
const FIFO_LANE_MESSAGES = 50;

/** Messages that are sent one batch after the other. Lanes are sent side by side. */
export function lanesOf(messages: readonly Outgoing[], fifo: boolean, concurrency: number): Outgoing[][] {
  if (messages.length === 0) return [];
  return fifo ? fifoLanes(messages, concurrency) : standardLanes(messages, concurrency);
}

function standardLanes(messages: readonly Outgoing[], concurrency: number): Outgoing[][] {
  const batches = Math.ceil(messages.length / BATCH.count);
  const size = Math.ceil(batches / concurrency) * BATCH.count;
  const lanes = Array.from({ length: Math.ceil(messages.length / size) });
  return lanes.map((_, index) => messages.slice(index * size, (index + 1) * size));
}

/** A group stays in one lane. A lane takes many groups: a call for each would be a call for every item. */
function fifoLanes(messages: readonly Outgoing[], concurrency: number): Outgoing[][] {
  const count = Math.min(concurrency, Math.ceil(messages.length / FIFO_LANE_MESSAGES));
  const lanes: Outgoing[][] = Array.from({ length: count }, () => []);
  for (const group of groupsOf(messages).sort((a, b) => b.length - a.length)) {
    const shortest = lanes.reduce((best, lane) => (lane.length < best.length ? lane : best));
    for (const message of group) shortest.push(message);
  }
  return lanes.filter((lane) => lane.length > 0);
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
 * The next batch of a lane. A message never overtakes one of its group that had to stay behind; with
 * `onePerGroup` it does not even travel with it.
 */
export function nextBatch(
  lane: readonly Outgoing[],
  onePerGroup: boolean,
): { batch: Outgoing[]; rest: Outgoing[] } {
  const batch: Outgoing[] = [];
  const rest: Outgoing[] = [];
  const closed = new Set<string>();
  let bytes = 0;
  for (const [index, message] of lane.entries()) {
    if (batch.length === BATCH.count) return { batch, rest: [...rest, ...lane.slice(index)] };
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
