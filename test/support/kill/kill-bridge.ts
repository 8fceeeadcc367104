import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import { systemClock } from '../../../lib/base/clock.ts';
import type { Answer } from '../../../lib/case/answer.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { rowKey } from '../../../lib/dynamo/row-values.ts';
import { feedRow } from '../../../lib/ledger/item-rows.ts';
import type { LocalFunction } from '../../../local/cloud/function-pool.ts';
import { type BridgeWorld, startBridgeWorld } from '../bridge/bridge-world.ts';
import { ANNA, BEN } from '../bridge/people.ts';
import { channelOf, personOf } from '../bridge/places.ts';

/** Several, because a channel takes one message a second. */
const LANES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];
/** Until a message comes back that a dead function held. On AWS it is six minutes. */
const VISIBILITY_SECONDS = 2;
const DOMAIN = 'acme';

export const CHANNELS: readonly string[] = LANES.map(channelOf);

export interface KillBridge extends Pick<BridgeWorld, 'slack' | 'lines' | 'close'> {
  readonly functions: Readonly<Record<'poll' | 'notify' | 'action' | 'verdict', LocalFunction>>;
  /** Opens cases, one after the other in the next channel; their ids. */
  openCases(count: number): Promise<string[]>;
  /** What the platform took, in order. */
  taken(): Promise<readonly { case_id: string; outcome: string }[]>;
  answerOf(caseId: string): Promise<Answer | null>;
  /** Runs the poll function as the schedule would, a minute later: what a dead one held on to is free by then. */
  pollAgain(): Promise<void>;
  /** Lets the messages come back that a dead function was handed, sooner than the queue would. */
  giveBack(event: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The whole bridge, with an eye on every request of the platform. */
export async function startKillBridge(onCall: (name: string) => void): Promise<KillBridge> {
  const world = await startBridgeWorld(
    { slack: LANES },
    {
      api: { cases: 0, threats: 0, writeLimit: 0 },
      slack: { answerTimeoutMs: 3_000 },
      config: {
        storm: { threshold: 10_000 },
        verdicts: { allow: { slackUsers: [ANNA, BEN] }, undoSeconds: 1 },
      },
      onApiCall: onCall,
    },
  );
  const { api, slack, cloud, lines } = world;
  const { aws: endpoint, operator: credentials, region } = cloud.endpoints;
  const client = new DynamoDBClient({ endpoint, region, credentials });
  const sqs = new SQSClient({ endpoint, region, credentials, useQueueUrlAsEndpoint: false });
  const tableName = cloud.outputs.LedgerTableName ?? '';
  const ledger = createDynamoAnswerLedger({ client, tableName, clock: systemClock, random: Math.random });
  const functionOf = (name: string) => {
    const found = cloud.functions.find(({ settings: { logicalId } }) => logicalId.includes(name));
    if (!found) throw new Error(`the stack has no function ${name}`);
    return found;
  };
  const functions = {
    poll: functionOf('Poll'),
    notify: functionOf('Notif'),
    action: functionOf('Action'),
    verdict: functionOf('Verdict'),
  };
  let opened = 0;

  return {
    slack,
    lines,
    functions,
    async openCases(count) {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) {
        const user_email = personOf(LANES[opened++ % LANES.length] ?? '');
        const { case_ids } = await api.control<{ case_ids: string[] }>('POST', '/cases', { user_email });
        ids.push(...case_ids);
      }
      return ids;
    },
    async taken() {
      const { verdicts } = await api.control<{ verdicts: Accepted[] }>('GET', '/verdicts');
      return verdicts.map(({ case_id, body }) => ({ case_id, outcome: body.outcome }));
    },
    answerOf: (caseId) => ledger.load(DOMAIN, caseId),
    async pollAgain() {
      await client
        .send(
          new UpdateItemCommand({
            TableName: tableName,
            Key: rowKey(feedRow.key({ domain: DOMAIN, feed: 'cases' })),
            UpdateExpression: 'SET leaseExpiresAtMs = :past',
            ConditionExpression: 'attribute_exists(leaseHolder)',
            ExpressionAttributeValues: { ':past': { N: '0' } },
          }),
        )
        .catch(() => {
          // Nobody held it.
        });
      void functions.poll.invoke({ domains: [DOMAIN] });
    },
    async giveBack(event) {
      const { Records = [] } = event as { Records?: { receiptHandle: string; eventSourceARN: string }[] };
      for (const { receiptHandle: ReceiptHandle, eventSourceARN } of Records) {
        const [account, name] = eventSourceARN.split(':').slice(4);
        const QueueUrl = `${endpoint}/${account}/${name}`;
        const VisibilityTimeout = VISIBILITY_SECONDS;
        await sqs
          .send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }))
          .catch(() => {
            // It had answered with its last breath, and the message is gone.
          });
      }
    },
    async close() {
      sqs.destroy();
      client.destroy();
      await world.close();
    },
  };
}

interface Accepted {
  readonly case_id: string;
  readonly body: { readonly outcome: string };
}
