import * as z from 'zod/mini';
import { readBusArn } from './bus-arn.ts';
import { eventFields } from './endpoint-fields.ts';
import { keyArnProblem } from './protection.ts';
import { readQueueUrl } from './queue-url.ts';
import { strict, textThat } from './schema/strict.ts';

/** Your own queue, in any account and region. */
export const Sqs = strict({
  type: z.literal('sqs'),
  queueUrl: textThat((text) =>
    readQueueUrl(text)
      ? null
      : 'must be the address of a queue, like https://sqs.eu-west-1.amazonaws.com/123456789012/lake',
  ),
  /** The key that encrypts it, unless it is one of AWS's own. */
  key: z.optional(textThat(keyArnProblem)),
  ...eventFields,
});

/** Your own event bus, in any account and region. */
export const EventBridge = strict({
  type: z.literal('eventbridge'),
  bus: textThat((text) =>
    readBusArn(text)
      ? null
      : 'must be the ARN of an event bus, like arn:aws:events:eu-west-1:123456789012:event-bus/security',
  ),
  ...eventFields,
});

export type SqsInput = z.input<typeof Sqs>;
export type SqsDestination = z.output<typeof Sqs>;
export type EventBridgeInput = z.input<typeof EventBridge>;
export type EventBridgeDestination = z.output<typeof EventBridge>;
