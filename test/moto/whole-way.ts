/** The way of a case with the real bundles on moto: polled, posted to Slack, decided with a click, recorded in the API. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { type FunctionProcess, startFunctionProcess } from '../../local/cloud/function-process.ts';
import { httpAnswer, httpEvent } from '../../local/cloud/http-event.ts';
import { type Slack, startSlack } from '../../local/slack/server.ts';
import { type ReferenceServer, startReferenceServer } from '../support/posture-api.ts';

const CHANNEL = 'C0123ABCD';
const ANNA = 'U0ANNA0000';
/** Moto answers at once, but a bundle has to be loaded, and a decision can be undone for a second. */
const PATIENCE_MS = 60_000;

/** What stands around the bridge. */
export interface Around {
  readonly api: ReferenceServer;
  readonly slack: Slack;
  readonly door: Server;
  /** Who gets the requests of Slack; set once the functions are there. */
  onRequest: (event: object) => Promise<unknown>;
  close(): Promise<void>;
}

export async function openAround(): Promise<Around> {
  const api = await startReferenceServer({ cases: 1, threats: 0, users: 3, nhi: 0, drift: 0 });
  const door = createServer(async (request, response) => {
    const call = {
      ...{ method: request.method ?? 'POST', target: request.url ?? '/', headers: request.headers },
      ...{ body: await buffer(request), sourceIp: '127.0.0.1' },
    };
    const route = { routeKey: `${call.method} ${call.target}`, pathParameters: {} };
    const { status, headers, body } = httpAnswer(
      await around.onRequest(httpEvent(call, route, { apiId: 'moto', account: '123456789012' })),
    );
    response.writeHead(status, headers as Record<string, string>).end(body);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;
  const slack = await startSlack({
    users: [{ id: ANNA, name: 'anna' }],
    channels: [{ name: 'soc', id: CHANNEL }],
    requestUrl: `http://127.0.0.1:${port}/0123456789abcdef0123/slack/interactions`,
    answerTimeoutMs: 15_000,
  });
  const around: Around = {
    ...{ api, slack, door },
    onRequest: async () => ({ statusCode: 503 }),
    async close() {
      door.closeAllConnections();
      await Promise.all([api.close(), slack.close(), new Promise((resolve) => door.close(resolve))]);
    },
  };
  return around;
}

/** A deployed function: its variables, as moto resolved them, and the folder of its bundle. */
export interface Deployed {
  readonly logicalId: string;
  readonly name: string;
  readonly bundleDir: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Goes the whole way; throws at the step that does not come about. */
export async function goTheWholeWay(
  around: Around,
  config: BridgeConfig,
  functions: readonly Deployed[],
  aws: Readonly<Record<string, string>>,
): Promise<string> {
  const { api, slack } = around;
  const client = clientOptions(aws);
  const ssm = new SSMClient(client);
  const sqs = new SQSClient(client);
  const secrets = {
    [config.domains.acme?.apiKey ?? '']: api.key,
    [config.slack?.signingSecret ?? '']: slack.signingSecret,
    [config.slack?.botToken ?? '']: slack.botToken,
  };
  for (const [Name, Value] of Object.entries(secrets))
    await ssm.send(new PutParameterCommand({ Name, Value, Type: 'SecureString' }));

  const lines: string[] = [];
  const running = new Map<string, FunctionProcess>();
  const invoke = async (word: string, event: object): Promise<unknown> => {
    const fn = functions.find(({ logicalId }) => logicalId.includes(word));
    if (!fn) throw new Error(`there is no function ${word}`);
    const process =
      running.get(word) ?? startFunctionProcess(settingsOf(fn, aws), (line) => lines.push(line));
    running.set(word, process);
    const outcome = await process.invoke(event);
    if (!outcome.ok) throw new Error(`${word}: ${outcome.errorType}: ${outcome.errorMessage}`);
    return outcome.value;
  };
  /** Hands to a function what waits in its queue. */
  const drain = async (word: string): Promise<void> => {
    const QueueUrl = functions.find(({ logicalId }) => logicalId.includes(word))?.env.QUEUE_URL;
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        VisibilityTimeout: 2,
      }),
    );
    if (Messages.length === 0) return;
    const Records = Messages.map(({ MessageId, ReceiptHandle, Body, Attributes }) => ({
      ...{ messageId: MessageId, receiptHandle: ReceiptHandle, body: Body, attributes: Attributes ?? {} },
      ...{
        messageAttributes: {},
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:moto',
        awsRegion: aws.AWS_REGION,
      },
    }));
    const { batchItemFailures = [] } = ((await invoke(word, { Records })) ?? {}) as {
      batchItemFailures?: { itemIdentifier: string }[];
    };
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const { MessageId = '', ReceiptHandle } of Messages)
      if (!failed.has(MessageId)) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  };
  const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
    const endMs = Date.now() + PATIENCE_MS;
    while (!(await holds())) {
      if (Date.now() > endMs) throw new Error(`waited in vain until ${what}\n${lines.slice(-12).join('\n')}`);
      await drain('SlackNotify');
      await drain('VerdictsVerdict');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };

  try {
    around.onRequest = (event) => invoke('ActionsAction', event);
    // As its schedule does within the first minute: it makes the keys that the others need.
    await invoke('ReconcilerReconcile', {});
    await invoke('PollerPoll', { domains: ['acme'] });
    await until('the case is in Slack', () => slack.messages(CHANNEL).length > 0);
    const [message] = slack.messages(CHANNEL);
    const { outcome } = await slack.click({
      ...{ channel: CHANNEL, ts: message?.ts ?? '', userId: ANNA, actionId: 'verdict:TRUE_POSITIVE' },
    });
    if (!('status' in outcome) || outcome.status !== 200)
      throw new Error(`the click was answered with ${JSON.stringify(outcome)}`);
    await until('the API has the verdict', async () => {
      const { verdicts } = await api.control<{ verdicts: unknown[] }>('GET', '/verdicts');
      return verdicts.length > 0;
    });
    const shown = () => (slack.message(CHANNEL, message?.ts ?? '')?.shown ?? []).join(' ');
    await until('the message says so', () => shown().includes(', recorded '));
    return `a case was polled, posted, decided with a click and recorded (${running.size} bundles)`;
  } finally {
    for (const one of running.values()) await one.kill();
    ssm.destroy();
    sqs.destroy();
  }
}

const clientOptions = (aws: Readonly<Record<string, string>>) => ({
  region: aws.AWS_REGION ?? '',
  endpoint: aws.AWS_ENDPOINT_URL ?? '',
  credentials: {
    accessKeyId: aws.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: aws.AWS_SECRET_ACCESS_KEY ?? '',
  },
});

const settingsOf = (fn: Deployed, aws: Readonly<Record<string, string>>) => ({
  ...{
    logicalId: fn.logicalId,
    name: fn.name,
    arn: `arn:aws:lambda:moto:${fn.name}`,
    bundleDir: fn.bundleDir,
  },
  ...{ file: `${fn.bundleDir}/index.mjs`, exported: 'handler', timeoutMs: 60_000, memoryMb: 512 },
  env: {
    ...fn.env,
    ...aws,
    AWS_LAMBDA_FUNCTION_NAME: fn.name,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    PATH: '/usr/local/bin:/usr/bin/:/bin',
  },
});
