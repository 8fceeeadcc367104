import { functionIds, queuesIn } from '../../lib/config/stack-outputs.ts';

export interface NamedQueue {
  readonly id: string;
  readonly consumer: string | null;
  /** The URLs of the queue and of its dead letters; null if there is none. */
  readonly url: string | null;
  readonly deadLettersUrl: string | null;
}

/** The queues of the stack by their purpose, with their dead letters, according to its outputs. */
export function namedQueues(outputs: Readonly<Record<string, string>>): NamedQueue[] {
  const functions = new Set(functionIds(outputs).values());
  const queues = queuesIn(outputs).map(({ queue, ...urls }) => {
    // `slack deliveries` belong to Slack, and the function `verdict` consumes `verdicts`.
    const id = queue.replace(/ deliveries$/, '').replace(/^verdicts$/, 'verdict');
    // Ticks are not on the path of any item.
    const taker = id === 'ticks' ? 'poll' : id === 'verdict' ? id : `notify-${id}`;
    return { id, consumer: functions.has(taker) ? taker : null, ...urls };
  });
  // CloudFormation guarantees no order.
  return queues.sort((a, b) => a.id.localeCompare(b.id));
}

/** What its dead letters are called in alarms and notices: `slack deliveries`. */
export const subjectOf = (id: string): string => (id === 'verdict' ? 'verdicts' : `${id} deliveries`);

/** What a queue holds, both locally and in AWS. */
export interface Depth {
  readonly waiting: number;
  readonly inFlight: number;
  readonly delayed: number;
}

export const EMPTY: Depth = { waiting: 0, inFlight: 0, delayed: 0 };
