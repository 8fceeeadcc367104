/** What `functions/action.ts` is measured against: the same work as one would write it with Bolt. */
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { App, AwsLambdaReceiver } from '@slack/bolt';

const {
  SIGNING_SECRET = '',
  BOT_TOKEN = '',
  TABLE_NAME: TableName = '',
  VERDICT_QUEUE_URL: QueueUrl = '',
} = process.env;
const calls = { maxAttempts: 2 };
const ssm = new SSMClient(calls);
const dynamo = new DynamoDBClient(calls);
const sqs = new SQSClient({ ...calls, useQueueUrlAsEndpoint: false });

async function readSecret(Name: string): Promise<string> {
  const { Parameter } = await ssm.send(new GetParameterCommand({ Name, WithDecryption: true }));
  return Parameter?.Value ?? '';
}

async function start() {
  const [signingSecret, botToken] = await Promise.all([readSecret(SIGNING_SECRET), readSecret(BOT_TOKEN)]);
  const receiver = new AwsLambdaReceiver({ signingSecret });
  // Told who it is, so that it asks Slack nothing: with a token alone it calls `auth.test` when it starts.
  const authorize = async () => ({ botToken, botId: 'B0BRIDGE01', botUserId: 'U0BRIDGE01' });
  const app = new App({ receiver, authorize, processBeforeResponse: true });
  app.action(/^verdict:/, async ({ ack, body, action }) => {
    const click = JSON.stringify({ by: body.user, action });
    const Item = { pk: { S: `click#${body.trigger_id}` }, sk: { S: 'click' }, body: { S: click } };
    await Promise.all([
      dynamo.send(new PutItemCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' })),
      sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: click })),
    ]);
    await ack();
  });
  return receiver.start();
}

// As ours does: begun while the function loads.
const started = start();

export const handler = async (event: never, context: never) => (await started)(event, context);
