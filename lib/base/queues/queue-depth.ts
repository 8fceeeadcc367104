import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { AbortAfter } from '../clock.ts';

export interface QueueDepthParts {
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly abortAfter: AbortAfter;
}

const NAMES = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;

/** About how many messages a queue holds, with those that somebody is looking at. */
export const createQueueDepth =
  ({ sqs, abortAfter }: QueueDepthParts) =>
  async (QueueUrl: string): Promise<number> => {
    const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...NAMES] });
    const { Attributes = {} } = await sqs.send(asked, { abortSignal: abortAfter(5_000) });
    return NAMES.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
  };
