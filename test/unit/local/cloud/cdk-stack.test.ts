import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as integrations from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sources from 'aws-cdk-lib/aws-lambda-event-sources';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import * as targets from 'aws-cdk-lib/aws-scheduler-targets';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib/core';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthBridge } from '../../../../cdk/synth-bridge.ts';
import { defineBridge } from '../../../../lib/config/define-bridge.ts';
import { type LocalCloud, startLocalCloud } from '../../../../local/cloud/local-cloud.ts';
import { isAlive, until } from './harness.ts';

/** Writes what the schedule asks for, sends it on, and takes it back out of the queue; all with the real SDK. */
const source = `
import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
const dynamo = new DynamoDBClient({});
const sqs = new SQSClient({});
const ssm = new SSMClient({});
const { TABLE_NAME: TableName, QUEUE_URL: QueueUrl } = process.env;
export const poll = async ({ domain }) => {
  await ssm.send(new GetParameterCommand({ Name: '/bridge/key', WithDecryption: true }));
  await dynamo.send(new PutItemCommand({ TableName, Item: { pk: { S: domain }, open: { S: 'yes' } } }));
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: domain, MessageGroupId: 'g', MessageDeduplicationId: domain + Date.now() }));
};
export const notify = async ({ Records }) => {
  for (const { body } of Records) {
    const { Item } = await dynamo.send(new GetItemCommand({ TableName, Key: { pk: { S: body } } }));
    console.log('notified of', Item.pk.S);
  }
  return { batchItemFailures: [] };
};
export const action = async () => {
  const { Count } = await dynamo.send(new QueryCommand({
    TableName, IndexName: 'open', KeyConditionExpression: '#open = :yes',
    ExpressionAttributeNames: { '#open': 'open' }, ExpressionAttributeValues: { ':yes': { S: 'yes' } },
  }));
  return { statusCode: 200, body: String(Count) };
};`;

let dir: string;
let cloud: LocalCloud;
const lines: string[] = [];

function synthesize(bundleDir: string, outdir: string): void {
  // What CloudFormation would say of it is not the question here, and takes longer than all the rest.
  const app = new App({ outdir, analyticsReporting: true, builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Bridge', { description: 'a stack like ours' });
  const table = new dynamodb.TableV2(stack, 'Table', {
    partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
    globalSecondaryIndexes: [
      { indexName: 'open', partitionKey: { name: 'open', type: dynamodb.AttributeType.STRING } },
    ],
    timeToLiveAttribute: 'expiresAtSeconds',
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  });
  const dlq = new sqs.Queue(stack, 'Dlq', {
    fifo: true,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  const queue = new sqs.Queue(stack, 'Queue', {
    fifo: true,
    enforceSSL: true,
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    visibilityTimeout: Duration.seconds(60),
    deadLetterQueue: { queue: dlq, maxReceiveCount: 5 },
    fifoThroughputLimit: sqs.FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
    deduplicationScope: sqs.DeduplicationScope.MESSAGE_GROUP,
  });
  const topic = new sns.Topic(stack, 'Alarms', { enforceSSL: true });
  const make = (id: string, handler: string) => {
    const logGroup = new logs.LogGroup(stack, `${id}Logs`, { retention: logs.RetentionDays.ONE_MONTH });
    const role = new iam.Role(stack, `${id}Role`, {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    });
    logGroup.grantWrite(role);
    return new lambda.Function(stack, id, {
      code: lambda.Code.fromAsset(bundleDir),
      handler: `index.${handler}`,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: 256,
      timeout: Duration.seconds(10),
      environment: {
        TABLE_NAME: table.tableName,
        QUEUE_URL: queue.queueUrl,
        NODE_OPTIONS: '--enable-source-maps',
      },
      role,
      logGroup,
    });
  };
  const poll = make('Poll', 'poll');
  table.grant(poll, 'dynamodb:PutItem');
  queue.grant(poll, 'sqs:SendMessage');
  poll.addToRolePolicy(
    new iam.PolicyStatement({
      actions: ['ssm:GetParameter'],
      resources: [stack.formatArn({ service: 'ssm', resource: 'parameter', resourceName: 'bridge/key' })],
    }),
  );
  const notify = make('Notify', 'notify');
  table.grant(notify, 'dynamodb:GetItem');
  notify.addEventSource(
    new sources.SqsEventSource(queue, { reportBatchItemFailures: true, maxConcurrency: 5 }),
  );
  const action = make('Action', 'action');
  action.addToRolePolicy(
    new iam.PolicyStatement({ actions: ['dynamodb:Query'], resources: [`${table.tableArn}/index/open`] }),
  );
  new scheduler.Schedule(stack, 'Every', {
    schedule: scheduler.ScheduleExpression.rate(Duration.minutes(1)),
    target: new targets.LambdaInvoke(poll, {
      input: scheduler.ScheduleTargetInput.fromObject({ domain: 'acme' }),
      deadLetterQueue: new sqs.Queue(stack, 'ScheduleDlq', { enforceSSL: true }),
      retryAttempts: 2,
    }),
  });
  const api = new apigateway.HttpApi(stack, 'Api');
  const integration = new integrations.HttpLambdaIntegration('ToAction', action);
  api.addRoutes({ path: '/slack/{proxy+}', methods: [apigateway.HttpMethod.POST], integration });
  const alarm = poll.metricErrors().createAlarm(stack, 'Errors', { threshold: 1, evaluationPeriods: 1 });
  alarm.addAlarmAction({ bind: () => ({ alarmActionArn: topic.topicArn }) });
  new cloudwatch.Dashboard(stack, 'Dashboard', {
    widgets: [[new cloudwatch.AlarmWidget({ title: 'a', alarm })]],
  });
  new CfnOutput(stack, 'Url', { value: api.apiEndpoint });
  new CfnOutput(stack, 'Address', { value: api.url ?? '' });
  app.synth();
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'local-cloud-cdk-'));
  const outfile = join(dir, 'bundle', 'index.mjs');
  const banner = {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  };
  const stdin = { contents: source, resolveDir: process.cwd() };
  await build({
    stdin,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    banner,
  });
  synthesize(join(dir, 'bundle'), join(dir, 'out'));
  cloud = await startLocalCloud({
    assemblyDir: join(dir, 'out'),
    secrets: { '/bridge/key': 'k' },
    log: (who, line) => lines.push(`${who}: ${line}`),
  });
});
afterAll(async () => {
  await cloud?.stop();
  await rm(dir, { recursive: true, force: true });
});

describe('a stack of CDK', () => {
  it('runs from schedule to queue to function, with nothing denied', async () => {
    await until('the item arrived', () => lines.some((line) => line.includes('notified of acme')));
    const answer = await fetch(new URL('slack/actions', cloud.outputs.Address), {
      method: 'POST',
      body: 'x',
    });
    expect([answer.status, await answer.text()]).toEqual([200, '1']);
    expect(cloud.outputs.Address).toBe(`${cloud.outputs.Url}/`);
    expect(cloud.denied).toEqual([]);
    expect(lines.filter((line) => /warning|Warning|NodeDeprecation/.test(line))).toEqual([]);
  });

  it('has granted little that is not used', () => {
    const unused = cloud
      .unusedGrants()
      .map(({ role, action }) => `${role.replace(/[0-9A-F]{8}$/, '')} ${action}`);
    expect(unused).toEqual([
      // CDK grants the indexes of a table together with the table.
      'PollRole dynamodb:PutItem',
      'NotifyRole dynamodb:GetItem',
      // CDK grants these to whatever consumes a queue.
      'NotifyRole sqs:ChangeMessageVisibility',
      'NotifyRole sqs:GetQueueUrl',
      // CDK grants versions of a function as well, and the queue for what was not handed over is there for bad days.
      expect.stringMatching(/^SchedulerRole.* lambda:InvokeFunction$/),
      expect.stringMatching(/^SchedulerRole.* sqs:SendMessage$/),
    ]);
  });

  it('says what is not exercised on this machine', () => {
    const types = new Set(cloud.template.notExercised.map(({ type }) => type));
    expect([...types].sort()).toEqual([
      'AWS::CDK::Metadata',
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::Logs::LogGroup',
    ]);
  });

  it('leaves no process when it stops', async () => {
    const pids = cloud.functions.flatMap(({ pids: own }) => own);
    expect(pids).toHaveLength(3);
    await cloud.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(fetch(cloud.endpoints.aws)).rejects.toThrow();
  });
});

/** Nobody is there: these are about what is wired, not about what is said. */
const NOBODY = 'http://127.0.0.1:9';
const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';

describe('the stack of the bridge, with Slack', () => {
  let bridge: LocalCloud;
  let folder: string;
  const said: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-cloud-slack-'));
    const config = defineBridge({
      domains: { acme: { baseUrl: `${NOBODY}/api`, apiKey: '/bridge/key' } },
      destinations: { soc: { type: 'slack', channel: 'C0123ABCD' } },
      slack: { signingSecret: '/slack/secret', botToken: '/slack/token', apiUrl: `${NOBODY}/slack` },
      routes: [{ name: 'everything', to: 'soc' }],
      verdicts: { allow: 'anyone-in-channel' },
    });
    await synthBridge({ config, outdir: folder });
    bridge = await startLocalCloud({
      assemblyDir: folder,
      secrets: { '/bridge/key': 'k', '/slack/secret': SIGNING_SECRET, '/slack/token': 'xoxb-1' },
      missingSecrets: 'refuse',
      log: (who, line) => said.push(`${who}: ${line}`),
    });
  });
  afterAll(async () => {
    await bridge?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(bridge.outputs.SlackRequestUrl ?? '', { method: 'POST', body, headers });

  it('starts every function', async () => {
    const { NotifySlackFunctionName: notify = '', VerdictFunctionName: verdict = '' } = bridge.outputs;
    for (const consumer of [notify, verdict]) {
      expect(await bridge.invoke(consumer, { Records: [] })).toEqual({
        ok: true,
        value: { batchItemFailures: [] },
      });
    }
    await until('the poller has run', () => said.some((line) => line.includes('"event":"polled"')));
    expect((await post('')).status).toBe(401);
    const started = bridge.functions.filter(({ pids }) => pids.length > 0);
    expect(started).toHaveLength(4);
  });

  it('takes what Slack has signed, and nothing else', async () => {
    expect((await post('payload=x', { 'x-slack-signature': 'v0=1' })).status).toBe(401);
    const seconds = String(Math.floor(Date.now() / 1_000));
    const body = 'payload=not+json';
    const mac = createHmac('sha256', SIGNING_SECRET).update(`v0:${seconds}:${body}`).digest('hex');
    const signed = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': seconds,
      'x-slack-signature': `v0=${mac}`,
    };
    // Known to be from Slack, and only then found to be nonsense.
    expect((await post(body, signed)).status).toBe(400);
    expect((await post(`${body}+`, signed)).status).toBe(401);
  });

  it('has one way in', async () => {
    const { origin } = new URL(bridge.outputs.SlackRequestUrl ?? '');
    expect((await fetch(`${origin}/slack/interactions`)).status).toBe(404);
    expect((await fetch(`${origin}/slack/events`, { method: 'POST' })).status).toBe(404);
  });

  it('denies nobody anything', () => {
    expect(bridge.denied).toEqual([]);
  });
});
