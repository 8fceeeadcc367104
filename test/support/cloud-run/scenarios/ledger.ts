import { randomBytes } from 'node:crypto';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { createBridgeKeys } from '../../../../lib/base/bridge-keys.ts';
import type { Clock } from '../../../../lib/base/clock.ts';
import { CLICKS_KEY, keyParameter } from '../../../../lib/base/key-names.ts';
import { openSeal, type Seal } from '../../../../lib/base/seal.ts';
import type { Row } from '../../../../lib/dynamo/row-values.ts';
import type { LocalCloud } from '../../../../local/cloud/local-cloud.ts';
import { createMemoryKeyStore } from '../../memory/memory-bridge-keys.ts';

/** The table of the bridge, for an operator who may do everything. */
export interface LedgerByHand {
  put(row: Row): Promise<void>;
  /** How many rows are in partitions that begin so. */
  count(prefix: string): Promise<number>;
  /** What the bridge's own adapters need to write there, as if it were then. */
  at(nowMs: number): { client: DynamoDBClient; tableName: string; clock: Clock; random: () => number };
}

export async function inLedger(
  cloud: LocalCloud,
  work: (ledger: LedgerByHand) => Promise<void>,
): Promise<void> {
  const { aws, operator, region } = cloud.endpoints;
  const client = new DynamoDBClient({ endpoint: aws, region, credentials: operator });
  const [table] = cloud.template.of('AWS::DynamoDB::Table');
  const tableName = table?.identity.ref ?? '';
  try {
    await work({
      async put(Item) {
        await client.send(new PutItemCommand({ TableName: tableName, Item }));
      },
      async count(prefix) {
        const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName }));
        return Items.filter(({ pk }) => pk?.S?.startsWith(prefix)).length;
      },
      at: (nowMs) => ({
        client,
        tableName,
        clock: { now: () => nowMs, sleep: async () => undefined },
        random: Math.random,
      }),
    });
  } finally {
    client.destroy();
  }
}

/** The seal of what the action function accepted, whose key the reconciler makes in its first run. */
export async function sealOfClicks(cloud: LocalCloud): Promise<Seal> {
  const { BridgeName = '' } = cloud.outputs;
  const { values } = cloud.parameters;
  return openSeal(
    createBridgeKeys({
      store: createMemoryKeyStore({
        get: (name) => values.get(keyParameter(BridgeName, name)),
        has: (name) => values.has(keyParameter(BridgeName, name)),
        set: (name, value) => values.set(keyParameter(BridgeName, name), value),
      }),
      lifeMsOf: () => 0,
      clock: Date,
      randomBytes,
    }),
    CLICKS_KEY,
  );
}
