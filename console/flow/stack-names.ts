import { functionIds, queuesIn } from '../../lib/config/stack-outputs.ts';

export interface NamedQueue {
  readonly id: string;
  readonly consumer: string | null;
  /** The addresses of it and of its dead letters; null where there is none. */
  readonly url: string | null;
  readonly deadLettersUrl: string | null;
}

/** The queues of the stack after what they carry, with their dead letters: its outputs say what is what. */
export function namedQueues(outputs: Readonly<Record<string, string>>): NamedQueue[] {
  const functions = new Set(functionIds(outputs).values());
  const queues = queuesIn(outputs).map(({ queue, ...urls }) => {
    // `slack deliveries` are of Slack, and `verdicts` are what the function verdict takes.
    const id = queue.replace(/ deliveries$/, '').replace(/^verdicts$/, 'verdict');
    // What starts the poller is not on the way of any item, nor what a schedule could not start.
    const taker = id === 'ticks' ? 'poll' : (['verdict', 'poll'].find((one) => one === id) ?? `notify-${id}`);
    return { id, consumer: functions.has(taker) ? taker : null, ...urls };
  });
  // CloudFormation promises no order.
  return queues.sort((a, b) => a.id.localeCompare(b.id));
}

/** What a queue holds, as both homes tell it. */
export interface Depth {
  readonly waiting: number;
  readonly inFlight: number;
  readonly delayed: number;
}

export const EMPTY: Depth = { waiting: 0, inFlight: 0, delayed: 0 };
