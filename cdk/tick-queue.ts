import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { BridgeFunction } from './bridge-function.ts';
import { areMany, DOMAINS_PER_RUN } from './domain-groups.ts';
import { EVERY_QUEUE } from './queue-with-dead-letters.ts';

/**
 * SQS counts this from sending, and delays the last tick of a run by 70 s: with less than that, it would never arrive.
 * With much more, an outage would leave a pile of useless ticks.
 */
const RETENTION = Duration.minutes(3);
/** AWS refuses less than the function's own timeout. A tick that comes again after that is too late, and is dropped. */
const VISIBILITY_TIMEOUTS = 1.5;

/**
 * Holds the ticks that make the poll function look more often than once a minute. None is worth a retry or a dead letter:
 * the next one is seconds away, and every minute the schedule looks anyway.
 */
export class TickQueue extends Construct {
  readonly queue: sqs.Queue;

  constructor(scope: Construct, id: string, { consumerTimeout }: { readonly consumerTimeout: Duration }) {
    super(scope, id);
    this.queue = new sqs.Queue(this, 'Queue', {
      ...EVERY_QUEUE,
      retentionPeriod: RETENTION,
      visibilityTimeout: Duration.seconds(consumerTimeout.toSeconds() * VISIBILITY_TIMEOUTS),
    });
    Validations.of(this.queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'A tick that failed is of no use to anybody: the next one is seconds away.',
    });
  }

  /** Lets the function send ticks, and starts it with them. */
  connect(fn: BridgeFunction<'poll'>, config: BridgeConfig): void {
    const resources = [this.queue.queueArn];
    fn.allow({ actions: ['sqs:SendMessage'], resources });
    fn.allow({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources,
    });
    new lambda.EventSourceMapping(this, 'Consumer', {
      target: fn.lambda,
      eventSourceArn: this.queue.queueArn,
      // Ticks of several runs arrive together. One invocation takes as many domains as a run may have.
      batchSize: areMany(config) ? 1 : DOMAINS_PER_RUN,
      // No limit: there are never more ticks than domains, and with one Lambda would not ask an idle queue less often.
      reportBatchItemFailures: true,
    });
  }
}
