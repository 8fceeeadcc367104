import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type * as scheduler from 'aws-cdk-lib/aws-scheduler';
import { type CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import type { LedgerTable } from './ledger-table.ts';
import { runEvery } from './run-every.ts';

export interface TrailArchiveProps {
  readonly archive: NonNullable<BridgeConfig['archive']>;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly schedules: scheduler.CfnScheduleGroup;
  readonly alarms: Alarms;
}

/** Four runs, of which at least one should succeed. */
const SILENT = Duration.days(1);

/** Keeps the audit trail where nobody can change it: a bucket with object lock, and the function that fills it. */
export class TrailArchive extends Construct {
  readonly function: BridgeFunction<'archive'>;
  readonly bucket: s3.Bucket;

  constructor(scope: Construct, id: string, props: TrailArchiveProps) {
    super(scope, id);
    this.bucket = this.#createBucket(props.archive);
    this.function = this.#createFunction(props);
    runEvery(this, this.function, {
      group: props.schedules,
      runs: [{ id: 'Schedule', description: 'Archives the finished days of the audit trail.', input: {} }],
      every: '6 hours',
      retries: 2,
      maxAge: Duration.hours(1),
    });
    this.#watch(props.alarms);
  }

  #createBucket({ lock, days }: TrailArchiveProps['archive']): s3.Bucket {
    const bucket = new s3.Bucket(this, 'Bucket', {
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: s3.ObjectLockRetention[lock](Duration.days(days)),
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // Like the table; and S3 does not delete a bucket that contains locked objects.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    // A bucket's owner can remove its policy, which CloudTrail records. A policy that denied this, or a change of the
    // lock's days, would lock out the stack as well. The policy does not apply to what a lifecycle rule expires.
    bucket.addToResourcePolicy(
      new iam.PolicyStatement({
        effect: iam.Effect.DENY,
        principals: [new iam.AnyPrincipal()],
        actions: ['s3:DeleteObject', 's3:DeleteObjectVersion', 's3:BypassGovernanceRetention'],
        resources: [bucket.arnForObjects('*')],
      }),
    );
    bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'One function puts a few objects a day. Who reads them is told by data events of CloudTrail, not by a second bucket of logs.',
    });
    return bucket;
  }

  #createFunction({ folder, ledger, alarms }: TrailArchiveProps): BridgeFunction<'archive'> {
    const fn = new BridgeFunction(this, 'Archive', {
      name: 'archive',
      description: 'Archives the finished days of the audit trail.',
      folder,
      environment: { TABLE_NAME: ledger.tableName, BUCKET_NAME: this.bucket.bucketName },
      timeout: Duration.minutes(15),
      // A whole day of a domain is in memory several times: 100,000 entries of 1 KB took 800 MB.
      memoryMb: 1_024,
      alarms,
    });
    ledger.allow(fn);
    // To put, and nothing else: not to read, list, delete, or change how long an object is locked.
    fn.allow({ actions: ['s3:PutObject'], resources: [this.bucket.arnForObjects('audit/*')] });
    const name = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnElement);
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${name}.Arn>/audit/*]`,
      reason:
        'Every day of the trail is an object of its own, and the names of all of them begin with audit/.',
    });
    return fn;
  }

  #watch(alarms: Alarms): void {
    alarms.watch(this, 'Silent', {
      heading: 'Trail is not archived',
      subject: 'archive',
      meaning: `For ${SILENT.toHours()} hours no run has put all finished days of the audit trail into the archive.`,
      metric: bridgeMetric(alarms.bridge, 'TrailArchived', {}, 'Sum', SILENT),
      when: 'less than',
      threshold: 1,
      missingIsBad: true,
    });
    alarms.watch(this, 'Changed', {
      heading: 'Trail was changed',
      subject: 'archive',
      meaning: 'The audit trail in the table is not what the bridge wrote, or not what was archived.',
      metric: bridgeMetric(alarms.bridge, 'TrailChanged', {}, 'Maximum', SILENT),
      when: 'at least',
      threshold: 1,
    });
  }
}
