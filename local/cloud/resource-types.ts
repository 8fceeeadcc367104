import { createHash } from 'node:crypto';

/** Where the stack is deployed. */
export interface Home {
  readonly stackName: string;
  readonly region: string;
  readonly account: string;
  /** The last part of the stack's id. */
  readonly stackUuid?: string;
  readonly frontDoorUrl: string;
  /** The address of an HTTP API by its id. */
  apiUrl(apiId: string): string;
}

/** What `Ref` and `Fn::GetAtt` return for a resource. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A resource before its properties are read: its logical id, and its name if the template gives one. */
export interface Unnamed {
  readonly logicalId: string;
  named(property: string): string | undefined;
}

type Identify = (one: Unnamed, home: Home) => Identity;

/** CloudFormation adds random letters. Here a name stays the same, so that stored tables are found again. */
const nameOf = ({ logicalId }: Unnamed, { stackName }: Home, longest: number): string => {
  const name = `${stackName}-${logicalId}`;
  if (name.length <= longest) return name;
  return `${name.slice(0, longest - 9)}-${hashOf(name).slice(0, 8)}`;
};
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const arn = ({ region, account }: Home, service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${account}:${rest}`;

const byName =
  (property: string, longest: number, service: string, prefix: string, more?: object): Identify =>
  (one, home) => {
    const name = one.named(property) ?? nameOf(one, home, longest);
    return { ref: name, attributes: { Arn: arn(home, service, prefix + name), ...more } };
  };

/** For resources that are only ever referred to by name. */
const plain: Identify = (one, home) => ({ ref: nameOf(one, home, 120), attributes: {} });
const withId =
  (attribute: string): Identify =>
  (one, home) => {
    const { ref } = plain(one, home);
    return { ref, attributes: { [attribute]: ref } };
  };

/** AWS draws the id of a route: nobody can guess it, and it stays as long as the stack. */
const route: Identify = (one, home) => {
  const ref = hashOf(`${home.stackUuid} ${nameOf(one, home, 512)}`).slice(0, 7);
  return { ref, attributes: { RouteId: ref } };
};

const table: Identify = byName('TableName', 255, 'dynamodb', 'table/');

const queue: Identify = (one, home) => {
  const suffix = one.named('FifoQueue') === 'true' ? '.fifo' : '';
  // As CloudFormation does it: the suffix may make a name too long, and then SQS refuses it.
  const name = one.named('QueueName') ?? `${nameOf(one, home, 80)}${suffix}`;
  const url = `${home.frontDoorUrl}/${home.account}/${name}`;
  return { ref: url, attributes: { Arn: arn(home, 'sqs', name), QueueName: name, QueueUrl: url } };
};

const role: Identify = (one, home) => {
  const name = one.named('RoleName') ?? nameOf(one, home, 64);
  const Arn = `arn:aws:iam::${home.account}:role/${name}`;
  return { ref: name, attributes: { Arn, RoleId: hashOf(Arn).slice(0, 16).toUpperCase() } };
};

const topic: Identify = (one, home) => {
  const name = one.named('TopicName') ?? nameOf(one, home, 256);
  const TopicArn = arn(home, 'sns', name);
  return { ref: TopicArn, attributes: { TopicArn, TopicName: name } };
};

/** The only names without capitals, and an ARN without region and account. */
const bucket: Identify = (one, home) => {
  const name = one.named('BucketName') ?? nameOf(one, home, 63).toLowerCase();
  return { ref: name, attributes: { Arn: `arn:aws:s3:::${name}` } };
};

const key: Identify = (one, home) => {
  const id = hashOf(nameOf(one, home, 512)).slice(0, 32);
  return { ref: id, attributes: { Arn: arn(home, 'kms', `key/${id}`), KeyId: id } };
};

const logGroup: Identify = (one, home) => {
  const name = one.named('LogGroupName') ?? nameOf(one, home, 512);
  return { ref: name, attributes: { Arn: `${arn(home, 'logs', `log-group:${name}`)}:*` } };
};

const api: Identify = (one, home) => {
  const id = hashOf(nameOf(one, home, 512)).slice(0, 10);
  return { ref: id, attributes: { ApiId: id, ApiEndpoint: home.apiUrl(id) } };
};

export const IDENTITIES: Readonly<Record<string, Identify>> = {
  'AWS::DynamoDB::Table': table,
  'AWS::SQS::Queue': queue,
  'AWS::SQS::QueuePolicy': plain,
  'AWS::S3::Bucket': bucket,
  'AWS::S3::BucketPolicy': plain,
  'AWS::KMS::Key': key,
  'AWS::SNS::Topic': topic,
  'AWS::SNS::TopicPolicy': plain,
  'AWS::SNS::Subscription': plain,
  'AWS::SSM::Parameter': (one, home) => ({
    ref: one.named('Name') ?? nameOf(one, home, 512),
    attributes: { Type: one.named('Type') ?? 'String', Value: one.named('Value') ?? '' },
  }),
  'AWS::IAM::Role': role,
  'AWS::IAM::Policy': plain,
  'AWS::IAM::ManagedPolicy': plain,
  'AWS::Lambda::Function': byName('FunctionName', 64, 'lambda', 'function:'),
  'AWS::Lambda::Permission': plain,
  'AWS::Lambda::EventInvokeConfig': plain,
  'AWS::Lambda::EventSourceMapping': withId('Id'),
  'AWS::Scheduler::Schedule': byName('Name', 64, 'scheduler', 'schedule/default/'),
  'AWS::Scheduler::ScheduleGroup': byName('Name', 64, 'scheduler', 'schedule-group/'),
  'AWS::ApiGatewayV2::Api': api,
  'AWS::ApiGatewayV2::Stage': (one) => ({ ref: one.named('StageName') ?? '$default', attributes: {} }),
  'AWS::ApiGatewayV2::Route': route,
  'AWS::ApiGatewayV2::Integration': withId('IntegrationId'),
  'AWS::Logs::LogGroup': logGroup,
  'AWS::Logs::MetricFilter': plain,
  'AWS::Logs::ResourcePolicy': plain,
  'AWS::Logs::QueryDefinition': withId('QueryDefinitionId'),
  'AWS::CloudWatch::Alarm': byName('AlarmName', 255, 'cloudwatch', 'alarm:'),
  'AWS::CloudWatch::CompositeAlarm': byName('AlarmName', 255, 'cloudwatch', 'alarm:'),
  'AWS::CloudWatch::Dashboard': plain,
  'AWS::CDK::Metadata': plain,
};
