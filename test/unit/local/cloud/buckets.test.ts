import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../../../local/cloud/json.ts';
import type { Credentials } from '../../../../local/cloud/key-ring.ts';
import { ACCOUNT } from '../../../../local/cloud/options.ts';
import { signedForS3 } from '../../../support/aws/sdk-signer.ts';
import { arnOf, lambda, type Parts, role, type Started, startCloud } from './harness.ts';

const ROOT = `arn:aws:iam::${ACCOUNT}:root`;
const DIGEST = (body: string) => createHash('sha256').update(body).digest();
const objects = { 'Fn::Join': ['', [arnOf('Bucket'), '/audit/*']] };
const bucket = (more: JsonObject = {}): JsonObject => ({
  Type: 'AWS::S3::Bucket',
  Properties: {
    VersioningConfiguration: { Status: 'Enabled' },
    ObjectLockEnabled: true,
    ObjectLockConfiguration: {
      ObjectLockEnabled: 'Enabled',
      Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 30 } },
    },
    ...more,
  },
});

const partsWith = (more: JsonObject = {}, statements: JsonObject[] = []): Parts => ({
  resources: {
    Bucket: bucket(),
    Policy: {
      Type: 'AWS::S3::BucketPolicy',
      Properties: {
        Bucket: { Ref: 'Bucket' },
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Deny',
              Action: 's3:*',
              Principal: { AWS: '*' },
              Resource: { 'Fn::Join': ['', [arnOf('Bucket'), '/audit/denied*']] },
            },
          ],
        },
      },
    },
    Role: role([{ Effect: 'Allow', Action: 's3:PutObject', Resource: objects }, ...statements]),
    Function: lambda('f'),
    ...more,
  },
  outputs: { Bucket: { Value: { Ref: 'Bucket' } }, Function: { Value: { Ref: 'Function' } } },
  bundles: { f: 'export const handler = () => {};' },
});

interface Asked {
  readonly method?: 'PUT' | 'GET' | 'HEAD' | 'DELETE';
  readonly body?: string;
  /** Instead of what was signed. */
  readonly sent?: string;
  readonly headers?: Record<string, string>;
  readonly credentials?: Credentials;
}

async function ask(cloud: Started, path: string, asked: Asked = {}) {
  const { method = 'PUT', body = '', credentials = cloud.endpoints.operator } = asked;
  const digest = DIGEST(body);
  const [name = '', versionId] = `/${cloud.outputs.Bucket}/${path}`.split('?versionId=');
  const { host: _, ...headers } = await signedForS3({
    method,
    host: new URL(cloud.endpoints.aws).host,
    path: name,
    ...(versionId !== undefined && { query: { versionId } }),
    headers: {
      'x-amz-content-sha256': digest.toString('hex'),
      ...(method === 'PUT' && {
        'x-amz-checksum-sha256': digest.toString('base64'),
        'x-amz-sdk-checksum-algorithm': 'SHA256',
      }),
      ...asked.headers,
    },
    body,
    credentials,
    at: new Date(),
  });
  const url = `${cloud.endpoints.aws}/${cloud.outputs.Bucket}/${path}`;
  const answer = await fetch(url, { method, headers, ...(body && { body: asked.sent ?? body }) });
  const text = await answer.text();
  return { status: answer.status, text, code: /<Code>(.*)<\/Code>/.exec(text)?.[1], headers: answer.headers };
}

const NO_CHECKSUM = { 'x-amz-sdk-checksum-algorithm': 'none' };

describe('a bucket of the local cloud', () => {
  it('takes what is signed and has a checksum, and nothing else', async () => {
    const cloud = await startCloud(partsWith());
    expect(await ask(cloud, 'audit/a%20b/%C3%BC.jsonl', { body: 'x' })).toMatchObject({ status: 200 });
    expect(await ask(cloud, 'audit/a%20b/%C3%BC.jsonl', { method: 'GET' })).toMatchObject({ text: 'x' });
    expect(cloud.buckets.keys(cloud.outputs.Bucket ?? '')).toEqual(new Map([['audit/a b/ü.jsonl', 1]]));

    expect((await ask(cloud, 'audit/1', { body: 'x', headers: NO_CHECKSUM })).code).toBe('InvalidRequest');
    const wrong = { 'x-amz-checksum-sha256': DIGEST('y').toString('base64') };
    expect((await ask(cloud, 'audit/1', { body: 'x', headers: wrong })).code).toBe('BadDigest');
    expect((await ask(cloud, 'audit/1', { body: 'x', sent: 'y' })).code).toBe('SignatureDoesNotMatch');
    const foreign = { ...cloud.endpoints.operator, secretAccessKey: 'guessed' };
    expect((await ask(cloud, 'audit/1', { body: 'x', credentials: foreign })).code).toBe(
      'SignatureDoesNotMatch',
    );
    expect((await fetch(`${cloud.endpoints.aws}/${cloud.outputs.Bucket}/audit/1`)).status).not.toBe(200);
    for (const path of ['audit/..%2f..%2fx', 'audit//x', '%2e%2e/x', 'audit/%zz'])
      expect((await ask(cloud, path, { body: 'x' })).status, path).toBeGreaterThan(399);
    expect(cloud.buckets.keys(cloud.outputs.Bucket ?? '').size).toBe(1);
  });

  it('keeps each version, and lets nobody delete one while it is locked', async () => {
    const cloud = await startCloud(partsWith());
    for (const body of ['first', 'second']) await ask(cloud, 'audit/k', { body });
    expect((await ask(cloud, 'audit/k', { method: 'GET' })).text).toBe('second');
    const first = await ask(cloud, 'audit/k?versionId=1', { method: 'GET' });
    expect(first.text).toBe('first');
    expect(first.headers.get('x-amz-object-lock-mode')).toBe('COMPLIANCE');
    const until = Date.parse(first.headers.get('x-amz-object-lock-retain-until-date') ?? '');
    expect(until - Date.now()).toBeGreaterThan(29 * 86_400_000);
    const bypass = { 'x-amz-bypass-governance-retention': 'true' };
    for (const headers of [{}, bypass])
      expect(await ask(cloud, 'audit/k?versionId=1', { method: 'DELETE', headers })).toMatchObject({
        status: 403,
        code: 'AccessDenied',
      });
    expect((await ask(cloud, 'audit/k?versionId=1', { method: 'GET' })).text).toBe('first');
    expect((await ask(cloud, 'audit/none', { method: 'GET' })).code).toBe('NoSuchKey');
  });

  it('asks the role of a function, and its own policy', async () => {
    const cloud = await startCloud(partsWith());
    const credentials = cloud.assumeRoleOf(cloud.outputs.Function ?? '');
    expect((await ask(cloud, 'audit/k', { body: 'x', credentials })).status).toBe(200);
    const refused: [string, Asked][] = [
      ['other/k', { body: 'x' }],
      ['audit/denied', { body: 'x' }],
      ['audit/k', { method: 'GET' }],
      ['audit/k', { method: 'HEAD' }],
      ['audit/k', { method: 'DELETE' }],
      ['audit/k?versionId=1', { method: 'DELETE' }],
    ];
    for (const [path, asked] of refused)
      expect((await ask(cloud, path, { ...asked, credentials })).status, path).toBe(403);
    expect(cloud.denied.map(({ action }) => action)).toEqual([
      's3:PutObject',
      's3:PutObject',
      's3:GetObject',
      's3:GetObject',
      's3:DeleteObject',
      's3:DeleteObjectVersion',
    ]);
  });

  it('that a key encrypts needs the right to the key through S3', async () => {
    const statement = { Effect: 'Allow', Action: 'kms:*', Principal: { AWS: ROOT }, Resource: '*' };
    const Key = { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: { Statement: [statement] } } };
    const byDefault = { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: arnOf('Key') };
    const BucketEncryption = {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: byDefault }],
    };
    const more = { Key, Bucket: bucket({ BucketEncryption }) };
    const use = (service: string): JsonObject => ({
      ...{ Effect: 'Allow', Action: 'kms:GenerateDataKey', Resource: arnOf('Key') },
      Condition: { StringEquals: { 'kms:ViaService': `${service}.eu-west-1.amazonaws.com` } },
    });
    for (const [service, status] of [
      ['s3', 200],
      ['sqs', 403],
    ] as const) {
      const cloud = await startCloud(partsWith(more, [use(service)]));
      const credentials = cloud.assumeRoleOf(cloud.outputs.Function ?? '');
      expect((await ask(cloud, 'audit/k', { body: 'x', credentials })).status, service).toBe(status);
    }
  });

  it('is there again in the next run, where data is kept', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'local-buckets-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const first = await startCloud(partsWith(), { dataDir });
    for (const body of ['first', 'second']) await ask(first, 'audit/a%20b/k', { body });
    await first.stop();
    const second = await startCloud(partsWith(), { dataDir });
    expect((await ask(second, 'audit/a%20b/k', { method: 'GET' })).text).toBe('second');
    expect((await ask(second, 'audit/a%20b/k?versionId=1', { method: 'GET' })).text).toBe('first');
    expect((await ask(second, 'audit/a%20b/k?versionId=1', { method: 'DELETE' })).code).toBe('AccessDenied');
  });

  it('must lock its objects', async () => {
    const open = { Bucket: { Type: 'AWS::S3::Bucket', Properties: {} } };
    await expect(startCloud(partsWith(open))).rejects.toThrow(/Bucket.*ObjectLock/s);
  });
});
