import { describe, expect, it } from 'vitest';
import { type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
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
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { handOverWith } from '../../support/hand-over.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';

const LAKE = 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake';
const ENDPOINTS = 'https://queues/webhook.fifo';
const AT = '2026-11-15T08:59:00.000Z';

/** The pollers of both feeds of a domain, on a table in memory. */
function setUp(routes: BridgeInput['routes'] = [{ name: 'all', to: 'soc' }]) {
  const config = defineBridge({
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
    slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
    destinations: {
      soc: { type: 'slack', channel: 'C0SOC00001' },
      lead: { type: 'slack', channel: 'C0LEAD0001' },
      lake: { type: 'sqs', queueUrl: LAKE },
    },
    routes,
    verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
  });
  const clock = createManualClock();
  const table = new FakeDynamo();
  const calls: string[] = [];
  let refuses: (label: string) => boolean = () => false;
  const client = table.client(async (label, effect) => {
    calls.push(label);
    if (refuses(label)) throw Object.assign(new Error('the process died'), { name: 'AccessDenied' });
    return effect();
  });
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const ledger = createDynamoFeedLedger(parts);
  const rowsOfAll = createDynamoVersionedRows(parts);
  const records = createCaseLedger(rowsOfAll);
  const deliveries = createDeliveryLedger(rowsOfAll);
  const queues = createMemoryOutbox();
  const outbox = handOverWith({
    outbox: queues,
    deliveries,
    events: { ledger: createEventLedger(rowsOfAll), chooses: createChooses(config.destinations) },
    clock,
  });
  const unrouted: string[] = [];
  const shadows: (readonly string[])[] = [];

  /** A process of the poller. What another one knows, it does not. */
  function createProcess() {
    const covered = createCoveredThreats(ledger, 'acme');
    const of = (feed: 'cases' | 'threats') => ({
      feed: { domain: 'acme', feed },
      ledger,
      outbox,
      facts: NO_FACTS,
      covered,
      cases: records,
      withholding: createWithholding([]),
      stepsOf: () => [],
      clock,
      memory: createSeenMemory(),
      hold: async () => undefined,
      messages: createItemMessages({
        config,
        feed: { domain: 'acme', feed },
        queueUrls: { slack: 'slack', webhook: ENDPOINTS },
        clock,
        onShadow: (to) => shadows.push(to),
        onUnrouted: ({ id }) => unrouted.push(id),
      }),
    });
    const [cases, threats] = [of('cases'), of('threats')];
    return {
      handOverCase: (
        id: string,
        events: readonly string[],
        more: Partial<Case> & { quietBeforeMs?: number } = {},
      ) => {
        const { quietBeforeMs = null, ...fields } = more;
        const item = {
          case_id: id,
          created_at: AT,
          updated_at: AT,
          events: events.map((event_id) => ({ event_id })),
          ...fields,
        };
        return enqueueItems(
          cases,
          [{ id, createdAtMs: Date.parse(AT), revision: item.updated_at ?? AT, item }],
          quietBeforeMs,
        );
      },
      handOverThreats: (...ids: string[]) =>
        enqueueItems(
          threats,
          ids.map((id) => ({
            id,
            createdAtMs: Date.parse(AT),
            item: { event_id: id, created_at: AT, category: [id] },
          })),
          null,
        ),
      retryCases: () => retryUnfinished(cases, null, () => false),
    };
  }
  const rows = (pattern: RegExp) => [...table.rows.keys()].filter((name) => pattern.test(name)).toSorted();
  return {
    createProcess,
    ...createProcess(),
    ledger,
    deliveries,
    queues,
    calls,
    unrouted,
    shadows,
    refuse: (when: typeof refuses) => {
      refuses = when;
    },
    /** What is written of threats besides the links to cases. */
    ofThreats: () => rows(/^item#acme#threats#/),
    links: () => rows(/^event#/),
    inLake: () => queues.accepted(ENDPOINTS).flatMap(({ body }) => JSON.parse(body).items),
  };
}

describe('a threat that its case tells', () => {
  it('is not handed over, and nothing is written of it but the link to its case', async () => {
    const world = setUp();
    await world.handOverCase('c1', ['e1', 'e2']);
    expect(world.links()).toEqual(['event#acme#e1|case', 'event#acme#e2|case']);
    const enqueued = await world.handOverThreats('e1', 'e2', 'alone');
    expect(enqueued).toMatchObject({ announced: 1, covered: 2, quiet: 0, messages: 1, unfinished: false });
    expect(world.ofThreats()).toEqual([
      'item#acme#threats#alone|delivery#soc',
      'item#acme#threats#alone|seen',
    ]);
  });

  it('is known to another process too, and to this one without a question', async () => {
    const world = setUp();
    await world.handOverCase('c1', ['e1']);
    world.calls.length = 0;
    await world.handOverThreats('e1');
    expect(world.calls).toEqual([]);
    expect(await world.createProcess().handOverThreats('e1')).toMatchObject({ covered: 1, announced: 0 });
    expect(world.ofThreats()).toEqual([]);
  });

  it('goes where its routes send it besides, and is recorded as usual', async () => {
    const world = setUp([
      { name: 'cases', when: { feed: 'cases' }, to: 'soc' },
      { name: 'threats', when: { feed: 'threats' }, to: ['soc', 'lead', 'lake'] },
    ]);
    await world.handOverCase('c1', ['e1']);
    expect(await world.handOverThreats('e1')).toMatchObject({ announced: 1, covered: 0, messages: 2 });
    expect(world.ofThreats()).toEqual([
      'item#acme#threats#e1|delivery#lead',
      expect.stringMatching(/^item#acme#threats#e1\|event#lake#evt_/),
      'item#acme#threats#e1|seen',
    ]);
    expect(world.inLake()).toEqual([{ feed: 'threats', id: 'e1' }]);
    await world.createProcess().handOverThreats('e1');
    expect(world.inLake()).toHaveLength(1);
  });

  it('is handed over where its route wants it seen in the channel', async () => {
    const world = setUp([{ name: 'all', to: 'soc', broadcast: true }]);
    await world.handOverCase('c1', ['e1']);
    expect(await world.handOverThreats('e1')).toMatchObject({ announced: 1, covered: 0 });
    // The notifier finds the case, and puts it into its thread.
    expect(await world.deliveries.caseOf('acme', 'e1')).toBe('c1');
  });

  it('is still counted for shadow routes, and named where no route takes it: once', async () => {
    const world = setUp([
      { name: 'trial', when: { feed: 'threats', category: 'tried' }, to: 'lead', shadow: true },
      { name: 'all', when: { not: { category: 'nowhere' } }, to: 'soc' },
    ]);
    await world.handOverCase('c1', ['tried', 'nowhere']);
    for (const process of [world, world.createProcess()]) await process.handOverThreats('tried', 'nowhere');
    expect(world.shadows).toEqual([['lead']]);
    expect(world.unrouted).toEqual(['nowhere']);
    expect(world.ofThreats()).toEqual(['item#acme#threats#nowhere|seen', 'item#acme#threats#tried|seen']);
  });
});

describe('a case tells nothing', () => {
  it('where it could not be handed over; the notifier finds it there once it was', async () => {
    const world = setUp([{ name: 'all', to: ['soc', 'lead'] }]);
    world.queues.refuse(({ group }) => (group === 'lead' ? 'no' : null));
    await world.handOverCase('c1', ['e1']);
    expect(await world.ledger.coveredAt('acme', ['e1'])).toEqual(new Map([['e1', ['soc']]]));
    world.queues.refuse(() => null);
    await world.retryCases();
    await world.handOverThreats('e1');
    expect(world.ofThreats()).toEqual(['item#acme#threats#e1|delivery#lead', 'item#acme#threats#e1|seen']);
    expect(await world.deliveries.caseOf('acme', 'e1')).toBe('c1');
    expect(
      (await world.deliveries.load({ domain: 'acme', feed: 'cases', id: 'c1', destination: 'lead' }))?.value,
    ).toMatchObject({ eventsLinked: true });
  });

  it('where it is history', async () => {
    const world = setUp();
    await world.handOverCase('c1', ['e1'], { quietBeforeMs: Date.parse(AT) + 1 });
    expect(await world.handOverThreats('e1')).toMatchObject({ announced: 1, covered: 0 });
  });

  it('of events that were left out because it is too large', async () => {
    const world = setUp();
    const newer = Array.from({ length: 700 }, (_, n) => ({
      ...{ event_id: `n${n}`, created_at: '2026-11-15T08:59:30Z', title: 'x'.repeat(450) },
    }));
    await world.handOverCase('c1', [], {
      events: [{ event_id: 'e1', created_at: AT, title: 'x'.repeat(450) }, ...newer],
    });
    expect(await world.handOverThreats('e1', 'n1')).toMatchObject({ announced: 1, covered: 1 });
  });

  it('where it goes to no chat, and links nothing where no chat of its gets threats', async () => {
    const lake = setUp([{ name: 'all', to: 'lake' }]);
    await lake.handOverCase('c1', ['e1']);
    expect(await lake.handOverThreats('e1')).toMatchObject({ announced: 1, covered: 0 });
    const apart = setUp([
      { name: 'cases', when: { feed: 'cases' }, to: 'soc' },
      { name: 'threats', when: { feed: 'threats' }, to: 'lead' },
    ]);
    await apart.handOverCase('c1', ['e1']);
    expect([lake.links(), apart.links()]).toEqual([[], []]);
  });

  it('of the events that a change adds: those come by themselves, as before', async () => {
    const world = setUp();
    await world.handOverCase('c1', ['e1']);
    await world.handOverCase('c1', ['e1', 'e2'], { updated_at: '2026-11-15T09:00:00.000Z' });
    expect(await world.handOverThreats('e1', 'e2')).toMatchObject({ announced: 1, covered: 1 });
  });
});

describe('a threat that was handed over before its case', () => {
  it('keeps what is missing of it, and the notifier finds its case', async () => {
    const world = setUp([{ name: 'all', to: ['soc', 'lake'] }]);
    world.queues.refuse((_, queueUrl) => (queueUrl === ENDPOINTS ? 'no' : null));
    await world.handOverThreats('e1');
    await world.handOverCase('c1', ['e1']);
    const threats = { domain: 'acme', feed: 'threats' } as const;
    expect((await world.ledger.unfinished(threats, 5)).map(({ id, missing }) => [id, missing])).toEqual([
      ['e1', ['lake']],
    ]);
    expect(await world.createProcess().handOverThreats('e1')).toMatchObject({ unfinished: true, covered: 0 });
    expect(await world.deliveries.caseOf('acme', 'e1')).toBe('c1');
  });

  it('is recorded by its own poller after the link, and the link stays', async () => {
    const world = setUp();
    const other = world.createProcess();
    // The other process has asked the ledger, and sends while the case is handed over.
    let begun: Promise<unknown> | null = null;
    world.queues.refuse(({ group, body }) => {
      if (group === 'soc' && body.includes('e1')) begun ??= world.handOverCase('c1', ['e1']);
      return null;
    });
    await other.handOverThreats('e1');
    await begun;
    expect(await world.deliveries.caseOf('acme', 'e1')).toBe('c1');
    expect(world.ofThreats()).toEqual(['item#acme#threats#e1|delivery#soc', 'item#acme#threats#e1|seen']);
  });
});

it('a poller that dies between the hand-over and the link makes the link with the next poll', async () => {
  const world = setUp();
  world.refuse((label) => label === 'BatchWriteItemCommand');
  await expect(world.handOverCase('c1', ['e1'])).rejects.toThrow();
  world.refuse(() => false);
  expect(world.links()).toEqual([]);
  const next = world.createProcess();
  await next.handOverCase('c1', ['e1']);
  expect(await next.handOverThreats('e1')).toMatchObject({ covered: 1 });
});

it('a case whose events only the notifier noted tells no poller where it is told', async () => {
  const world = setUp();
  await world.deliveries.linkEvents('acme', 'c0', ['e1'], 0);
  expect(await world.handOverThreats('e1')).toMatchObject({ announced: 1, covered: 0 });
  await world.handOverCase('c1', ['e2']);
  // As the notifier reads it.
  expect(await world.deliveries.caseOf('acme', 'e2')).toBe('c1');
});
