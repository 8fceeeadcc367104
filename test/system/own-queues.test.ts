import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQueueUrl } from '../../lib/config/queue-url.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import { probeNow } from '../../lib/outbox/circuit-breaker.ts';
import { decide } from '../support/bridge/analyst.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ANNA } from '../support/bridge/people.ts';
import { OPS_CHANNEL } from '../support/bridge/places.ts';
import { postCase } from '../support/bridge/posted-case.ts';
import { inLedger } from '../support/cloud-run/scenarios/ledger.ts';
import { eventProblems } from '../support/event-problems.ts';
import { waitFor } from '../support/wait-for.ts';

const LAKE = 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake';
/** In another account and region, with a key of its own. */
const VAULT = 'https://sqs.us-east-1.amazonaws.com/210987654321/vault.fifo';
const KEY = 'arn:aws:kms:us-east-1:210987654321:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const BUS = 'arn:aws:events:eu-west-1:000000000000:event-bus/security';
const CLOUD_EVENTS_BUS = 'arn:aws:events:us-east-1:210987654321:event-bus/default';

interface ToldEvent {
  readonly type: string;
  readonly id: string;
  readonly data: { readonly case_id?: string; readonly case?: { readonly case_id: string } };
}
interface Told extends ToldEvent {
  readonly message: Message;
}

describe("queues and event buses of the user's own, on the local cloud", () => {
  let world: BridgeWorld;
  let client: SQSClient;
  const inbox = new Map<string, Told[]>();

  beforeAll(async () => {
    world = await startBridgeWorld(
      { slack: ['soc'] },
      {
        webhooks: {
          destinations: {
            lake: { type: 'sqs', queueUrl: LAKE },
            vault: { type: 'sqs', queueUrl: VAULT, key: KEY },
            bus: { type: 'eventbridge', bus: BUS },
            other: { type: 'eventbridge', bus: CLOUD_EVENTS_BUS, format: 'cloudevents', show: 'minimal' },
          },
        },
      },
    );
    const { aws: endpoint, operator: credentials, region } = world.cloud.endpoints;
    client = new SQSClient({ endpoint, region, credentials, useQueueUrlAsEndpoint: false });
  });
  afterAll(async () => {
    client?.destroy();
    await world?.close();
  });

  /** All that a queue was ever given, in the order in which it gives it out. */
  async function inQueue(QueueUrl: string): Promise<readonly Told[]> {
    const kept = inbox.get(QueueUrl) ?? [];
    inbox.set(QueueUrl, kept);
    for (;;) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 10,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['All'],
        }),
      );
      if (Messages.length === 0) return kept;
      kept.push(...Messages.map((message) => ({ ...JSON.parse(message.Body ?? ''), message })));
      const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
      await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    }
  }
  const onBus = (arn: string) =>
    world.cloud.outside.buses.on(arn).map(({ detail }) => detail as unknown as ToldEvent);
  const about = (id: string, events: readonly ToldEvent[]) =>
    events
      .filter(({ data }) => (data.case?.case_id ?? data.case_id) === id)
      .map(({ type }) => type.replace('posture-bridge.', ''));
  const reconcile = () => {
    const { settings } =
      world.cloud.functions.find(({ settings: { name } }) => name.includes('Reconcile')) ?? {};
    return world.cloud.invoke(settings?.name ?? 'reconcile', {});
  };
  const toldInOps = (words: string) =>
    world.slack.messages(OPS_CHANNEL).filter(({ shown }) => shown.join(' ').includes(words));

  it('are told of a case, its change and its verdict: once, in order, as the schemas say', async () => {
    const posted = await postCase(world, 'soc', { event_count: 2 });
    await waitFor(async () => expect(about(posted.id, await inQueue(VAULT))).toEqual(['case.created']));
    await world.api.control('POST', `/cases/${posted.id}/events`, { title: 'A late sign' });
    await waitFor(async () =>
      expect(about(posted.id, await inQueue(VAULT))).toEqual(['case.created', 'case.changed']),
    );
    await decide(world, posted, 'SAFE', ANNA);
    await waitFor(async () => {
      expect(about(posted.id, await inQueue(VAULT))).toContain('verdict.recorded');
      expect(about(posted.id, await inQueue(LAKE))).toContain('verdict.recorded');
      for (const bus of [BUS, CLOUD_EVENTS_BUS])
        expect(about(posted.id, onBus(bus))).toContain('verdict.recorded');
    });
    const vault = await inQueue(VAULT);
    expect(about(posted.id, vault).slice(0, 3)).toEqual(['case.created', 'case.changed', 'verdict.recorded']);
    for (const events of [vault, await inQueue(LAKE), onBus(BUS)]) {
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      for (const { message: _, ...event } of events as Told[]) expect(eventProblems(event)).toBe(null);
    }
    for (const { id, type, message } of vault) {
      expect(message.Attributes).toMatchObject({ MessageGroupId: posted.id, MessageDeduplicationId: id });
      expect(message.MessageAttributes).toMatchObject({
        id: { StringValue: id },
        type: { StringValue: type },
      });
    }
    for (const { source, detailType, detail } of world.cloud.outside.buses.on(BUS))
      expect([source, detailType]).toEqual(['posture-bridge', detail.type]);
    expect(world.cloud.denied).toEqual([]);
  });

  it('close when they are gone, which is told once, and get in order what they missed when they are back', async () => {
    const { outside } = world.cloud;
    const vaultArn = readQueueUrl(VAULT)?.arn ?? '';
    await inQueue(VAULT);
    await outside.deleteQueue(vaultArn);
    outside.buses.delete(BUS);
    const before = (await inQueue(LAKE)).length;
    const posted = await postCase(world, 'soc');
    await waitFor(() => {
      for (const name of ['vault', 'bus'])
        expect(toldInOps(`${name}: refusing new messages`)).toHaveLength(1);
    });
    expect(toldInOps('There is no such queue.')).toHaveLength(1);
    expect(toldInOps('There is no such event bus.')).toHaveLength(1);
    await decide(world, posted, 'SAFE', ANNA);
    await waitFor(async () => {
      expect(about(posted.id, await inQueue(LAKE))).toContain('verdict.recorded');
      expect((await inQueue(LAKE)).length).toBeGreaterThan(before);
    });

    await outside.createQueue(vaultArn);
    outside.buses.create(BUS);
    // By the rhythm that would be in five minutes.
    await inLedger(world.cloud, async (table) => {
      const parts = table.at(Date.now());
      const ledger = createEventLedger(createDynamoVersionedRows(parts));
      for (const name of ['vault', 'bus']) await probeNow(ledger, name, parts.clock);
    });
    await reconcile();
    await waitFor(async () => {
      expect(about(posted.id, await inQueue(VAULT)).slice(0, 2)).toEqual([
        'case.created',
        'verdict.recorded',
      ]);
      expect(about(posted.id, onBus(BUS)).slice(0, 2)).toEqual(['case.created', 'verdict.recorded']);
    });
    await waitFor(() => {
      for (const name of ['vault', 'bus']) expect(toldInOps(`${name}: works again`)).toHaveLength(1);
    });
    for (const name of ['vault', 'bus']) expect(toldInOps(`${name}: refusing new messages`)).toHaveLength(1);
  });
});
