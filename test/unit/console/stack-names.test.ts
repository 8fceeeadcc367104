import { describe, expect, it } from 'vitest';
import { functionIds, namedQueues } from '../../../console/flow/stack-names.ts';
import type { Loose } from './harness.ts';

describe('names of the stack', () => {
  const arn = (name: string) => `arn:aws:sqs:eu-west-1:000000000000:${name}`;
  const queue = (logicalId: string, dead?: string): Loose => ({
    logicalId,
    properties: dead ? { RedrivePolicy: { deadLetterTargetArn: arn(dead), maxReceiveCount: 3 } } : {},
    identity: { ref: '', attributes: { Arn: arn(logicalId) } },
  });
  const outputs = {
    NotifySlackFunctionName: 'f-slack',
    PollFunctionName: 'f-poll',
    LedgerTableName: 'table',
  };
  const queues = [
    queue('BridgeDeliveriesSlackDeadLetters205533AA'),
    queue('BridgeDeliveriesSlackQueueA77BCC2F', 'BridgeDeliveriesSlackDeadLetters205533AA'),
    queue('BridgeDeliveriesWebhookQueue261D820F'),
    queue('BridgePollerDeadLettersB7AE4B60'),
    queue('BridgePollerTicksQueue4DAC27FF'),
  ];
  const source = (queueName: string, functionName: string) => ({
    properties: {
      EventSourceArn: arn(queueName),
      FunctionName: `arn:aws:lambda:eu-west-1:000000000000:function:${functionName}`,
    },
  });
  const sources = [
    source('BridgeDeliveriesSlackQueueA77BCC2F', 'f-slack'),
    source('BridgePollerTicksQueue4DAC27FF', 'f-poll'),
  ];
  const template: Loose = { of: (type: string) => (type === 'AWS::SQS::Queue' ? queues : sources) };

  it('come from its outputs, and from who takes from a queue', () => {
    expect(functionIds({ outputs })).toEqual(
      new Map([
        ['f-slack', 'notify-slack'],
        ['f-poll', 'poll'],
      ]),
    );
    expect(namedQueues({ template, outputs })).toEqual([
      {
        id: 'slack',
        consumer: 'notify-slack',
        queueName: 'BridgeDeliveriesSlackQueueA77BCC2F',
        deadLetters: 'BridgeDeliveriesSlackDeadLetters205533AA',
      },
      { id: 'webhook', consumer: null, queueName: 'BridgeDeliveriesWebhookQueue261D820F', deadLetters: null },
      { id: 'poll', consumer: 'poll', queueName: null, deadLetters: 'BridgePollerDeadLettersB7AE4B60' },
      { id: 'ticks', consumer: 'poll', queueName: 'BridgePollerTicksQueue4DAC27FF', deadLetters: null },
    ]);
  });
});
