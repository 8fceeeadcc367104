import { describe, expect, it } from 'vitest';
import { createActivityLog } from '../../../../local/console/activity-log.ts';
import { functionIds, namedQueues } from '../../../../local/console/flow/stack-names.ts';
import { hear } from '../../../../local/console/hear.ts';
import { createHarness, type Loose, NOW } from './harness.ts';

const POLLED = {
  event: 'polled',
  domain: 'acme',
  feed: 'cases',
  at: '2026-11-15T09:00:00.000Z',
  outcome: 'polled',
  lagMs: 5,
  announced: 0,
};

describe('what functions say', () => {
  it('is heard when a list was read, or a case decided', () => {
    expect(hear(JSON.stringify(POLLED))).toEqual({
      kind: 'polled',
      domain: 'acme',
      feed: 'cases',
      atMs: NOW,
      outcome: 'polled',
      lagMs: 5,
    });
    const changed = { event: 'verdict.changed', domain: 'acme', caseId: 'c1', state: 'posting' };
    expect(hear(JSON.stringify(changed))).toEqual({ kind: 'verdict', domain: 'acme', caseId: 'c1' });
  });

  it('means nothing otherwise', () => {
    for (const line of [
      '',
      '{"event":"polled',
      '{"event":"polled","domain":7}',
      '{"_aws":{}}',
      'Error: x',
      '{"event":"parked"}',
    ]) {
      expect(hear(line)).toBeUndefined();
    }
  });

  it('is kept as the last poll of each feed, and as words without secrets', async () => {
    const { ears, flow } = createHarness();
    ears.line(JSON.stringify(POLLED));
    ears.happening({ kind: 'said', text: 'the key is hush, and \u001b[31mred' });
    expect(ears.lastPoll('acme', 'cases')).toMatchObject({ atMs: NOW, lagMs: 5 });
    expect(ears.lastPoll('acme', 'threats')).toBeUndefined();
    expect(ears.activity.since(0)).toEqual([{ id: 1, atMs: NOW, text: 'the key is (secret), and  [31mred' }]);
    expect((await flow.read()).feeds).toMatchObject([
      { feed: 'cases', lastPollMs: NOW, lagMs: 5 },
      { lastPollMs: null },
    ]);
  });

  it('is forgotten after a while', () => {
    const log = createActivityLog(() => NOW, 2);
    for (const text of ['a', 'b', 'c']) log.add(text);
    expect(log.since(0).map(({ id, text }) => [id, text])).toEqual([
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(log.since(2)).toHaveLength(1);
  });
});

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
  ];
  const source = {
    properties: {
      EventSourceArn: arn('BridgeDeliveriesSlackQueueA77BCC2F'),
      FunctionName: 'arn:aws:lambda:eu-west-1:000000000000:function:f-slack',
    },
  };
  const template: Loose = { of: (type: string) => (type === 'AWS::SQS::Queue' ? queues : [source]) };

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
    ]);
  });
});
