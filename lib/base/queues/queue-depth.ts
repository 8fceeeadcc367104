import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { AbortAfter } from '../clock.ts';

export interface QueueDepthParts {
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly abortAfter: AbortAfter;
}

/** About how many messages a queue holds. */
export const createQueueDepth =
  ({ sqs, abortAfter }: QueueDepthParts) =>
  async (QueueUrl: string): Promise<number> => {
    const AttributeNames = ['ApproximateNumberOfMessages' as const];
    const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames });
    const { Attributes } = await sqs.send(asked, { abortSignal: abortAfter(5_000) });
    return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
  };
