// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of CloudFormation and IAM, not ours
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import {
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { GetParameterCommand, GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { describe, expect, it } from 'vitest';
import { readRole } from '../../../../cli/aws/lambda-account.ts';
import { createQueryApi } from '../../../../cli/aws/query-api.ts';
import { refusedTo } from '../../../../cli/aws/simulate-role.ts';
import { systemClock } from '../../../../lib/base/clock.ts';
import type { Credentials } from '../../../../local/cloud/key-ring.ts';
import { signedFetch } from '../../../support/aws/signed-fetch.ts';
import { arnOf, lambda, type Parts, queue, role, type Started, startCloud } from './harness.ts';

const LAKE = 'arn:aws:sqs:eu-west-1:123456789012:lake';

const parts: Parts = {
  resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        AttributeDefinitions: ['pk', 'open'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        GlobalSecondaryIndexes: [
          {
            IndexName: 'byOpen',
            KeySchema: [{ AttributeName: 'open', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
        TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      },
    },
    Queue: queue(),
    Other: queue({ FifoQueue: true }),
    Guarded: queue(),
    Guard: {
      Type: 'AWS::SQS::QueuePolicy',
      Properties: {
        Queues: [{ Ref: 'Guarded' }],
        PolicyDocument: {
          Statement: [
            { Effect: 'Deny', Action: 'sqs:*', Principal: { AWS: '*' }, Resource: arnOf('Guarded') },
          ],
        },
      },
    },
    Topic: { Type: 'AWS::SNS::Topic' },
    Role: role([
      { Effect: 'Allow', Action: ['dynamodb:PutItem', 'dynamodb:Query'], Resource: arnOf('Table') },
      { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: [arnOf('Queue'), arnOf('Guarded'), LAKE] },
      { Effect: 'Allow', Action: 'sqs:GetQueueUrl', Resource: '*' },
      {
        Effect: 'Allow',
        Action: ['ssm:GetParameter', 'ssm:GetParameters'],
        Resource: {
          'Fn::Sub': 'arn:${AWS::Partition}:ssm:${AWS::Region}:${AWS::AccountId}:parameter/bridge/key',
        },
      },
    ]),
    Caller: lambda('idle'),
  },
  outputs: {
    Table: { Value: { Ref: 'Table' } },
    Queue: { Value: { Ref: 'Queue' } },
    Other: { Value: { Ref: 'Other' } },
  },
  bundles: { idle: 'export const handler = async () => {};' },
};

const start = (options = {}) =>
  startCloud(parts, { secrets: { '/bridge/key': 's3cret' }, outsideQueues: [LAKE], ...options });

/** Clients as a function would make them, with nothing but what its environment says. */
function clientsOf(cloud: Started, who: 'function' | 'operator' | 'nobody' = 'function') {
  const { endpoints } = cloud;
  const keys = {
    function: () => cloud.assumeRoleOf('T-Caller'),
    operator: () => endpoints.operator,
    nobody: () => ({ accessKeyId: 'AKIANOBODY', secretAccessKey: 'local' }),
  };
  const settings = {
    endpoint: endpoints.aws,
    region: endpoints.region,
    credentials: keys[who](),
    maxAttempts: 1,
  };
  return {
    dynamo: new DynamoDBClient(settings),
    // The address of a queue is used as the endpoint here, as the SDK does by itself.
    sqs: new SQSClient(settings),
    ssm: new SSMClient(settings),
  };
}

const Item = { pk: { S: 'a' }, open: { S: 'yes' } };
const byOpen = {
  IndexName: 'byOpen',
  KeyConditionExpression: '#open = :yes',
  ExpressionAttributeNames: { '#open': 'open' },
  ExpressionAttributeValues: { ':yes': { S: 'yes' } },
};

describe('the front door', () => {
  it('passes on what the role allows, and answers the rest as DynamoDB would', async () => {
    const cloud = await start();
    const { dynamo } = clientsOf(cloud);
    const TableName = cloud.outputs.Table ?? '';
    await dynamo.send(new PutItemCommand({ TableName, Item }));
    const denied = {
      name: 'AccessDeniedException',
      message: expect.stringContaining('dynamodb:GetItem on resource'),
    };
    await expect(
      dynamo.send(new GetItemCommand({ TableName, Key: { pk: { S: 'a' } } })),
    ).rejects.toMatchObject(denied);
    // The table is granted, its index is not.
    await expect(dynamo.send(new QueryCommand({ TableName, ...byOpen }))).rejects.toThrow(
      /table\/T-Table\/index\/byOpen/,
    );
    const { Items } = await clientsOf(cloud, 'operator').dynamo.send(
      new QueryCommand({ TableName, ...byOpen }),
    );
    expect(Items).toEqual([Item]);
    expect(cloud.denied.map(({ caller, action }) => `${caller} ${action}`)).toEqual([
      'T-Caller dynamodb:GetItem',
      'T-Caller dynamodb:Query',
    ]);
    expect(cloud.lines).toContainEqual(
      expect.stringMatching(
        /^local cloud: denied: T-Caller may not dynamodb:GetItem on arn:aws:dynamodb:eu-west-1:000000000000:table\/T-Table,/,
      ),
    );
  });

  it('does so for SQS, with the name that SQS has for it', async () => {
    const cloud = await start();
    const { sqs } = clientsOf(cloud);
    const QueueUrl = cloud.outputs.Queue ?? '';
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'one' }));
    const Entries = [{ Id: '1', MessageBody: 'two' }];
    expect((await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).Successful).toHaveLength(1);
    const denied = {
      name: 'AccessDenied',
      message: expect.stringContaining('sqs:ReceiveMessage on resource'),
    };
    await expect(sqs.send(new ReceiveMessageCommand({ QueueUrl }))).rejects.toMatchObject(denied);
    const other = new SendMessageCommand({ QueueUrl: cloud.outputs.Other ?? '', MessageBody: 'x' });
    await expect(sqs.send(other)).rejects.toMatchObject({ name: 'AccessDenied' });
    const guarded = new SendMessageCommand({
      QueueUrl: QueueUrl.replace('T-Queue', 'T-Guarded'),
      MessageBody: 'x',
    });
    await expect(sqs.send(guarded)).rejects.toThrow(/a resource-based policy denies/);
    expect((await cloud.queues())['T-Queue']).toEqual({ waiting: 2, inFlight: 0, delayed: 0 });
    const found = await sqs.send(new GetQueueUrlCommand({ QueueName: 'T-Queue' }));
    expect(found.QueueUrl).toBe(QueueUrl);
    const missing = sqs.send(new GetQueueUrlCommand({ QueueName: 'nothing' }));
    await expect(missing).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });

  it('knows a queue of somebody else by its address in AWS', async () => {
    const cloud = await start();
    const settings = { useQueueUrlAsEndpoint: false, endpoint: cloud.endpoints.aws, region: 'eu-west-1' };
    const credentials = cloud.assumeRoleOf('T-Caller');
    const QueueUrl = 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake';
    const sqs = new SQSClient({ ...settings, credentials });
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
    expect((await cloud.queues())['outside-123456789012-lake']?.waiting).toBe(1);
  });

  it('does so for SSM, name by name', async () => {
    const cloud = await start();
    const { ssm } = clientsOf(cloud);
    const read = (Name: string, WithDecryption = true) =>
      ssm.send(new GetParameterCommand({ Name, WithDecryption }));
    expect((await read('/bridge/key')).Parameter?.Value).toBe('s3cret');
    expect((await read('/bridge/key', false)).Parameter?.Value).not.toContain('s3cret');
    await expect(read('/bridge/other')).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const both = ssm.send(new GetParametersCommand({ Names: ['/bridge/key', '/bridge/other'] }));
    await expect(both).rejects.toThrow(/ssm:GetParameters on resource: .*parameter\/bridge\/other/);
  });

  it('says that a parameter is not there, or generates it where that is wanted', async () => {
    const asked = new GetParameterCommand({ Name: '/bridge/key', WithDecryption: true });
    const bare = await start({ secrets: {} });
    await expect(clientsOf(bare).ssm.send(asked)).rejects.toMatchObject({ name: 'ParameterNotFound' });
    const generous = await start({ secrets: {}, missingSecrets: 'generate' });
    const { Parameter } = await clientsOf(generous).ssm.send(asked);
    expect(Parameter?.Value).toMatch(/^local-[0-9a-f]{48}$/);
    expect(generous.parameters.get('/bridge/key')).toBe(Parameter?.Value);
  });

  it('takes what is published to a topic, from whoever may', async () => {
    const cloud = await start();
    const publish = (credentials: Credentials) =>
      signedFetch(cloud.endpoints.aws, {
        service: 'sns',
        credentials,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          Action: 'Publish',
          TopicArn: 'arn:aws:sns:eu-west-1:000000000000:T-Topic',
          Message: 'lag',
        }).toString(),
      });
    expect((await publish(cloud.endpoints.operator)).status).toBe(200);
    expect(cloud.topics.published).toMatchObject([{ message: 'lag' }]);
    const refused = await publish(cloud.assumeRoleOf('T-Caller'));
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('<Code>AuthorizationError</Code>'),
    ]);
  });

  it('does not know a stranger, nor an operation that is not understood', async () => {
    const cloud = await start();
    const { dynamo, sqs } = clientsOf(cloud, 'nobody');
    const TableName = cloud.outputs.Table ?? '';
    const asked = dynamo.send(new ScanCommand({ TableName }));
    await expect(asked).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
    const sent = sqs.send(new SendMessageCommand({ QueueUrl: cloud.outputs.Queue ?? '', MessageBody: 'x' }));
    await expect(sent).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
    const odd = await signedFetch(cloud.endpoints.aws, {
      service: 'dynamodb',
      credentials: cloud.endpoints.operator,
      headers: { 'x-amz-target': 'DynamoDB_20120810.TransactWriteItems' },
      body: '{}',
    });
    expect([odd.status, await odd.text()]).toEqual([
      400,
      expect.stringContaining('UnknownOperationException'),
    ]);
    expect(cloud.lines).toContainEqual(expect.stringContaining('the operator asked dynamodb for'));
  });

  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const XML =
    /^<ErrorResponse><Error><Type>Sender<\/Type><Code>InvalidAction<\/Code><Message>(.+)<\/Message>/;
  const JSON_ERROR = /^\{"__type":"com\.amazon\.coral\.service#UnknownOperationException","message":"(.+?)"/;
  it.each([
    ['rds', FORM, 'Action=ListUsers', XML],
    ['cloudwatch', FORM, 'Action=DescribeAlarms', XML],
    ['ec2', FORM, 'Action=DescribeVpcs', /^<Response><Errors><Error>.*<Message>(.+)<\/Message>/],
    ['logs', { 'x-amz-target': 'Logs_20140328.FilterLogEvents' }, '{}', JSON_ERROR],
    ['scheduler', {}, '{"x":1}', JSON_ERROR],
    ['route53', {}, '<x/>', XML],
  ])(
    'says in the protocol of %s that it is not there, and what is',
    async (service, headers, body, words) => {
      const cloud = await start();
      const credentials = cloud.endpoints.operator;
      const answer = await signedFetch(cloud.endpoints.aws, { service, credentials, headers, body });
      const [, message] = words.exec(await answer.text()) ?? [];
      expect([answer.status, message]).toEqual([
        400,
        `The local cloud does not have ${service}. It has dynamodb, events, s3, secretsmanager, sqs, ssm, sns, cloudformation, iam, lambda, sts.`,
      ]);
    },
  );

  it('says which role a function has and what that may do, and notes no call that nobody made', async () => {
    const cloud = await start();
    const { aws: endpoint, region, operator: credentials } = cloud.endpoints;
    const parts = {
      region,
      credentials,
      endpoint,
      clock: systemClock,
      random: Math.random,
      timeoutMs: 5_000,
    };
    const role = await readRole(parts, 'T-Caller');
    const refused = (action: string, ...resources: string[]) =>
      refusedTo(createQueryApi(parts), { role, action, resources });
    expect(await refused('sqs:SendMessage', LAKE)).toEqual([]);
    expect(await refused('sqs:SendMessage', LAKE, `${LAKE}-other`)).toEqual([`${LAKE}-other`]);
    expect(await refused('sqs:DeleteMessage', LAKE)).toEqual([LAKE]);
    expect(cloud.denied).toEqual([]);
    await expect(readRole(parts, 'nobody')).rejects.toThrow('HTTP 404');
  });

  it('says that it does not know the older protocol of SQS', async () => {
    const cloud = await start();
    const answer = await signedFetch(cloud.endpoints.aws, {
      service: 'sqs',
      credentials: cloud.endpoints.operator,
      headers: FORM,
      body: 'Action=ListQueues',
    });
    const [, message] = XML.exec(await answer.text()) ?? [];
    expect(message).toBe('The local cloud does not know ListQueues of sqs.');
  });

  it('refuses what is not signed, signed wrongly or too late, as each service words it', async () => {
    const cloud = await start();
    const { aws: endpoint, region, operator } = cloud.endpoints;
    const TableName = cloud.outputs.Table ?? '';
    const wrong = {
      endpoint,
      region,
      credentials: { ...operator, secretAccessKey: 'local' },
      maxAttempts: 1,
    };
    await expect(new DynamoDBClient(wrong).send(new ScanCommand({ TableName }))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      $metadata: { httpStatusCode: 400 },
    });
    const asked = new GetQueueUrlCommand({ QueueName: 'T-Queue' });
    await expect(new SQSClient(wrong).send(asked)).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
    const body = JSON.stringify({ TableName });
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.Scan',
    };
    const unsigned = await fetch(endpoint, { method: 'POST', headers, body });
    expect([unsigned.status, await unsigned.json()]).toEqual([
      400,
      expect.objectContaining({ __type: 'com.amazon.coral.service#MissingAuthenticationTokenException' }),
    ]);
    const call = { service: 'dynamodb', credentials: operator, headers, body };
    const late = await signedFetch(endpoint, { ...call, nowMs: Date.now() - 301_000 });
    expect(await late.json()).toMatchObject({ message: expect.stringMatching(/^Signature expired: /) });
    expect((await signedFetch(endpoint, call)).status).toBe(200);
  });

  it('gives each process of a function keys of its own, which end with it', async () => {
    const handler = `export const handler = async () => process.env;`;
    const cloud = await startCloud({ ...parts, bundles: { idle: handler } });
    const call = async (env: Record<string, string>) => {
      const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN = '' } = env;
      const credentials = {
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
        sessionToken: AWS_SESSION_TOKEN,
      };
      const headers = { 'x-amz-target': 'AmazonSQS.GetQueueUrl' };
      const body = JSON.stringify({ QueueName: 'T-Queue' });
      const answer = await signedFetch(cloud.endpoints.aws, { service: 'sqs', credentials, headers, body });
      return answer.status;
    };
    const envOf = async () => {
      const outcome = await cloud.invoke('Caller', {});
      return outcome.ok ? (outcome.value as Record<string, string>) : {};
    };
    const first = await envOf();
    expect(await envOf()).toMatchObject({ AWS_ACCESS_KEY_ID: first.AWS_ACCESS_KEY_ID });
    expect(await call(first)).toBe(200);
    process.kill(cloud.functions[0]?.pids[0] ?? 0, 'SIGKILL');
    await expect.poll(() => cloud.functions[0]?.pids, { timeout: 60_000 }).toEqual([]);
    const second = await envOf();
    expect(second.AWS_ACCESS_KEY_ID).not.toBe(first.AWS_ACCESS_KEY_ID);
    expect([await call(first), await call(second)]).toEqual([403, 200]);
  });

  it('says which grants were never used', async () => {
    const cloud = await start();
    const { dynamo } = clientsOf(cloud);
    await dynamo.send(new PutItemCommand({ TableName: cloud.outputs.Table ?? '', Item }));
    await cloud.invoke('Caller', {});
    const unused = cloud
      .unusedGrants()
      .map(({ role: of, action, resource }) => `${of} ${action} ${resource.split(':').at(-1)}`);
    expect(unused).toEqual([
      'Role dynamodb:Query table/T-Table',
      'Role sqs:SendMessage T-Queue',
      'Role sqs:SendMessage T-Guarded',
      'Role sqs:SendMessage lake',
      'Role sqs:GetQueueUrl *',
      'Role ssm:GetParameter parameter/bridge/key',
      'Role ssm:GetParameters parameter/bridge/key',
    ]);
  });

  it('finds kept rows again, in memory nothing', async () => {
    const { mkdtemp, rm } = await import('node:fs/promises');
    const dataDir = await mkdtemp('/tmp/local-cloud-data-');
    const once = async (dir: object) => {
      const cloud = await start(dir);
      const { dynamo } = clientsOf(cloud, 'operator');
      const TableName = cloud.outputs.Table ?? '';
      const { Count } = await dynamo.send(new ScanCommand({ TableName }));
      await dynamo.send(new PutItemCommand({ TableName, Item }));
      await cloud.stop();
      return Count;
    };
    expect([await once({ dataDir }), await once({ dataDir }), await once({})]).toEqual([0, 1, 0]);
    await rm(dataDir, { recursive: true });
  });
});
