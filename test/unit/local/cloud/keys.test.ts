import { describe, expect, it } from 'vitest';
import { readAssembly } from '../../../../local/cloud/assembly.ts';
import { createAuthority } from '../../../../local/cloud/authority.ts';
import type { JsonObject } from '../../../../local/cloud/json.ts';
import { ACCOUNT } from '../../../../local/cloud/options.ts';
import { answerSecret, createParameters } from '../../../../local/cloud/parameters.ts';
import { readTemplate } from '../../../../local/cloud/template.ts';
import { arnOf, lambda, queue, role, startCloud, writeAssembly } from './harness.ts';

const ROOT = `arn:aws:iam::${ACCOUNT}:root`;
const toRoles = { Effect: 'Allow', Action: 'kms:*', Principal: { AWS: ROOT }, Resource: '*' };
const via = (service: string) => ({
  StringEquals: { 'kms:ViaService': `${service}.eu-west-1.amazonaws.com` },
});
const use = (Action: string | string[], service = 'sqs'): JsonObject => ({
  Effect: 'Allow',
  Action,
  Resource: arnOf('Key'),
  Condition: via(service),
});

/** Whether a role with these statements may do this with a queue that a key encrypts. */
async function may(action: string, statements: JsonObject[], keyPolicy: JsonObject[] = [toRoles]) {
  const assembly = await readAssembly(
    await writeAssembly({
      resources: {
        Key: { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: { Statement: keyPolicy } } },
        Queue: queue({ KmsMasterKeyId: arnOf('Key') }),
        Role: role([{ Effect: 'Allow', Action: 'sqs:*', Resource: arnOf('Queue') }, ...statements]),
      },
    }),
  );
  const template = readTemplate(assembly, {
    stackName: 'T',
    region: 'eu-west-1',
    account: ACCOUNT,
    frontDoorUrl: 'http://127.0.0.1',
    apiUrl: () => '',
  });
  const authority = createAuthority({ template, account: ACCOUNT, region: 'eu-west-1', log: () => {} });
  const [{ identity: one } = { identity: { attributes: {} as Record<string, string> } }] =
    template.of('AWS::IAM::Role');
  const resource = template.of('AWS::SQS::Queue')[0]?.identity.attributes.Arn ?? '';
  const decision = authority.mayCall({ caller: 'f', roleArn: one.attributes.Arn ?? '', action, resource });
  return decision.allowed ? 'allowed' : decision.because;
}

describe('a queue that a key encrypts', () => {
  it('needs both rights on the key to send, and one to receive', async () => {
    expect(await may('sqs:SendMessage', [use(['kms:Decrypt', 'kms:GenerateDataKey'])])).toBe('allowed');
    expect(await may('sqs:SendMessage', [use('kms:Decrypt')])).toContain('kms:GenerateDataKey');
    expect(await may('sqs:SendMessage', [use('kms:GenerateDataKey')])).toContain('kms:Decrypt');
    expect(await may('sqs:ReceiveMessage', [use('kms:Decrypt')])).toBe('allowed');
    expect(await may('sqs:ReceiveMessage', [])).toContain('kms:Decrypt');
    expect(await may('sqs:DeleteMessage', [])).toBe('allowed');
  });

  it('needs them through this service', async () => {
    expect(await may('sqs:ReceiveMessage', [use('kms:Decrypt', 'dynamodb')])).toContain('kms:Decrypt');
  });

  it('needs a key whose policy leaves it to roles', async () => {
    const other = { ...toRoles, Principal: { Service: 'cloudwatch.amazonaws.com' } };
    expect(await may('sqs:ReceiveMessage', [use('kms:Decrypt')], [other])).toContain('kms:Decrypt');
  });
});

describe('a function in a VPC', () => {
  const VpcConfig = { SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] };
  const bundles = { echo: 'export const handler = () => 1;' };
  const start = (statements: JsonObject[]) =>
    startCloud({ resources: { Role: role(statements), F: lambda('echo', { VpcConfig }) }, bundles });

  it('is refused without the rights that Lambda needs for it', async () => {
    await expect(start([])).rejects.toThrow(/F: is in a VPC, and no identity-based policy allows the ec2:/);
    const allowed = { Effect: 'Allow', Action: 'ec2:*', Resource: '*' };
    const cloud = await start([
      allowed,
      {
        Effect: 'Deny',
        Action: 'ec2:*',
        Resource: '*',
        Condition: { Null: { 'lambda:SourceFunctionArn': 'false' } },
      },
    ]);
    expect(cloud.functions).toHaveLength(1);
  });
});

describe('Secrets Manager', () => {
  const parameters = createParameters({
    'secretsmanager:whole': 'text',
    'secretsmanager:json#one': '1',
    'secretsmanager:json#two': '2',
  });
  const ask = (input: object) => answerSecret(input as Record<string, unknown>, 'arn', parameters);

  it('has a text, or JSON of what was handed in by entry', () => {
    expect(ask({ SecretId: 'whole' })).toMatchObject({ Name: 'whole', SecretString: 'text' });
    expect(ask({ SecretId: 'json' })).toMatchObject({ SecretString: '{"one":"1","two":"2"}' });
  });

  it('finds nothing else, and stops at what is not understood here', () => {
    expect(ask({ SecretId: 'gone' })).toMatchObject({ refused: 'ResourceNotFoundException' });
    expect(ask({ SecretId: 'arn:aws:secretsmanager:x' })).toMatchObject({
      refused: 'InvalidRequestException',
    });
    expect(ask({ SecretId: 'whole', VersionStage: 'AWSPREVIOUS' })).toMatchObject({
      refused: 'InvalidRequestException',
    });
  });
});
