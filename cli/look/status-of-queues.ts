import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { toAwsError } from '../../lib/base/aws/aws-error.ts';
import type { Line } from '../../lib/base/terminal.ts';
import { queuesIn } from '../../lib/config/stack-outputs.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { table } from '../frame/table.ts';

export interface QueueView {
  readonly queue: string;
  /** Null if the stack does not say where the queue is. */
  readonly waiting: number | null;
  readonly inFlight: number | null;
  readonly delayed: number | null;
  readonly deadLetters: number | null;
}

const NAMES = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const;

/** How many messages are waiting, in flight and delayed. */
export async function depthOf({ sqs }: Pick<OpenBridge, 'sqs'>, QueueUrl: string): Promise<number[]> {
  const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...NAMES] });
  const { Attributes = {} } = await sqs.send(asked).catch((thrown: unknown) => {
    throw toAwsError('GetQueueAttributes', thrown);
  });
  return NAMES.map((name) => Number(Attributes[name] ?? 0));
}

export async function statusOfQueues(bridge: OpenBridge): Promise<QueueView[]> {
  const urls = queuesIn(await bridge.outputs());
  return Promise.all(
    urls.map(async ({ queue, url, deadLettersUrl }) => {
      const [own, dead] = await Promise.all([
        url === null ? null : depthOf(bridge, url),
        deadLettersUrl === null ? null : depthOf(bridge, deadLettersUrl),
      ]);
      const [waiting = null, inFlight = null, delayed = null] = own ?? [];
      // Messages that somebody is looking at still count.
      return { queue, waiting, inFlight, delayed, deadLetters: dead && (dead[0] ?? 0) + (dead[1] ?? 0) };
    }),
  );
}

export function tellQueues(queues: readonly QueueView[]): Line[] {
  const rows = queues.map((one) => [
    one.queue,
    String(one.waiting ?? ''),
    String(one.inFlight ?? ''),
    String(one.delayed ?? ''),
    one.deadLetters ? { text: String(one.deadLetters), as: 'bad' as const } : String(one.deadLetters ?? ''),
  ]);
  return table(['queue', 'waiting', 'in work', 'delayed', 'dead letters'], rows);
}
