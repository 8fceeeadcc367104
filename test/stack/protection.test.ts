import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBridge, createApp } from '../../cdk/synth-bridge.ts';
import { createAuthority } from '../../local/cloud/authority.ts';
import { ACCOUNT } from '../../local/cloud/options.ts';
import { readStage } from '../support/cloud-run/stage.ts';
import { drawUp, everything, listOf, type Synthesized, written } from './synthesized.ts';

const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const NETWORK = { subnets: ['subnet-0123abcd', 'subnet-4567abcd'], securityGroups: ['sg-0123abcd'] };
const PROTECTED = { ...everything, encryption: { key: 'create' }, network: NETWORK };

let made: Synthesized;
let given: Synthesized;
beforeAll(async () => {
  made = await drawUp(PROTECTED);
  given = await drawUp({ ...everything, encryption: { key: KEY } });
});
afterAll(() => Promise.all([made.remove(), given.remove()]));

interface Statement {
  readonly Sid?: string;
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Principal?: { readonly Service?: unknown };
  readonly Resource: unknown;
  readonly Condition?: unknown;
}
const statementsOf = (properties: Record<string, unknown>): Statement[] =>
  (properties.PolicyDocument as { Statement: Statement[] }).Statement;

/** The keys of everything of these types, by name. */
function keysIn(from: Synthesized, keyOf: Readonly<Record<string, (properties: never) => unknown>>) {
  return Object.entries(keyOf).flatMap(([type, read]) =>
    from.all(type).map(([name, { Properties }]) => [name, written(read(Properties as never))] as const),
  );
}
interface Encryption {
  readonly ServerSideEncryptionConfiguration: readonly {
    readonly ServerSideEncryptionByDefault: { readonly KMSMasterKeyID: unknown };
  }[];
}
const KEPT = {
  'AWS::DynamoDB::Table': ({ SSESpecification }: { SSESpecification: { KMSMasterKeyId: unknown } }) =>
    SSESpecification.KMSMasterKeyId,
  'AWS::SQS::Queue': ({ KmsMasterKeyId }: { KmsMasterKeyId: unknown }) => KmsMasterKeyId,
  'AWS::SNS::Topic': ({ KmsMasterKeyId }: { KmsMasterKeyId: unknown }) => KmsMasterKeyId,
  'AWS::S3::Bucket': ({ BucketEncryption }: { BucketEncryption: Encryption }) =>
    BucketEncryption.ServerSideEncryptionConfiguration[0]?.ServerSideEncryptionByDefault.KMSMasterKeyID,
  'AWS::Logs::LogGroup': ({ KmsKeyId }: { KmsKeyId: unknown }) => KmsKeyId,
};

describe('a key of your own', () => {
  it('encrypts every table, queue, topic, bucket and log group, made or given', () => {
    const [[name] = []] = made.all('AWS::KMS::Key');
    const all = keysIn(made, KEPT);
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter(([, key]) => key !== `<${name}.Arn>`)).toEqual([]);
    expect(keysIn(given, KEPT).filter(([, key]) => key !== KEY)).toEqual([]);
    expect(given.all('AWS::KMS::Key')).toEqual([]);
    // SQS takes one or the other.
    for (const [, { Properties }] of made.all('AWS::SQS::Queue')) {
      expect(Properties.SqsManagedSseEnabled).toBeUndefined();
    }
  });

  it('is renewed every year, and stays when the stack goes, as the table does', () => {
    const [[, key] = []] = made.all('AWS::KMS::Key');
    expect(key).toMatchObject({
      Properties: { EnableKeyRotation: true },
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('lets alarms reach the topic, and the logs of this account be written', async () => {
    const { resolved } = await readStage(made.folder);
    const authority = createAuthority({
      template: resolved,
      account: ACCOUNT,
      region: 'eu-west-1',
      log: () => {},
    });
    const resource = resolved.of('AWS::KMS::Key')[0]?.identity.attributes.Arn ?? '';
    const may = (service: string, action: string) =>
      authority.mayServiceCall({ caller: 'x', service, action, resource, sourceArn: 'arn:aws:x:::y' })
        .allowed;
    for (const action of ['kms:Decrypt', 'kms:GenerateDataKey']) {
      expect(may('cloudwatch.amazonaws.com', action), action).toBe(true);
      expect(may('events.amazonaws.com', action), action).toBe(false);
    }
    const own = made
      .all('AWS::KMS::Key')
      .flatMap(([, { Properties }]) => (Properties.KeyPolicy as { Statement: Statement[] }).Statement);
    expect(own.find(({ Sid }) => Sid === 'LogsOfThisAccount')).toMatchObject({
      Principal: { Service: { 'Fn::Join': ['', ['logs.', { Ref: 'AWS::Region' }, '.amazonaws.com']] } },
      Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': expect.anything() } },
    });
  });

  it('can be used by each function through the services that keep things, and not by itself', () => {
    const roles = made.all('AWS::Lambda::Function').map(([, { Properties }]) => written(Properties.Role));
    for (const role of roles) {
      const policies = made
        .all('AWS::IAM::Policy')
        .filter(([, { Properties }]) =>
          (Properties.Roles as unknown[]).some((one) => `${written(one).slice(0, -1)}.Arn>` === role),
        );
      const ofKms = policies
        .flatMap(([, { Properties }]) => statementsOf(Properties))
        .filter(({ Action }) => listOf(Action).some((one) => one.startsWith('kms:')));
      // The archive puts objects, too, and a queue of the user has a key of its own.
      expect(ofKms.length, role).toBe(/Archive|Webhooks/.test(role) ? 4 : 3);
      for (const { Condition } of ofKms) {
        expect(Condition, role).toEqual({ StringEquals: { 'kms:ViaService': expect.anything() } });
      }
    }
  });
});

describe('a VPC of your own', () => {
  it('has every function in it', () => {
    for (const [name, { Properties }] of made.all('AWS::Lambda::Function')) {
      expect(Properties.VpcConfig, name).toEqual({
        SubnetIds: NETWORK.subnets,
        SecurityGroupIds: NETWORK.securityGroups,
      });
    }
  });

  it('lets Lambda make interfaces, and denies it to the code of the functions', () => {
    const all = made.all('AWS::IAM::Policy').flatMap(([, { Properties }]) => statementsOf(Properties));
    const ofEc2 = all.filter(({ Action }) => listOf(Action).some((one) => one.startsWith('ec2:')));
    const functions = made.all('AWS::Lambda::Function').length;
    expect(ofEc2.filter(({ Effect }) => Effect === 'Allow')).toHaveLength(functions);
    const denials = ofEc2.filter(({ Effect }) => Effect === 'Deny');
    expect(denials).toHaveLength(functions);
    for (const { Condition } of denials) {
      expect(Condition).toEqual({ Null: { 'lambda:SourceFunctionArn': 'false' } });
    }
  });
});

describe('with all of it', () => {
  it('cdk-nag finds nothing', async () => {
    const app = createApp({ checked: false });
    const stack = await addBridge(app, { config: PROTECTED });
    const { violations } = new AwsSolutionsChecks(stack).validateScope(stack);
    expect(violations.map(({ ruleName }) => ruleName)).toEqual([]);
  });
});

describe('secrets of Secrets Manager', () => {
  it('can be read by the functions that need them, and no others', async () => {
    const { slack } = everything;
    const stack = await drawUp({
      ...everything,
      ...(slack && {
        slack: {
          ...slack,
          signingSecret: 'secretsmanager:prod/slack#signingSecret',
          botToken: 'secretsmanager:prod/slack#botToken',
        },
      }),
      destinations: {
        soc: { type: 'slack', channel: 'C0123ABCD', token: 'secretsmanager:prod/slack#botToken' },
      },
      routes: everything.routes.map((route) => ({ ...route, to: ['soc'] })),
    });
    const readers = stack.all('AWS::IAM::Policy').flatMap(([name, { Properties }]) =>
      statementsOf(Properties)
        .filter(({ Action }) => Action === 'secretsmanager:GetSecretValue')
        .map(({ Resource }) => [name.replace(/Role.*/, ''), written(Resource)]),
    );
    const arn = 'arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:prod/slack-??????';
    expect(readers).toEqual([
      ['BridgeSlackNotify', arn],
      ['BridgeActionsAction', arn],
    ]);
    expect(stack.text).not.toContain('botToken');
    await stack.remove();
  });
});
