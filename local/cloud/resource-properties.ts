import * as z from 'zod';
import type { Json } from './json.ts';

/*
 * What is understood of each type, and nothing else: a property that is not here stops the local cloud.
 * A line marked "noted" is accepted and has no effect on one machine.
 */

const json = z.custom<Json>((value) => value !== undefined);
const text = z.string();
const number = z.coerce.number();
/** CloudFormation accepts "true" for true. */
const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);
const maybe = z.optional;
const Tags = maybe(json); // noted

const key = z.strictObject({ AttributeName: text, KeyType: z.enum(['HASH', 'RANGE']) });
const index = z.strictObject({
  IndexName: text,
  KeySchema: z.array(key),
  Projection: z.strictObject({ ProjectionType: text, NonKeyAttributes: maybe(z.array(text)) }),
});
const recovery = z.strictObject({
  PointInTimeRecoveryEnabled: maybe(flag),
  RecoveryPeriodInDays: maybe(number),
});
const throttling = z.strictObject({
  ThrottlingBurstLimit: maybe(number),
  ThrottlingRateLimit: maybe(number),
  DetailedMetricsEnabled: maybe(flag), // noted
});
const destination = maybe(z.strictObject({ Destination: text }));

export const PROPERTIES = {
  'AWS::DynamoDB::Table': z.strictObject({
    TableName: maybe(text),
    AttributeDefinitions: z.array(
      z.strictObject({ AttributeName: text, AttributeType: z.enum(['S', 'N', 'B']) }),
    ),
    KeySchema: z.array(key),
    BillingMode: z.literal('PAY_PER_REQUEST'),
    GlobalSecondaryIndexes: maybe(z.array(index)),
    TimeToLiveSpecification: maybe(z.strictObject({ AttributeName: maybe(text), Enabled: flag })), // noted
    SSESpecification: maybe(
      z.strictObject({ SSEEnabled: flag, SSEType: maybe(text), KMSMasterKeyId: maybe(text) }),
    ),
    Tags,
    PointInTimeRecoverySpecification: maybe(recovery), // noted
    DeletionProtectionEnabled: maybe(flag), // noted
  }),
  'AWS::SQS::Queue': z.strictObject({
    QueueName: maybe(text),
    FifoQueue: maybe(flag),
    ContentBasedDeduplication: maybe(flag),
    DeduplicationScope: maybe(text), // noted: fauxqs always looks at the whole queue
    FifoThroughputLimit: maybe(text), // noted
    VisibilityTimeout: maybe(number),
    DelaySeconds: maybe(number),
    MaximumMessageSize: maybe(number),
    MessageRetentionPeriod: maybe(number), // noted
    ReceiveMessageWaitTimeSeconds: maybe(number),
    RedrivePolicy: maybe(z.strictObject({ deadLetterTargetArn: text, maxReceiveCount: number })),
    RedriveAllowPolicy: maybe(json),
    SqsManagedSseEnabled: maybe(flag), // noted
    KmsMasterKeyId: maybe(text),
    KmsDataKeyReusePeriodSeconds: maybe(number), // noted: rights are asked for every call
    Tags,
  }),
  'AWS::S3::Bucket': z.strictObject({
    BucketName: maybe(text),
    BucketEncryption: maybe(
      z.strictObject({
        ServerSideEncryptionConfiguration: z.tuple([
          z.strictObject({
            BucketKeyEnabled: maybe(flag), // noted: rights are asked for every call
            ServerSideEncryptionByDefault: z.strictObject({
              SSEAlgorithm: z.enum(['AES256', 'aws:kms']),
              KMSMasterKeyID: maybe(text),
            }),
          }),
        ]),
      }),
    ),
    // Only buckets with object lock, which requires versioning: no other is understood here.
    VersioningConfiguration: z.strictObject({ Status: z.literal('Enabled') }),
    ObjectLockEnabled: z.preprocess((value) => (value === 'true' ? true : value), z.literal(true)),
    ObjectLockConfiguration: z.strictObject({
      ObjectLockEnabled: z.literal('Enabled'),
      Rule: z.strictObject({
        DefaultRetention: z.strictObject({ Mode: z.enum(['COMPLIANCE', 'GOVERNANCE']), Days: number }),
      }),
    }),
    OwnershipControls: maybe(json), // noted: there are no ACLs here
    PublicAccessBlockConfiguration: maybe(json), // noted: nobody is let in without a signature
    Tags,
  }),
  'AWS::S3::BucketPolicy': z.strictObject({ Bucket: text, PolicyDocument: json }),
  'AWS::SQS::QueuePolicy': z.strictObject({ PolicyDocument: json, Queues: z.array(text) }),
  'AWS::SNS::Topic': z.strictObject({
    TopicName: maybe(text),
    DisplayName: maybe(text), // noted
    KmsMasterKeyId: maybe(text), // noted
    Tags,
  }),
  'AWS::KMS::Key': z.strictObject({
    Description: maybe(text), // noted
    EnableKeyRotation: maybe(flag), // noted
    KeyPolicy: json,
    Tags,
  }),
  'AWS::SNS::TopicPolicy': z.strictObject({ PolicyDocument: json, Topics: z.array(text) }),
  'AWS::SSM::Parameter': z.strictObject({
    Name: maybe(text),
    Type: z.literal('String'),
    Value: text,
    Description: maybe(text), // noted
    Tier: maybe(text), // noted
    Tags,
  }),
  'AWS::IAM::Role': z.strictObject({
    AssumeRolePolicyDocument: json,
    Policies: maybe(z.array(z.strictObject({ PolicyName: text, PolicyDocument: json }))),
    RoleName: maybe(text),
    Description: maybe(text), // noted
    MaxSessionDuration: maybe(number), // noted
    Tags,
  }),
  'AWS::IAM::Policy': z.strictObject({ PolicyName: text, PolicyDocument: json, Roles: z.array(text) }),
  'AWS::IAM::ManagedPolicy': z.strictObject({
    PolicyDocument: json,
    Roles: z.array(text),
    Description: maybe(text), // noted
    Path: maybe(text), // noted
  }),
  'AWS::Lambda::Function': z.strictObject({
    FunctionName: maybe(text),
    Description: maybe(text), // noted
    Code: z.strictObject({ S3Bucket: text, S3Key: text }),
    Handler: text,
    Runtime: z.string().regex(/^nodejs\d+\.x$/),
    Role: text,
    Architectures: maybe(z.array(text)), // noted
    Environment: maybe(z.strictObject({ Variables: maybe(z.record(z.string(), z.coerce.string())) })),
    Timeout: z._default(number, 3),
    MemorySize: z._default(number, 128),
    ReservedConcurrentExecutions: maybe(number),
    DeadLetterConfig: maybe(z.strictObject({ TargetArn: text })),
    EphemeralStorage: maybe(json), // noted
    // Noted, except for the rights that Lambda needs for it: here every process uses the machine's network.
    VpcConfig: maybe(z.strictObject({ SubnetIds: z.array(text), SecurityGroupIds: z.array(text) })),
    LoggingConfig: maybe(
      z.strictObject({
        LogGroup: maybe(text),
        LogFormat: maybe(text), // noted: lines are shown as the function writes them
        ApplicationLogLevel: maybe(text), // noted
        SystemLogLevel: maybe(text), // noted
      }),
    ),
    TracingConfig: maybe(json), // noted
    RecursiveLoop: maybe(z.enum(['Allow', 'Terminate'])), // noted: nothing is stopped here
    Tags,
  }),
  'AWS::Lambda::Permission': z.strictObject({
    Action: text,
    FunctionName: text,
    Principal: text,
    SourceArn: maybe(text),
    SourceAccount: maybe(text),
  }),
  'AWS::Lambda::EventInvokeConfig': z.strictObject({
    FunctionName: text,
    Qualifier: z.literal('$LATEST'),
    MaximumRetryAttempts: maybe(number),
    MaximumEventAgeInSeconds: maybe(number),
    DestinationConfig: maybe(z.strictObject({ OnFailure: destination })),
  }),
  'AWS::Lambda::EventSourceMapping': z.strictObject({
    EventSourceArn: text,
    FunctionName: text,
    BatchSize: z._default(number, 10),
    MaximumBatchingWindowInSeconds: z._default(number, 0),
    FunctionResponseTypes: maybe(z.array(z.literal('ReportBatchItemFailures'))),
    ScalingConfig: maybe(z.strictObject({ MaximumConcurrency: z.coerce.number().min(2).max(1000) })),
    Enabled: maybe(flag),
    MetricsConfig: maybe(json), // noted
    Tags,
  }),
  'AWS::Scheduler::Schedule': z.strictObject({
    Name: maybe(text),
    GroupName: maybe(text),
    Description: maybe(text), // noted
    ScheduleExpression: text,
    ScheduleExpressionTimezone: maybe(z.enum(['UTC', 'Etc/UTC'])),
    FlexibleTimeWindow: json, // noted: fires on time
    State: maybe(z.enum(['ENABLED', 'DISABLED'])),
    Target: z.strictObject({
      Arn: text,
      Input: maybe(text),
      RetryPolicy: maybe(
        z.strictObject({ MaximumEventAgeInSeconds: maybe(number), MaximumRetryAttempts: maybe(number) }),
      ),
      DeadLetterConfig: maybe(z.strictObject({ Arn: maybe(text) })),
      RoleArn: text,
    }),
  }),
  'AWS::Logs::MetricFilter': z.strictObject({
    LogGroupName: text,
    FilterPattern: text,
    MetricTransformations: z.array(
      z.strictObject({
        MetricNamespace: text,
        MetricName: text,
        MetricValue: z.enum(['0', '1']),
        // The unit that the functions write.
        Unit: z.literal('Count'),
        Dimensions: maybe(z.array(z.strictObject({ Key: text, Value: z.string().regex(/^\$\.\w+$/) }))),
      }),
    ),
  }),
  'AWS::ApiGatewayV2::Api': z.strictObject({
    Name: text,
    ProtocolType: z.literal('HTTP'),
    Description: maybe(text), // noted
    DisableExecuteApiEndpoint: maybe(z.literal(false)),
    Tags,
  }),
  'AWS::ApiGatewayV2::Stage': z.strictObject({
    ApiId: text,
    StageName: z.literal('$default'),
    AutoDeploy: maybe(z.literal(true)),
    AccessLogSettings: maybe(json),
    DefaultRouteSettings: maybe(throttling),
    RouteSettings: maybe(z.record(z.string(), throttling)),
    Description: maybe(text), // noted
    Tags,
  }),
  'AWS::ApiGatewayV2::Route': z.strictObject({
    ApiId: text,
    RouteKey: text,
    Target: text,
    AuthorizationType: maybe(z.enum(['NONE', 'AWS_IAM'])),
  }),
  'AWS::ApiGatewayV2::Integration': z.strictObject({
    ApiId: text,
    IntegrationType: z.literal('AWS_PROXY'),
    IntegrationUri: text,
    IntegrationMethod: maybe(text), // noted
    PayloadFormatVersion: z.literal('2.0'),
    TimeoutInMillis: maybe(number),
    Description: maybe(text), // noted
  }),
} as const;

export type KnownType = keyof typeof PROPERTIES;
export type PropertiesOf<Type extends KnownType> = z.infer<(typeof PROPERTIES)[Type]>;
export const isKnownType = (type: string): type is KnownType => type in PROPERTIES;
