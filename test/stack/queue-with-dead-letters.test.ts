import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { App, Duration, Stack } from 'aws-cdk-lib/core';
import { afterAll, describe, expect, it } from 'vitest';
import { Alarms } from '../../cdk/alarms.ts';
import { BridgeFunction } from '../../cdk/bridge-function.ts';
import {
  type Consumption,
  QueueWithDeadLetters,
  type QueueWithDeadLettersProps,
} from '../../cdk/queue-with-dead-letters.ts';

const root = mkdtempSync(join(tmpdir(), 'posture-bridge-consumer-'));
const folder = join(root, 'bundle');
mkdirSync(folder);
writeFileSync(join(folder, 'index.mjs'), 'export const handler = () => {};\n');
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A queue and a function that reads from it, as the notifiers will. */
function consumer(
  order: QueueWithDeadLettersProps['order'],
  consumption: Consumption,
  timeout = Duration.seconds(30),
  stackName = 'Stack',
) {
  const app = new App({ outdir: mkdtempSync(join(root, 'out-')), builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Stack', { stackName });
  const alarms = new Alarms(stack, 'Alarms', {
    name: 'test',
    runbookUrl: 'docs/runbook.md',
    monitoring: 'full',
  });
  const queue = new QueueWithDeadLetters(stack, 'Lane', {
    subject: 'deliveries',
    order,
    consumerTimeout: Duration.seconds(30),
    maxReceiveCount: 10,
    alarms,
  });
  const fn = new BridgeFunction(stack, 'Notify', {
    name: 'poll',
    description: 'Stands in for a notifier.',
    folder,
    environment: { TABLE_NAME: 'ledger' },
    timeout,
    memoryMb: 256,
    alarms,
  });
  queue.consumedBy(fn, consumption);
  return Template.fromStack(stack);
}

describe('an ordered queue', () => {
  const named = (length: number) =>
    consumer('by group', { batchSize: 10, maxConcurrency: 5 }, undefined, 'a'.repeat(length));

  it('is refused where CloudFormation would draw a name for it that SQS refuses', () => {
    // 15 of CloudFormation, 23 of the queue, 5 of the suffix.
    expect(() => named(37)).not.toThrow();
    expect(() => named(38)).toThrow(
      /SQS would refuse the name of Stack\/Lane\/DeadLetters: .*together too long by 1\./,
    );
  });
});

describe('a function that consumes a queue', () => {
  it('gets back only what it names as failed, and is not run more often at once than it should', () => {
    const template = consumer('by group', { batchSize: 10, maxConcurrency: 5 });
    template.allResourcesProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 5 },
    });
    template.resourceCountIs('AWS::Lambda::EventSourceMapping', 1);
  });

  it('has one and a half times its time before others see the messages', () => {
    const template = consumer('any', {
      batchSize: 100,
      maxConcurrency: 2,
      maxBatchingWindow: Duration.seconds(1),
    });
    template.hasResourceProperties('AWS::SQS::Queue', { VisibilityTimeout: 45 });
  });

  it('may take from that queue, and from no other', () => {
    const statements = Object.values(
      consumer('any', { batchSize: 10, maxConcurrency: 2 }).findResources('AWS::IAM::Policy'),
    )
      .flatMap(
        ({ Properties }) => Properties.PolicyDocument.Statement as { Action: string[]; Resource: object }[],
      )
      .filter(({ Action }) => Action.includes('sqs:ReceiveMessage'));
    expect(statements).toEqual([
      {
        Effect: 'Allow',
        Action: [
          'sqs:ReceiveMessage',
          'sqs:DeleteMessage',
          'sqs:ChangeMessageVisibility',
          'sqs:GetQueueAttributes',
        ],
        Resource: { 'Fn::GetAtt': [expect.stringMatching(/^LaneQueue/), 'Arn'] },
      },
    ]);
  });

  it('is refused when it may run longer than the queue was made for', () => {
    expect(() => consumer('any', { batchSize: 10, maxConcurrency: 2 }, Duration.seconds(31))).toThrow(
      'may run longer than the queue',
    );
  });

  it('is refused what SQS does not do for a queue in order', () => {
    expect(() => consumer('by group', { batchSize: 11, maxConcurrency: 2 })).toThrow('at most 10');
    expect(() =>
      consumer('by group', { batchSize: 10, maxConcurrency: 2, maxBatchingWindow: Duration.seconds(1) }),
    ).toThrow('no window');
  });
});
