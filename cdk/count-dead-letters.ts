import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { BridgeFunction } from './bridge-function.ts';
import type { QueueWithDeadLetters } from './queue-with-dead-letters.ts';

/** JSON: the URL of each dead-letter queue, by its purpose. */
export const deadLettersIn = (scope: Construct, queues: readonly QueueWithDeadLetters[]): string =>
  Stack.of(scope).toJsonString(
    Object.fromEntries(queues.map(({ subject, deadLetters }) => [subject, deadLetters.queueUrl])),
  );

/** Lets a function ask how many dead letters there are, and not read any. */
export const allowCount = (fn: BridgeFunction, queues: readonly QueueWithDeadLetters[]): void =>
  fn.allow({
    actions: ['sqs:GetQueueAttributes'],
    resources: queues.map(({ deadLetters }) => deadLetters.queueArn),
  });
