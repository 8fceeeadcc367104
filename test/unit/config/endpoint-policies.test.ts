import { describe, expect, it } from 'vitest';
import { readBusArn } from '../../../lib/config/bus-arn.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { endpointPolicies } from '../../../lib/config/endpoint-policies.ts';
import { sample } from './sample.ts';

const ROLE = 'arn:aws:iam::123456789012:role/bridge-notify';
const KEY = 'arn:aws:kms:us-east-1:210987654321:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const BUS = 'arn:aws:events:eu-west-1:210987654321:event-bus/security';

describe('what other accounts have to allow', () => {
  it('is a statement for each queue, key and bus, for the one role that sends', () => {
    const config = defineBridge({
      ...sample,
      destinations: {
        ...sample.destinations,
        vault: { type: 'sqs', queueUrl: 'https://sqs.us-east-1.amazonaws.com/210987654321/v.fifo', key: KEY },
        bus: { type: 'eventbridge', bus: BUS },
      },
    });
    const policies = endpointPolicies(config, ROLE);
    expect(policies.map(({ destination, of, account }) => [destination, of, account])).toEqual([
      ['lake', 'queue', '123456789012'],
      ['vault', 'queue', '210987654321'],
      ['vault', 'key', '210987654321'],
      ['bus', 'bus', '210987654321'],
    ]);
    for (const { statement } of policies)
      expect(statement).toMatchObject({ Effect: 'Allow', Principal: { AWS: ROLE } });
    expect(policies.map(({ statement: { Action, Resource } }) => [Action, Resource])).toEqual([
      ['sqs:SendMessage', 'arn:aws:sqs:eu-west-1:123456789012:lake'],
      ['sqs:SendMessage', 'arn:aws:sqs:us-east-1:210987654321:v.fifo'],
      [['kms:GenerateDataKey', 'kms:Decrypt'], '*'],
      ['events:PutEvents', BUS],
    ]);
    expect(policies[2]?.statement).toMatchObject({
      Condition: { StringEquals: { 'kms:ViaService': 'sqs.us-east-1.amazonaws.com' } },
    });
  });
});

describe('the ARN of an event bus', () => {
  it.each([
    [BUS, { region: 'eu-west-1', account: '210987654321', name: 'security' }],
    ['arn:aws-cn:events:cn-north-1:210987654321:event-bus/default', { region: 'cn-north-1' }],
  ])('says where it is: %s', (arn, at) => expect(readBusArn(arn)).toMatchObject(at));

  it.each([
    'security',
    'arn:aws:events:eu-west-1:210987654321:rule/security',
    'arn:aws:events:eu-west-1:210987654321:event-bus/aws.partner/x',
    'arn:aws:events:eu-west-1:21098765432:event-bus/x',
    `arn:aws:events:eu-west-1:210987654321:event-bus/${'x'.repeat(257)}`,
    'arn:aws:events:eu-west-1:210987654321:event-bus/x\n',
    'arn:aws:events:*:210987654321:event-bus/*',
  ])('is nothing else: %s', (arn) => expect(readBusArn(arn)).toBe(null));
});
