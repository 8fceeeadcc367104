import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBridge } from '../../lib/config/define-bridge.ts';
import { drawUp, everything, listOf, type Resource, type Synthesized, written } from './synthesized.ts';

const { archive: _, ...without } = everything;
let on: Synthesized;
let off: Synthesized;
let governed: Synthesized;
beforeAll(async () => {
  on = await drawUp(everything);
  off = await drawUp(without);
  const encryption = { key: 'create' };
  governed = await drawUp({ ...everything, encryption, archive: { lock: 'governance', days: 7 } });
});
afterAll(() => Promise.all([on.remove(), off.remove(), governed.remove()]));

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}
const bucketIn = (from: Synthesized): [string, Resource] =>
  from.all('AWS::S3::Bucket')[0] ?? ['', { Type: '', Properties: {} }];
const policyOf = (from: Synthesized): Statement[] =>
  from
    .all('AWS::S3::BucketPolicy')
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);
const statementsOf = (from: Synthesized, role: RegExp): Statement[] =>
  from
    .all('AWS::IAM::Policy')
    .filter(([, { Properties }]) =>
      listOf(Properties.Roles as unknown[]).some((one) => role.test(written(one))),
    )
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);

describe('without an archive', () => {
  it('the stack is what it was: no bucket, no function, no schedule, no alarm more', () => {
    const names = Object.keys(off.template.Resources);
    const more = Object.keys(on.template.Resources).filter((name) => !names.includes(name));
    expect(more.every((name) => name.startsWith('BridgeTrailArchive'))).toBe(true);
    expect(names.filter((name) => /Archive/.test(name))).toEqual([]);
    expect(off.text).not.toContain('s3:PutObject');
    // What the others may do is the same with one. Only the reconciler also reads when the trail was archived.
    for (const [name, { Properties }] of off.all('AWS::IAM::Policy')) {
      const withOne = JSON.parse(
        JSON.stringify(on.template.Resources[name]?.Properties),
      ) as typeof Properties;
      const { Statement } = withOne.PolicyDocument as { Statement: Statement[] };
      const found = Statement.findIndex((one) => JSON.stringify(one).includes('"signs#archive"'));
      expect(found >= 0, name).toBe(name.includes('Reconcile'));
      if (found >= 0) Statement.splice(found, 1);
      expect(withOne, name).toEqual(Properties);
    }
  });
});

describe('the bucket of the archive', () => {
  it('locks every version of every object, and outlives the stack', () => {
    const [, bucket] = bucketIn(on);
    expect(bucket).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        ObjectLockEnabled: true,
        ObjectLockConfiguration: {
          ObjectLockEnabled: 'Enabled',
          Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 400 } },
        },
        VersioningConfiguration: { Status: 'Enabled' },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
    });
    expect(bucketIn(governed)[1].Properties.ObjectLockConfiguration).toMatchObject({
      Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 7 } },
    });
  });

  it('is spoken to by TLS only, and lets in nobody by its policy', () => {
    const statements = policyOf(on);
    expect(statements[0]).toMatchObject({
      ...{ Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    });
    expect(statements.filter(({ Effect }) => Effect !== 'Deny')).toEqual([]);
  });

  it.each(['compliance', 'governance'])('lets nobody delete or hide an object, with %s', (lock) => {
    const from = lock === 'compliance' ? on : governed;
    const [name] = bucketIn(from);
    const [, statement, ...more] = policyOf(from);
    expect(more).toEqual([]);
    expect(statement).toEqual({
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: ['s3:BypassGovernanceRetention', 's3:DeleteObject', 's3:DeleteObjectVersion'],
      Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': [name, 'Arn'] }, '/*']] },
    });
    // It stays on the bucket when the stack goes.
    expect(from.all('AWS::S3::BucketPolicy')[0]?.[1]).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('leaves to its owner the policy, the days of the lock and lifecycle rules', () => {
    const denied = policyOf(on)
      .slice(1)
      .flatMap(({ Action }) => Action);
    for (const action of ['PutBucketPolicy', 'DeleteBucketPolicy', 'PutBucketObjectLockConfiguration'])
      expect(denied).not.toContain(`s3:${action}`);
    expect(denied.filter((one) => /[*]|Lifecycle|DeleteBucket/.test(one))).toEqual([]);
  });

  it("is encrypted with AWS's key, or with the customer's", () => {
    const ruleOf = (from: Synthesized) =>
      (bucketIn(from)[1].Properties.BucketEncryption as { ServerSideEncryptionConfiguration: object[] })
        .ServerSideEncryptionConfiguration;
    expect(ruleOf(on)).toEqual([{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }]);
    const [[key] = []] = governed.all('AWS::KMS::Key');
    expect(ruleOf(governed)).toEqual([
      {
        BucketKeyEnabled: true,
        ServerSideEncryptionByDefault: {
          SSEAlgorithm: 'aws:kms',
          KMSMasterKeyID: { 'Fn::GetAtt': [key, 'Arn'] },
        },
      },
    ]);
  });
});

describe('the archive function', () => {
  it('may read the trail, add what it noted, and put objects: nothing else', () => {
    const statements = statementsOf(on, /<BridgeTrailArchiveRole/).map(
      ({ Effect, Action, Resource, Condition }) => [
        Effect,
        listOf(Action).toSorted().join(' '),
        listOf(Resource).map(written).join(' '),
        JSON.stringify(Condition ?? null),
      ],
    );
    const [name] = bucketIn(on);
    const [[table] = []] = on.all('AWS::DynamoDB::Table');
    const rows = (...keys: string[]) =>
      JSON.stringify({
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
      });
    expect(statements.filter(([, actions]) => !actions?.startsWith('logs:'))).toEqual([
      ['Allow', 'dynamodb:Query', `<${table}.Arn>`, rows('archived#*', 'audit#*', 'chain#*')],
      ['Allow', 'dynamodb:PartiQLInsert', `<${table}.Arn>`, rows('archived#*', 'sign#archive#*')],
      ['Allow', 's3:PutObject', `<${name}.Arn>/audit/*`, 'null'],
    ]);
  });

  it('alone has a right to the bucket', () => {
    const all = on
      .all('AWS::IAM::Policy')
      .flatMap(([name, { Properties }]) =>
        (Properties.PolicyDocument as { Statement: Statement[] }).Statement.map((one) => ({ name, ...one })),
      );
    const ofS3 = all.filter(({ Action }) => listOf(Action).some((one) => /^(s3:|\*)/.test(one)));
    expect(ofS3.map(({ name }) => name)).toEqual([expect.stringMatching(/^BridgeTrailArchive/)]);
    const text = JSON.stringify(on.all('AWS::IAM::Policy'));
    for (const never of [
      's3:Delete',
      's3:Bypass',
      's3:PutObjectRetention',
      's3:PutObjectLegalHold',
      's3:List',
    ])
      expect(text).not.toContain(never);
  });

  it('may use the key of the customer through S3', () => {
    const own = statementsOf(governed, /<BridgeTrailArchiveRole/).filter(
      ({ Action, Condition }) =>
        listOf(Action).includes('kms:GenerateDataKey') && JSON.stringify(Condition).includes('"s3.'),
    );
    expect(own).toHaveLength(1);
  });
});

describe('the setting', () => {
  const problemsOf = (archive: unknown) => {
    const checked = checkBridge({ ...everything, archive });
    return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`);
  };
  it('needs a choice of the lock, because one of them cannot be undone', () => {
    expect(problemsOf({})).toEqual(['archive.lock: missing, must be one of compliance, governance']);
    expect(problemsOf({ lock: 'legal' })).toEqual(['archive.lock: must be one of compliance, governance']);
    expect(problemsOf({ lock: 'compliance', days: 0 })).toEqual([
      'archive.days: must be a whole number from 1 to 36500',
    ]);
    expect(problemsOf({ lock: 'compliance' })).toEqual([]);
  });
});
