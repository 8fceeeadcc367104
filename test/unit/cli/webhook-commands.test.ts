import { describe, expect, it } from 'vitest';
import policies from '../../../cli/commands/policies.ts';
import replay from '../../../cli/commands/webhook-replay.ts';
import test from '../../../cli/commands/webhook-test.ts';
import type { Asked, Command } from '../../../cli/frame/definition.ts';
import { plain } from '../../../lib/base/terminal.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { ended, newEvent } from '../../../lib/endpoints/endpoint-event.ts';
import { givenUpPriority, waitingPriority } from '../../../lib/endpoints/event-priority.ts';
import { endpointBreakerPauses } from '../../../lib/endpoints/retry-pauses.ts';
import { createEventLedger } from '../../../lib/endpoints/stored-events.ts';
import { outageAfter } from '../../../lib/outbox/outage.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const HOUR = 3_600_000;
const ROLE = 'arn:aws:iam::123456789012:role/sender';

/** A bridge that is reached as its operator reaches it, on a table in memory. `onLook`: what the function does meanwhile. */
function setUp(outputs: Record<string, string> = { WebhookDeliveriesQueue: 'https://queues/w.fifo' }) {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const parts = {
    client: table.client(async (_, effect) => effect()),
    tableName: 'ledger',
    clock,
    random: Math.random,
  };
  const ledger = createEventLedger(createDynamoVersionedRows(parts));
  const rung: string[] = [];
  let onLook: () => Promise<void> = async () => undefined;
  const config = defineBridge({
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
    destinations: {
      siem: { type: 'webhook', url: 'https://siem.example/in', secret: '/siem' },
      lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/210987654321/lake' },
    },
    routes: [{ to: ['siem', 'lake'] }],
  });
  const bridge = {
    where: 'posture-bridge in eu-west-1',
    clock: {
      ...clock,
      sleep: async (ms: number) => {
        await onLook();
        clock.advance(ms);
      },
    },
    ledger: parts,
    sqs: { send: async ({ input }: { input: { MessageBody: string } }) => void rung.push(input.MessageBody) },
    outputs: async () => outputs,
  };
  const run = async (command: Command, words: string[], flags: object = {}) => {
    const asked = {
      ...{ words, flags, json: false, config: async () => config, confirm: async () => undefined },
      bridge: async () => bridge,
    };
    const told = await command.run(asked as unknown as Asked);
    if (!told) throw new Error('it said nothing');
    return { ...told, text: told.lines.map(plain).join('\n') };
  };
  return {
    ...{ clock, ledger, rung, run },
    meanwhile: (next: typeof onLook) => {
      onLook = next;
    },
    /** The one event that waits for an endpoint. */
    async waiting(destination = 'siem') {
      const [todo] = await ledger.todo(destination, { limit: 10 });
      const row = todo && (await ledger.read(todo.key));
      if (!row) throw new Error('nothing waits');
      return row;
    },
  };
}

describe('posture-bridge webhook test', () => {
  it('says that the endpoint took it, once it did', async () => {
    const world = setUp();
    world.meanwhile(async () => {
      const { value, version } = await world.waiting();
      expect(value).toMatchObject({ type: 'bridge.test', key: { destination: 'siem' } });
      await world.ledger.save(ended(value, 'taken'), version, null, world.clock.now());
    });
    const told = await world.run(test, ['siem']);
    expect(told).toMatchObject({ value: { destination: 'siem', is: 'taken' }, well: true });
    expect(world.rung).toHaveLength(1);
    expect(JSON.parse(world.rung[0] ?? '')).toMatchObject({ kind: 'wake-up', destination: 'siem' });
  });

  it('says why it did not, with what to do', async () => {
    const world = setUp();
    world.meanwhile(async () => {
      const closed = outageAfter(
        null,
        { kind: 'place', reason: 'HTTP 410' },
        { nowMs: 1, leastMs: 0, rhythm: endpointBreakerPauses(() => 0) },
      );
      await world.ledger.saveOutage('siem', closed, 0, 1);
    });
    const told = await world.run(test, ['siem']);
    expect(told).toMatchObject({ value: { is: 'refused', reason: 'HTTP 410' }, well: false });
    expect(told.text).toContain('gone for good');
  });

  it('has one that is closed tried now, and does not take its old trouble for the answer', async () => {
    const world = setUp();
    const nowMs = world.clock.now();
    const before = outageAfter(
      null,
      { kind: 'place', reason: 'QueueDoesNotExist' },
      { nowMs, leastMs: 0, rhythm: endpointBreakerPauses(() => 0) },
    );
    await world.ledger.saveOutage('lake', { ...before, nextProbeMs: nowMs + 5 * HOUR }, 0, nowMs);
    world.meanwhile(async () => {
      expect((await world.ledger.loadOutage('lake'))?.value?.nextProbeMs).toBeLessThanOrEqual(
        world.clock.now(),
      );
      const { value, version } = await world.waiting('lake');
      await world.ledger.save(ended(value, 'taken'), version, null, world.clock.now());
    });
    expect(await world.run(test, ['lake'])).toMatchObject({ value: { is: 'taken' } });
  });

  it('does not wait for ever where nothing sends it', async () => {
    const told = await setUp().run(test, ['siem']);
    expect(told).toMatchObject({ value: { is: 'waits' }, well: false });
    expect(told.text).toContain('Does the bridge run?');
  });

  it('knows only endpoints of the configuration', async () => {
    await expect(setUp().run(test, ['sime'])).rejects.toThrow('did you mean siem?');
  });
});

describe('posture-bridge webhook replay', () => {
  async function withEvents() {
    const world = setUp();
    const nowMs = world.clock.now();
    const save = async (id: string, agoMs: number, placeOf: (atMs: number) => string) => {
      const event = newEvent({
        key: { domain: 'acme', feed: 'cases', id, destination: 'siem' },
        ...{ deliveryId: id, type: 'case.created', atMs: nowMs - agoMs, content: { kind: 'data', data: {} } },
      });
      await world.ledger.save(event, 0, placeOf(event.atMs), nowMs);
    };
    await save('old', 9 * HOUR, givenUpPriority);
    await save('given up', 2 * HOUR, givenUpPriority);
    await save('waits', 8 * HOUR, waitingPriority);
    const places = async () =>
      (await world.ledger.todo('siem', { limit: 10 })).map(
        ({ key, at }) => `${key.pk.split('#').at(-1)} ${at.slice(0, 2)}`,
      );
    return { ...world, places };
  }

  it('sends again what was given up since then, and leaves the rest where it is', async () => {
    const world = await withEvents();
    expect(await world.run(replay, ['siem'], { since: '6h', 'skip-older': false })).toMatchObject({
      value: { destination: 'siem', again: 1, skipped: 0 },
    });
    expect((await world.places()).toSorted()).toEqual(['given up 20', 'old 90', 'waits 20']);
    expect(world.rung).toHaveLength(1);
  });

  it('gives up what is older where that is wanted', async () => {
    const world = await withEvents();
    const told = await world.run(replay, ['siem'], { since: '6h', 'skip-older': true });
    expect(told.value).toMatchObject({ again: 1, skipped: 1 });
    expect((await world.places()).toSorted()).toEqual(['given up 20', 'old 90', 'waits 90']);
  });

  it.each([undefined, 'yesterday'])('wants a time: %s', async (since) => {
    await expect(setUp().run(replay, ['siem'], { since })).rejects.toThrow('--since');
  });
});

describe('posture-bridge policies', () => {
  it('prints a statement for what is in another account, and nothing for what is in its own', async () => {
    const told = await setUp({ EndpointsRoleArn: ROLE }).run(policies, []);
    expect(told.text).toContain(
      'lake: add this to the access policy of the queue arn:aws:sqs:eu-west-1:210987654321:lake',
    );
    expect(told.text).toContain(ROLE);
    const own = await setUp({ EndpointsRoleArn: ROLE.replace('123456789012', '210987654321') }).run(
      policies,
      [],
    );
    expect(own.text).toContain('is in the account of the bridge and needs nothing');
  });

  it('says to deploy first where there is no role yet', async () => {
    await expect(setUp({}).run(policies, [])).rejects.toThrow('Deploy this configuration first');
  });
});
