import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration, Stack, Token } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { ConsumerEnv } from '../lib/config/function-env.ts';
import type { Alarms } from './alarms.ts';
import type { BridgeFunction } from './bridge-function.ts';
import { watchAge, watchDeadLetters } from './queue-alarms.ts';

export interface QueueWithDeadLettersProps {
  /** What it carries, in the words of alarms and charts: `slack deliveries`. */
  readonly subject: string;
  /** In order within a group, which is a destination or a channel that its chat reported; otherwise in any order. */
  readonly order: 'by group' | 'any';
  /** The longest run of its consumer. */
  readonly consumerTimeout: Duration;
  /** How often a message is received before it goes to the dead letters. */
  readonly maxReceiveCount: number;
  readonly alarms: Alarms;
}

export interface Consumption {
  readonly batchSize: number;
  /** How many runs of the function this queue feeds at once: at least 2. */
  readonly maxConcurrency: number;
  /** How long to wait for a fuller batch; not for an ordered queue. */
  readonly maxBatchingWindow?: Duration;
}

/** What all queues of the bridge have in common. The bridge relies on 1 MiB, so the template states it. */
export const EVERY_QUEUE: sqs.QueueProps = {
  encryption: sqs.QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
  maxMessageSizeBytes: 1_048_576,
};
/**
 * How long a crashed function holds up its group, and with it a channel. AWS recommends six times the timeout, so that a
 * throttled batch is not received twice: here the ledger tells a repeat that there is nothing to do.
 */
const VISIBILITY_TIMEOUTS = 1.5;

/** A queue between two functions, with its dead-letter queue. */
export class QueueWithDeadLetters extends Construct {
  readonly subject: string;
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;
  readonly #props: QueueWithDeadLettersProps;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    super(scope, id);
    this.#props = props;
    this.subject = props.subject;
    const kind: sqs.QueueProps = {
      ...EVERY_QUEUE,
      ...(props.order === 'by group' && {
        fifo: true,
        deduplicationScope: sqs.DeduplicationScope.MESSAGE_GROUP,
        fifoThroughputLimit: sqs.FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      }),
    };
    this.deadLetters = new sqs.Queue(this, 'DeadLetters', kind);
    this.queue = new sqs.Queue(this, 'Queue', {
      ...kind,
      visibilityTimeout: Duration.seconds(props.consumerTimeout.toSeconds() * VISIBILITY_TIMEOUTS),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
    });
    for (const queue of [this.queue, this.deadLetters]) if (queue.fifo) checkNameOfFifo(queue);
    watchDeadLetters(this, props);
  }

  /** Lets a function send messages. */
  allowSend(fn: BridgeFunction): void {
    fn.allow({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] });
  }

  /** Lets a function move messages that will never work to the dead letters. */
  allowPark(fn: BridgeFunction): void {
    fn.allow({ actions: ['sqs:SendMessage'], resources: [this.deadLetters.queueArn] });
  }

  /** The URLs that a consumer needs to quarantine a message or to move it to the dead letters. */
  get consumerEnvironment(): ConsumerEnv {
    return { QUEUE_URL: this.queue.queueUrl, DEAD_LETTERS_URL: this.deadLetters.queueUrl };
  }

  /** Feeds a function with batches. Only the messages that it reports as failed come again. */
  consumedBy(fn: BridgeFunction, { batchSize, maxConcurrency, maxBatchingWindow }: Consumption): void {
    const { consumerTimeout, order, subject } = this.#props;
    if (fn.timeout.toSeconds() > consumerTimeout.toSeconds()) {
      throw new Error(`the function ${fn.name} may run longer than the queue of ${subject} allows for`);
    }
    if (order === 'by group' && (batchSize > 10 || maxBatchingWindow)) {
      throw new Error(`the queue of ${subject} is in order: batches of at most 10, and no window`);
    }
    fn.allow({
      actions: [
        'sqs:ReceiveMessage',
        'sqs:DeleteMessage',
        'sqs:ChangeMessageVisibility',
        'sqs:GetQueueAttributes',
      ],
      resources: [this.queue.queueArn],
    });
    new lambda.EventSourceMapping(this, 'Consumer', {
      target: fn.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize,
      maxConcurrency,
      reportBatchItemFailures: true,
      ...(maxBatchingWindow && { maxBatchingWindow }),
    });
    // Only once there is a consumer: until then everything waits.
    watchAge(this, this.#props);
  }
}

/** What CloudFormation appends to the names of the stack and of the resource: a hyphen before each, and 13 letters. */
const DRAWN = 15;
const LONGEST_QUEUE = 80;

/**
 * CloudFormation draws a name of at most 80 characters, and appends `.fifo` to it: SQS refuses what is longer then. A name
 * of our own would not help: for a minute after a deployment that failed, SQS gives it to nobody.
 */
function checkNameOfFifo(queue: sqs.Queue): void {
  queue.node.addValidation({
    validate() {
      const stack = Stack.of(queue);
      const id: string = stack.resolve((queue.node.defaultChild as sqs.CfnQueue).logicalId);
      // A nested stack gets its name when it is deployed.
      const stackName = Token.isUnresolved(stack.stackName) ? '' : stack.stackName;
      const excess = stackName.length + id.length + DRAWN + '.fifo'.length - LONGEST_QUEUE;
      if (excess <= 0) return [];
      return [
        `SQS would refuse the name of ${queue.node.path}: the names of its stack and of the constructs around it are ` +
          `together too long by ${excess}.`,
      ];
    },
  });
}
