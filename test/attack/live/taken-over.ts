/** What a function that was taken over can do with its own credentials, in a bridge that runs. */
import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { FORGOTTEN_LIST, KEY_NAMES, keyParameter } from '../../../lib/base/key-names.ts';
import type { Answer } from '../../../lib/case/answer.ts';
import { decideMessage } from '../../../lib/chats/presses/click-messages.ts';
import type { FunctionName } from '../../../lib/config/function-env.ts';
import { keyReaders } from '../../../lib/config/key-readers.ts';
import { functionIds } from '../../../lib/config/stack-outputs.ts';
import { saveAnswerUpdate } from '../../../lib/dynamo/answer-row.ts';
import { writeVerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import type { BridgeWorld } from '../../support/bridge/bridge-world.ts';
import { verdictsAt } from '../../support/bridge/platform-view.ts';
import type { PostedCase } from '../../support/bridge/posted-case.ts';
import { until } from '../../support/wait-for.ts';
import type { Attack } from '../group.ts';

const BY = { surface: 'slack', id: 'U0ANNA', name: 'anna' } as const;
/** The only one that may write what people decided. */
const RECORDS: FunctionName = 'verdict';

/** A decision that nobody made, ready to be sent to the platform. */
function forged({ id }: PostedCase, nowMs: number): Answer {
  return {
    ...{ domain: 'acme', caseId: id, version: 1, trail: [], createdAtMs: nowMs },
    decision: {
      ...{ id: 'forged', outcome: 'SAFE', comment: null, eventIds: [], by: BY, place: 'flood' },
      ...{ clickedAtMs: nowMs, overrides: null, approvedBy: null, episode: 0 },
      // The reconciler moves on what should have been sent ten minutes ago.
      state: { is: 'undoable', sinceMs: nowMs - 660_000, untilMs: nowMs - 600_000 },
    },
  };
}

export async function* takenOver(world: BridgeWorld, open: PostedCase): AsyncGenerator<Attack> {
  const { cloud } = world;
  const { outputs, endpoints } = cloud;
  const tableName = outputs.LedgerTableName ?? '';
  const names = functionIds(outputs);
  for (const { settings } of cloud.functions) {
    const name = names.get(settings.name) as FunctionName;
    const given = {
      endpoint: endpoints.aws,
      region: endpoints.region,
      credentials: cloud.assumeRoleOf(settings.name),
      maxAttempts: 1,
    };
    const [dynamo, sqs, ssm] = [new DynamoDBClient(given), new SQSClient(given), new SSMClient(given)];
    const attack = (what: string, call: () => Promise<unknown>): Attack => ({
      name: `a taken-over ${name} ${what}`,
      run: () => call().then(() => `${name} ${what}: allowed`, onlyRefused),
    });
    const answer = saveAnswerUpdate(forged(open, Date.now()), 'w', Date.now());
    if (name !== RECORDS) {
      yield attack('writes what people decided', () =>
        dynamo.send(new UpdateItemCommand({ TableName: tableName, ...answer })),
      );
      yield attack('adds to the trail', () =>
        dynamo.send(
          new PutItemCommand({
            TableName: tableName,
            Item: { pk: { S: 'audit#acme#2026-11-18' }, sk: { S: 'x' } },
          }),
        ),
      );
    }
    const Key = { pk: { S: 'chain#acme' }, sk: { S: '2026-11-18#00000001' } };
    yield attack('cuts the trail off', () =>
      dynamo.send(new DeleteItemCommand({ TableName: tableName, Key })),
    );
    yield attack('lets the end of the trail expire', () =>
      dynamo.send(
        new UpdateItemCommand({
          ...{ TableName: tableName, Key, UpdateExpression: 'SET expiresAtSeconds = :now' },
          ExpressionAttributeValues: { ':now': { N: '1' } },
        }),
      ),
    );
    const rights = keyReaders(world.config)[name];
    for (const key of [...KEY_NAMES, FORGOTTEN_LIST] as const) {
      const Name = keyParameter(outputs.BridgeName ?? '', key);
      if (!rights.reads.includes(key))
        yield attack(`reads the key of ${key}`, () =>
          ssm.send(new GetParameterCommand({ Name, WithDecryption: true })),
        );
      const put = { Name, Value: 'mine', Type: 'SecureString' } as const;
      yield attack(`replaces the key of ${key}`, () =>
        ssm.send(new PutParameterCommand({ ...put, Overwrite: true })),
      );
    }
    yield {
      name: `a taken-over ${name} has a decision sent that nobody made`,
      async run() {
        await Promise.allSettled([
          // A row that it may write, on the list of decisions that should have gone on.
          dynamo.send(
            new UpdateItemCommand({
              TableName: tableName,
              ...answer,
              Key: { pk: { S: `item#acme#cases#${open.id}` }, sk: { S: 'answer' } },
            }),
          ),
          sqs.send(
            new SendMessageCommand({
              QueueUrl: outputs.VerdictsQueue ?? '',
              MessageBody: clickOn(open, Date.now()),
            }),
          ),
          sqs.send(
            new SendMessageCommand({
              QueueUrl: outputs.VerdictsQueue ?? '',
              MessageBody: JSON.stringify({
                ...{ v: 1, kind: 'post', domain: 'acme', caseId: open.id, decisionId: 'forged' },
              }),
            }),
          ),
        ]);
        await reconcileIn(world);
        await until('the queue of clicks is empty', async () => (await waitingIn(world)) === 0);
        const sent = (await verdictsAt(world, open)).map(({ outcome }) => outcome);
        for (const client of [dynamo, sqs, ssm]) client.destroy();
        return sent.includes('SAFE') ? `the platform got ${sent.join()}` : null;
      },
    };
  }
}

export const reconcileIn = ({ cloud }: BridgeWorld) =>
  cloud.invoke(cloud.outputs.ReconcileFunctionName ?? '', {});

async function waitingIn({ cloud }: BridgeWorld): Promise<number> {
  const name = cloud.outputs.VerdictsQueue?.replace(/^.*\//, '') ?? '';
  const depth = (await cloud.queues())[name];
  return depth ? depth.waiting + depth.inFlight : 0;
}

/** As the action function writes it, without its proof. */
const clickOn = ({ id }: PostedCase, nowMs: number): string =>
  writeVerdictMessage(
    decideMessage(
      { domain: 'acme', caseId: id, destination: 'flood', createdAtMs: nowMs, decisionId: null },
      {
        ...{ id: `forged-${nowMs}`, by: BY, atMs: nowMs, channelId: 'C0LANE0FLOOD' },
        reply: { surface: 'slack' },
        found: { groups: [], outsider: null },
      } as never,
      { outcome: 'SAFE', comment: null, eventIds: [], overrides: null },
    ),
  );

/** Any other failure would hide that it was allowed. */
function onlyRefused(error: unknown): null {
  if ((error as Error).name.startsWith('AccessDenied')) return null;
  throw error;
}

/** The same with the credentials of the function that may: it is sent, so the attack would be seen. */
export async function forgeAsRecorder({ cloud }: BridgeWorld, open: PostedCase): Promise<void> {
  const { aws: endpoint, region } = cloud.endpoints;
  const credentials = cloud.assumeRoleOf(cloud.outputs.VerdictFunctionName ?? '');
  const client = new DynamoDBClient({ endpoint, region, credentials });
  const update = saveAnswerUpdate(forged(open, Date.now()), 'w', Date.now());
  await client.send(new UpdateItemCommand({ TableName: cloud.outputs.LedgerTableName ?? '', ...update }));
  client.destroy();
}
