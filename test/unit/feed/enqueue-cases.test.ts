import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import { followsCases } from '../../../lib/config/follows-cases.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createChooses } from '../../../lib/endpoints/open-endpoints.ts';
import { createEventLedger } from '../../../lib/endpoints/stored-events.ts';
import { createCoveredThreats } from '../../../lib/feed/covered-threats.ts';
import { enqueueItems } from '../../../lib/feed/enqueue-items.ts';
import { NO_FACTS } from '../../../lib/feed/fact-finder.ts';
import { createItemMessages } from '../../../lib/feed/item-messages.ts';
import { retryUnfinished } from '../../../lib/feed/retry-unfinished.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import { createWithholding } from '../../../lib/feed/withholding.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { handOverWith } from '../../support/hand-over.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';

const LAKE = 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake';
const ENDPOINTS = 'https://queues/webhook.fifo';
const AT = '2026-11-15T08:59:00.000Z';
const configOf = (to: string[], more: Partial<BridgeInput> = {}) =>
  defineBridge({
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
    slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
    destinations: {
      soc: { type: 'slack', channel: 'C0SOC00001' },
      lake: { type: 'sqs', queueUrl: LAKE },
    },
    routes: [{ name: 'all', to }],
    verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
    ...more,
  });

function setUp(to = ['soc', 'lake']) {
  const config = configOf(to);
  const clock = createManualClock();
  const table = new FakeDynamo();
  const parts = {
    client: table.client(async (_, effect) => effect()),
    tableName: 'ledger',
    clock,
    random: Math.random,
  };
  const rows = createDynamoVersionedRows(parts);
  const cases = createCaseLedger(rows);
  const ledger = createDynamoFeedLedger(parts);
  const queues = createMemoryOutbox();
  const feed = { domain: 'acme', feed: 'cases' } as const;
  const nothing = () => undefined;
  const takenBefore: number[] = [];
  const enqueue = {
    feed,
    ledger,
    outbox: handOverWith({
      outbox: queues,
      deliveries: createDeliveryLedger(rows),
      events: { ledger: createEventLedger(rows), chooses: createChooses(config.destinations) },
      clock,
    }),
    messages: createItemMessages({
      ...{ config, feed, clock, onShadow: nothing, onUnrouted: nothing },
      queueUrls: { slack: 'https://queues/slack.fifo', webhook: ENDPOINTS },
    }),
    memory: createSeenMemory(100),
    covered: createCoveredThreats(ledger, 'acme'),
    facts: NO_FACTS,
    cases: {
      ...cases,
      save: (next: CaseRecord) => {
        takenBefore.push(queues.accepted('https://queues/slack.fifo').length);
        return cases.save(next);
      },
    },
    withholding: createWithholding([]),
    stepsOf: () => [],
    clock,
    hold: async () => undefined,
  };
  return {
    queues,
    takenBefore,
    cases,
    clock,
    poll: (id: string, more: object = {}) => {
      const item = { case_id: id, created_at: AT, updated_at: AT, events: [], ...more };
      return enqueueItems(enqueue, [{ id, createdAtMs: Date.parse(AT), revision: AT, item }], null);
    },
    retry: () => retryUnfinished(enqueue, null, () => false),
  };
}

describe('a case that the poller hands over', () => {
  it('is followed from then on, once its places have it', async () => {
    const one = setUp();
    await one.poll('c1');
    expect(one.takenBefore).toEqual([1]);
    expect(await one.cases.load('acme', 'c1')).toMatchObject({
      version: 1,
      status: 'discover',
      createdAtMs: Date.parse(AT),
      statusAtMs: Date.parse(AT),
      endedAtMs: null,
      places: { soc: 'handed', lake: 'handed' },
    });
  });

  it("is followed also where only a queue of the user's own is told of it", async () => {
    const one = setUp(['lake']);
    await one.poll('c1');
    expect(await one.cases.load('acme', 'c1')).toMatchObject({ status: 'discover' });
  });

  it('is over when it comes closed', async () => {
    const one = setUp();
    await one.poll('c1', { closed_at: AT });
    expect(await one.cases.load('acme', 'c1')).toMatchObject({ status: 'closed', endedAtMs: Date.parse(AT) });
  });

  it('has what became of it shown once more when a queue takes it later', async () => {
    const one = setUp();
    one.queues.refuse((_, url) => (url === ENDPOINTS ? 'down' : null));
    await one.poll('c1');
    const record = await one.cases.load('acme', 'c1');
    if (!record) throw new Error('it is not followed');
    expect(record.places).toEqual({ soc: 'handed', lake: 'unsent' });
    await one.retry();
    expect(await one.cases.load('acme', 'c1')).toEqual(record);
    const changes = [{ n: 1, from: 'discover', to: 'enforced', atMs: 1 }] as const;
    await one.cases.save({ ...record, status: 'enforced', changes });
    one.queues.refuse(() => null);
    await one.retry();
    const places = { soc: 'handed', lake: 'handed' };
    expect(await one.cases.load('acme', 'c1')).toMatchObject({ status: 'enforced', owed: true, places });
  });
});

describe('whether cases of a domain are followed', () => {
  it('goes by whether a chat or an endpoint may get them', () => {
    expect(followsCases(configOf(['soc']), 'acme')).toBe(true);
    expect(followsCases(configOf(['lake']), 'acme')).toBe(true);
    expect(followsCases(configOf(['soc'], { poll: { feeds: ['threats'] } }), 'acme')).toBe(false);
    const routes = [{ to: 'soc', when: { domain: 'other' } }];
    const domains = { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } };
    const two = { ...domains, other: { ...domains.acme, apiKey: '/other' } };
    expect(followsCases(configOf(['soc'], { routes, domains: two }), 'acme')).toBe(false);
  });
});
