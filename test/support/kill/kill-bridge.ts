import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import { synthBridge } from '../../../cdk/synth-bridge.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createDynamoVerdictLedger } from '../../../lib/dynamo/dynamo-verdict-ledger.ts';
import { feedRowKey } from '../../../lib/dynamo/row-keys.ts';
import { systemClock } from '../../../lib/platform/clock.ts';
import type { CaseVerdict } from '../../../lib/verdict/case-verdict.ts';
import type { LocalFunction } from '../../../local/cloud/function-pool.ts';
import { type LocalCloud, startLocalCloud } from '../../../local/cloud/local-cloud.ts';
import { type Slack, startSlack } from '../../../local/slack/server.ts';
import { ANNA, BEN, OPS_CHANNEL, SCOPES } from '../bridge/bridge-world.ts';
import { startGate } from '../functions/gate.ts';
import { startReferenceServer } from '../posture-api.ts';

/** Several, because a channel takes one message a second. */
const LANES = [0, 1, 2, 3, 4, 5, 6, 7];
/** Until a message comes back that a dead function held. On AWS it is six minutes. */
const VISIBILITY_SECONDS = 2;
const DOMAIN = 'acme';
const SECRETS = {
  key: '/test/acme/api-key',
  signing: '/test/slack/signing-secret',
  token: '/test/slack/bot-token',
};

export const channelOf = (lane: number): string => `C0LANE000${lane}`;
export const CHANNELS: readonly string[] = LANES.map(channelOf);

export interface KillBridge {
  readonly slack: Slack;
  readonly cloud: LocalCloud;
  /** Everything that was said, by whom. */
  readonly lines: readonly string[];
  readonly functions: Readonly<Record<'poll' | 'notify' | 'action' | 'verdict', LocalFunction>>;
  /** Opens cases, one after the other in the next channel; their ids. */
  openCases(count: number): Promise<string[]>;
  /** What the platform took, in order. */
  taken(): Promise<readonly { case_id: string; outcome: string }[]>;
  verdictOf(caseId: string): Promise<CaseVerdict | null>;
  /** Runs the poll function as the schedule would, a minute later: what a dead one held on to is free by then. */
  pollAgain(): Promise<void>;
  /** Lets the messages come back that a dead function was handed, sooner than the queue would. */
  giveBack(event: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The whole bridge, with an eye on every request of the platform. */
export async function startKillBridge(onCall: (name: string) => void): Promise<KillBridge> {
  const api = await startReferenceServer({
    cases: 0,
    threats: 0,
    users: 20,
    nhi: 0,
    drift: 0,
    writeLimit: 0,
  });
  const gate = await startGate(api.url, { onCall });
  const slack = await startSlack({
    users: [ANNA, BEN].map((id) => ({ id, name: id.toLowerCase(), realName: id })),
    channels: [...CHANNELS, OPS_CHANNEL].map((id) => ({ id, name: id.toLowerCase() })),
    scopes: SCOPES,
    rates: false,
  });
  const config = defineBridge({
    domains: { [DOMAIN]: { baseUrl: gate.url + new URL(api.url).pathname, apiKey: SECRETS.key } },
    poll: { every: '5s', feeds: ['cases'] },
    slack: {
      signingSecret: SECRETS.signing,
      botToken: SECRETS.token,
      teamId: slack.teamId,
      apiUrl: slack.url,
    },
    destinations: {
      ...Object.fromEntries(
        LANES.map((lane) => [`lane-${lane}`, { type: 'slack' as const, channel: channelOf(lane) }]),
      ),
      ops: { type: 'slack', channel: OPS_CHANNEL },
    },
    routes: LANES.map((lane) => ({ when: { user: `*@lane-${lane}.example` }, to: `lane-${lane}` })),
    storm: { threshold: 10_000 },
    verdicts: { allow: { slackUsers: [ANNA, BEN] }, undoSeconds: 1 },
    ops: { to: 'ops' },
  });
  const folder = await mkdtemp(join(tmpdir(), 'kill-bridge-'));
  const { directory } = await synthBridge({ config, outdir: folder });
  const lines: string[] = [];
  const cloud = await startLocalCloud({
    assemblyDir: directory,
    secrets: {
      [SECRETS.key]: api.key,
      [SECRETS.signing]: slack.signingSecret,
      [SECRETS.token]: slack.botToken,
    },
    missingSecrets: 'refuse',
    log: (from, line) => lines.push(`${from}: ${line}`),
  });
  slack.setRequestUrl(cloud.outputs.SlackRequestUrl ?? '');
  const { aws: endpoint, operator: credentials, region } = cloud.endpoints;
  const client = new DynamoDBClient({ endpoint, region, credentials });
  const sqs = new SQSClient({ endpoint, region, credentials, useQueueUrlAsEndpoint: false });
  const tableName = tableOf(cloud);
  const ledger = createDynamoVerdictLedger({ client, tableName, clock: systemClock, random: Math.random });
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
    cloud,
    lines,
    functions,
    async openCases(count) {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) {
        const user_email = `someone@lane-${opened++ % LANES.length}.example`;
        const { case_ids } = await api.control<{ case_ids: string[] }>('POST', '/cases', { user_email });
        ids.push(...case_ids);
      }
      return ids;
    },
    async taken() {
      const { verdicts } = await api.control<{ verdicts: Accepted[] }>('GET', '/verdicts');
      return verdicts.map(({ case_id, body }) => ({ case_id, outcome: body.outcome }));
    },
    verdictOf: (caseId) => ledger.load(DOMAIN, caseId),
    async pollAgain() {
      await client
        .send(
          new UpdateItemCommand({
            TableName: tableName,
            Key: feedRowKey({ domain: DOMAIN, feed: 'cases' }),
            UpdateExpression: 'SET leaseExpiresAtMs = :past',
            ConditionExpression: 'attribute_exists(leaseHolder)',
            ExpressionAttributeValues: { ':past': { N: '0' } },
          }),
        )
        .catch(() => {
          // Nobody held it.
        });
      void functions.poll.invoke({ domain: DOMAIN });
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
      await cloud.stop();
      await Promise.all([slack.close(), gate.close()]);
      await Promise.all([api.close(), rm(folder, { recursive: true, force: true })]);
    },
  };
}

interface Accepted {
  readonly case_id: string;
  readonly body: { readonly outcome: string };
}

const tableOf = ({ template }: LocalCloud): string => {
  const [table] = template.of('AWS::DynamoDB::Table');
  if (!table) throw new Error('the stack has no table');
  return table.identity.ref;
};
