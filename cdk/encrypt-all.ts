import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { BridgeFunction } from './bridge-function.ts';

interface Encrypted extends Construct {
  readonly functions: readonly BridgeFunction[];
  readonly archive: { readonly function: BridgeFunction } | undefined;
}

/** SQS calls KMS once in this time for each queue, not for each message: KMS charges per call. */
const REUSE_SECONDS = 3_600;

/**
 * Encrypts every table, queue, topic, bucket and log group of the bridge with the customer's own key. It goes through all
 * resources instead of naming them, so that nothing added later can be forgotten.
 */
export function encryptAll(
  bridge: Encrypted,
  encryption: kms.IKey | BridgeConfig['encryption'],
): kms.IKey | undefined {
  if (!encryption) return undefined;
  const key = keyOf(bridge, encryption);
  const { keyArn } = key;
  for (const one of bridge.node.findAll()) encrypt(one, keyArn);
  for (const fn of bridge.functions) for (const grant of grantsOf(bridge, keyArn)) fn.allow(grant);
  // S3 requests a data key for each object that is put.
  bridge.archive?.function.allow({
    actions: ['kms:GenerateDataKey'],
    resources: [keyArn],
    conditions: via(bridge, 's3'),
  });
  return key;
}

function encrypt(one: unknown, keyArn: string): void {
  if (one instanceof dynamodb.CfnTable) {
    one.sseSpecification = { sseEnabled: true, sseType: 'KMS', kmsMasterKeyId: keyArn };
  } else if (one instanceof sqs.CfnQueue) {
    // SQS accepts only one of the two.
    one.sqsManagedSseEnabled = undefined;
    one.kmsMasterKeyId = keyArn;
    one.kmsDataKeyReusePeriodSeconds = REUSE_SECONDS;
  } else if (one instanceof sns.CfnTopic) {
    one.kmsMasterKeyId = keyArn;
  } else if (one instanceof logs.CfnLogGroup) {
    one.kmsKeyId = keyArn;
  } else if (one instanceof s3.CfnBucket) {
    const byDefault = { sseAlgorithm: 'aws:kms', kmsMasterKeyId: keyArn };
    one.bucketEncryption = {
      // One call to KMS for many objects, instead of one for each.
      serverSideEncryptionConfiguration: [
        { serverSideEncryptionByDefault: byDefault, bucketKeyEnabled: true },
      ],
    };
  }
}

function keyOf(bridge: Encrypted, encryption: kms.IKey | NonNullable<BridgeConfig['encryption']>): kms.IKey {
  if ('keyArn' in encryption) return letServicesUse(bridge, encryption);
  if (encryption.key === 'create') return letServicesUse(bridge, createKey(bridge));
  return kms.Key.fromKeyArn(bridge, 'Key', encryption.key);
}

/** Has no effect on a key from outside this app: docs/deploy.md says what its policy needs. */
function letServicesUse(bridge: Construct, key: kms.IKey): kms.IKey {
  for (const statement of keyStatements(bridge)) key.addToResourcePolicy(statement);
  return key;
}

/** Stays when the stack is deleted, because the table does: without its key, the table could never be read again. */
const createKey = (bridge: Construct): kms.Key =>
  new kms.Key(bridge, 'Key', {
    description: 'Encrypts what the bridge keeps: table, queues, topic and logs.',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });

/** What services do on their own behalf, which no role can be granted. A given key needs the same: docs/deploy.md. */
function keyStatements(bridge: Construct): iam.PolicyStatement[] {
  const { region, account, partition } = Stack.of(bridge);
  return [
    new iam.PolicyStatement({
      sid: 'AlarmsTellTheTopic',
      principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
    }),
    new iam.PolicyStatement({
      sid: 'LogsOfThisAccount',
      principals: [new iam.ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
      resources: ['*'],
      conditions: {
        ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:*` },
      },
    }),
  ];
}

/** As AWS documents it for DynamoDB and SQS, and only through these: no function can call KMS directly. */
const grantsOf = (bridge: Construct, keyArn: string) => [
  {
    actions: ['kms:Decrypt'],
    resources: [keyArn],
    // The last two are for secrets that the same key encrypts.
    conditions: via(bridge, 'dynamodb', 'sqs', 'ssm', 'secretsmanager'),
  },
  { actions: ['kms:GenerateDataKey'], resources: [keyArn], conditions: via(bridge, 'dynamodb', 'sqs') },
  {
    actions: ['kms:DescribeKey', 'kms:Encrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
    resources: [keyArn],
    conditions: via(bridge, 'dynamodb'),
  },
];

const via = (bridge: Construct, ...services: string[]) => {
  const { region, urlSuffix } = Stack.of(bridge);
  return { StringEquals: { 'kms:ViaService': services.map((one) => `${one}.${region}.${urlSuffix}`) } };
};
