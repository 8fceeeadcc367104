// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of CloudFormation and IAM, not ours
import { describe, expect, it } from 'vitest';
import { readAssembly } from '../../../../local/cloud/assembly.ts';
import type { JsonObject } from '../../../../local/cloud/json.ts';
import { readTemplate, type StackTemplate } from '../../../../local/cloud/template.ts';
import { arnOf, type Parts, queue, writeAssembly } from './harness.ts';

const home = {
  stackName: 'T',
  region: 'eu-west-1',
  account: '000000000000',
  frontDoorUrl: 'http://door',
  apiUrl: (id: string) => `http://api-${id}`,
};

const read = async (parts: Parts): Promise<StackTemplate> =>
  readTemplate(await readAssembly(await writeAssembly(parts)), home);

const outputOf = async (value: JsonObject | string, more: Partial<Parts> = {}) =>
  (await read({ resources: { Q: queue() }, outputs: { Out: { Value: value } }, ...more })).outputs.Out;

describe('intrinsic functions', () => {
  it.each<[string, JsonObject, string]>([
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'eu-west-1'],
    ['a parameter', { Ref: 'Size' }, 'small'],
    ['a resource', { Ref: 'Q' }, 'http://door/000000000000/T-Q'],
    ['an attribute', arnOf('Q'), 'arn:aws:sqs:eu-west-1:000000000000:T-Q'],
    ['an attribute as text', { 'Fn::GetAtt': 'Q.QueueName' }, 'T-Q'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'AWS::Partition' }]] }, 'a-aws'],
    ['Join without what is not there', { 'Fn::Join': ['-', ['a', { Ref: 'AWS::NoValue' }, 'b']] }, 'a-b'],
    ['Sub', { 'Fn::Sub': '${Q.QueueName}/${AWS::AccountId}/${!kept}' }, 'T-Q/000000000000/${kept}'],
    ['Sub with names of its own', { 'Fn::Sub': ['${x}${Size}', { x: { Ref: 'AWS::StackName' } }] }, 'Tsmall'],
    ['Select of Split', { 'Fn::Select': [5, { 'Fn::Split': [':', arnOf('Q')] }] }, 'T-Q'],
    ['If', { 'Fn::If': ['IsSmall', 'yes', 'no'] }, 'yes'],
    ['If the other way', { 'Fn::If': ['IsNot', 'yes', 'no'] }, 'no'],
    ['FindInMap', { 'Fn::FindInMap': ['M', { Ref: 'AWS::Region' }, 'x'] }, 'found'],
  ])('resolves %s', async (_, value, expected) => {
    const found = await outputOf(value, {
      parameters: { Size: { Type: 'String', Default: 'small' } },
      conditions: {
        IsSmall: { 'Fn::Or': [{ 'Fn::Equals': [{ Ref: 'Size' }, 'small'] }, { Condition: 'IsNot' }] },
        IsNot: { 'Fn::Not': [{ 'Fn::Equals': ['a', 'a'] }] },
      },
      mappings: { M: { 'eu-west-1': { x: 'found' } } },
    });
    expect(found).toBe(expected);
  });

  it('puts an HTTP API at its address on this machine', async () => {
    const { outputs } = await read({
      resources: { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'a', ProtocolType: 'HTTP' } } },
      outputs: {
        Url: { Value: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/x' } },
        Id: { Value: { Ref: 'Api' } },
      },
    });
    expect(outputs.Url).toBe(`http://api-${outputs.Id}/x`);
  });
});

describe('a template that is not understood stops with the name of the resource', () => {
  it.each<[string, JsonObject, RegExp]>([
    ['a type', { Type: 'AWS::S3::Bucket' }, /^Odd: .*AWS::S3::Bucket/],
    ['a property', queue({ KmsDataKeyId: 'x' }), /^Odd: .*KmsDataKeyId is not understood/],
    [
      'a property within a property',
      queue({ RedrivePolicy: { deadLetterTargetArn: 'x', maxReceiveCount: 1, extra: 1 } }),
      /^Odd: .*RedrivePolicy\.extra is not understood/,
    ],
    ['an intrinsic function', queue({ QueueName: { 'Fn::ImportValue': 'x' } }), /^Odd: .*Fn::ImportValue/],
    ['a name', queue({ QueueName: { Ref: 'Nobody' } }), /^Odd: .*Nobody/],
    ['a part of a resource', { ...queue(), CreationPolicy: {} }, /^Odd: .*CreationPolicy is not understood/],
    ['a dynamic reference', queue({ QueueName: '{{resolve:ssm:x}}' }), /^Odd: .*dynamic reference/],
    ['an attribute', queue({ QueueName: { 'Fn::GetAtt': ['Odd2', 'Nothing'] } }), /^Odd2: .*Nothing/],
    ['a wrong DependsOn', { ...queue(), DependsOn: 'Gone' }, /^Odd: .*Gone/],
    [
      'a property of an alarm',
      { Type: 'AWS::CloudWatch::Alarm', Properties: { A: { Ref: 'No' } } },
      /^Odd: .*No/,
    ],
  ])('%s', async (_, resource, message) => {
    await expect(read({ resources: { Odd: resource, Odd2: queue() } })).rejects.toThrow(message);
  });

  it('and so does a circle', async () => {
    const resources = { A: { ...queue(), DependsOn: 'B' }, B: queue({ QueueName: { 'Fn::Sub': 'x-${A}' } }) };
    await expect(read({ resources })).rejects.toThrow(/depends on itself/);
  });
});

describe('a template', () => {
  it('is made in the order of what refers to what', async () => {
    const dlq = { RedrivePolicy: { deadLetterTargetArn: arnOf('Z'), maxReceiveCount: 1 } };
    const { resources } = await read({
      resources: { A: { ...queue(dlq), DependsOn: 'M' }, M: queue(), Z: queue() },
    });
    expect(resources.map(({ logicalId }) => logicalId)).toEqual(['M', 'Z', 'A']);
  });

  it('leaves out what its condition leaves out', async () => {
    const { resources } = await read({
      resources: { A: { ...queue(), Condition: 'Never' } },
      conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
    });
    expect(resources).toEqual([]);
  });

  it('says what is not exercised', async () => {
    const { notExercised } = await read({ resources: { L: { Type: 'AWS::Logs::LogGroup' } } });
    expect(notExercised).toEqual([
      { logicalId: 'L', type: 'AWS::Logs::LogGroup', sentence: expect.stringContaining('retention') },
    ]);
  });
});
