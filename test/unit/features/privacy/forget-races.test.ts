import { describe, expect, it } from 'vitest';
import { createDynamoAnswerLedger } from '../../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../../../lib/endpoints/stored-events.ts';
import { createDynamoPeople } from '../../../../lib/features/privacy/dynamo-people.ts';
import { findPerson } from '../../../../lib/features/privacy/find-person.ts';
import { searchFor } from '../../../../lib/features/privacy/person.ts';
import { enqueueCases } from '../../../../lib/feed/enqueue-cases.ts';
import { NO_FACTS } from '../../../../lib/feed/fact-finder.ts';
import { createHandOverCases } from '../../../../lib/feed/hand-over-cases.ts';
import { createSeenMemory } from '../../../../lib/feed/seen-memory.ts';
import { createWithholding } from '../../../../lib/feed/withholding.ts';
import { newDelivery } from '../../../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../../../lib/outbox/stored-deliveries.ts';
import type { Case } from '../../../../lib/posture/schemas/case.ts';
import { auditOf } from '../../../../lib/verdict/audit.ts';
import { createSaveDecision } from '../../../../lib/verdict/save-decision.ts';
import type { VerdictMessage } from '../../../../lib/verdict/verdict-message.ts';
import { FakeDynamo } from '../../../support/aws/fake-dynamo.ts';
import { caseRecord } from '../../../support/case-records.ts';
import { handOverWith } from '../../../support/hand-over.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../../support/memory/memory-outbox.ts';
import { ANN, aRequest, BOB, RULES } from '../../verdict/examples.ts';

const DANA = 'dana.frost@acme.example';
const START = Date.parse('2026-11-17T09:00:00Z');
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const caseAt = (minutes: number, more: Partial<Case> = {}): Case => ({
  ...{ case_id: 'own', user_email: DANA, user_name: 'Dana Frost', threat_brief: `Files of ${DANA}` },
  ...{
    created_at: at(0),
    updated_at: at(minutes),
    events: [{ event_id: 'e1', title: `Download by ${DANA}` }],
  },
  ...more,
});

type Parts = Parameters<typeof createDynamoPeople>[0];
type Actor = (parts: Parts) => Promise<unknown>;

/** One process: its call number `pausedAt` waits until the other one has done all that it does. */
function processOn(table: FakeDynamo, pausedAt = -1, other: () => Promise<unknown> = async () => undefined) {
  const made = { calls: 0 };
  const client = table.client(async (_, effect) => {
    if (made.calls++ === pausedAt) await other();
    return effect();
  });
  const clock = createManualClock(START + 600_000);
  // Two processes with the same numbers would take the writes of each other for their own.
  return { made, parts: { client, tableName: 'ledger', clock, random: Math.random } as unknown as Parts };
}

const ledgersOf = (parts: Parts) => {
  const rows = createDynamoVersionedRows(parts);
  return {
    cases: createCaseLedger(rows),
    deliveries: createDeliveryLedger(rows),
    events: createEventLedger(rows),
    answers: createDynamoAnswerLedger(parts),
    feeds: createDynamoFeedLedger(parts),
  };
};

/** What the poller and the reconciler do with a case that a list shows. */
const handOver =
  (item: Case, destinations: readonly string[]): Actor =>
  async (parts) => {
    const { cases, deliveries, events } = ledgersOf(parts);
    const { clock } = parts;
    const record = await cases.load('acme', item.case_id);
    const chooses = (name: string) => (name === 'lake' ? true : undefined);
    const outbox = handOverWith({
      ...{ outbox: createMemoryOutbox(), deliveries, severeFrom: 'high' as const, clock },
      events: { ledger: events, chooses },
    });
    const queued = (places: readonly string[], changed: boolean) =>
      places.map((destination) => {
        const deliveryId = `${destination}-${changed ? item.updated_at : 'new'}`;
        const about = { kind: 'case', deliveryId, domain: 'acme', destination, routes: ['all'] };
        const envelope = { ...about, handedOverAt: at(1), item, ...(changed && { changed }) };
        const message = { deliveryId, envelope };
        return { destination, queueUrl: destination, inChat: destination !== 'lake', message };
      });
    const sending = { destinations, broadcast: [], shadowed: [], matched: ['all'], sending: ['all'] };
    const { handed } = await createHandOverCases({
      domain: 'acme',
      messages: {
        route: () => sending,
        isChat: (name: string) => name !== 'lake',
        forPlaces: (_: unknown, places: readonly string[]) => queued(places, false),
        forChanged: (_: unknown, places: readonly string[]) => queued(places, true),
        forSteps: () => [],
        eventsIn: () => [],
      } as never,
      withholding: createWithholding([]),
      stepsOf: () => [],
      outbox,
      covered: { note: async () => undefined },
      cases,
      isAfterCrash: false,
      clock,
    })([{ item: { id: item.case_id, createdAtMs: START, revision: item.updated_at ?? '', item }, record }]);
    for (const { next } of handed) if (next) await cases.save(next);
  };

const pressed =
  (event: Partial<VerdictMessage>): Actor =>
  async (parts) => {
    const { answers, cases } = ledgersOf(parts);
    const move = createSaveDecision({
      ...{ ledger: answers, caseOf: cases.load, rules: RULES, people: {}, postTimeoutMs: 1 },
      clock: parts.clock as never,
    });
    const about = { v: 1, domain: 'acme', caseId: 'own', reply: null, createdAtMs: START };
    const moved = await move({ ...about, ...event } as never);
    if (moved !== 'busy' && moved.is === 'changed') await answers.copyTrail(auditOf(moved.next));
  };

/** Whatever writes about a case, each as the function does it: it loads, and saves on the condition of what it loaded. */
const WRITERS: Readonly<Record<string, Actor>> = {
  'the poller hands over a change': handOver(caseAt(2), ['soc', 'lake']),
  'the poller hands it to another place': handOver(caseAt(2, { severity: 'critical' }), [
    'soc',
    'urgent',
    'lake',
  ]),
  'the poller hands over a new case': handOver(caseAt(2, { case_id: 'new' }), ['soc', 'lake']),
  'the poller keeps what a queue did not take': async (parts) => {
    const one = { id: 'own', createdAtMs: START, missing: ['lake'], item: caseAt(2) };
    await ledgersOf(parts).feeds.record({ domain: 'acme', feed: 'cases' }, [one]);
  },
  async 'the poller records as history what a dead one had handed over'(parts) {
    const { cases, feeds } = ledgersOf(parts);
    const nowhere = { destinations: [], broadcast: [], shadowed: [], matched: [], sending: [] };
    const poller = {
      ...{
        feed: { domain: 'acme', feed: 'cases' },
        cases,
        ledger: feeds,
        facts: NO_FACTS,
        stepsOf: () => [],
      },
      ...{
        messages: {
          route: () => nowhere,
          forPlaces: () => [],
          forChanged: () => [],
          forSteps: () => [],
          isChat: () => true,
          eventsIn: () => [],
        },
        withholding: createWithholding([]),
        clock: parts.clock,
      },
      ...{ memory: createSeenMemory(), hold: async () => undefined, isAfterCrash: () => true },
      outbox: createMemoryOutbox(),
    };
    const item = { id: 'dead', createdAtMs: START, revision: at(1), item: caseAt(1, { case_id: 'dead' }) };
    await enqueueCases(poller as never, [item], START + 1);
  },
  async 'the notifier shows it'(parts) {
    const { deliveries } = ledgersOf(parts);
    const key = { domain: 'acme', feed: 'cases', id: 'own', destination: 'soc' } as const;
    const saved = await deliveries.load(key);
    if (!saved) return;
    const main = { ref: { channel: 'C1', ts: '9' }, hash: 'new' };
    await deliveries.save({ ...saved.value, main }, saved.version, null, START);
  },
  'an analyst decides': pressed({ kind: 'decide', request: aRequest({ by: BOB }) }),
  'an analyst hands it back': pressed({
    kind: 'hand-back',
    by: ANN,
    place: 'soc',
    clickId: 'k2',
    atMs: START + 1,
  }),
  async 'the reconciler finds it changed'(parts) {
    await ledgersOf(parts).cases.change('acme', 'own', (record) => ({ ...record, status: 'investigating' }));
  },
};

async function seeded(): Promise<FakeDynamo> {
  const table = new FakeDynamo();
  const { parts } = processOn(table);
  const { deliveries, cases, answers } = ledgersOf(parts);
  await handOver(caseAt(1), ['soc', 'lake'])(parts);
  const key = { domain: 'acme', feed: 'cases', id: 'other', destination: 'soc' } as const;
  const item = caseAt(1, {
    case_id: 'other',
    user_email: 'joe@acme.example',
    user_name: 'Joe',
    threat_brief: 'x',
    events: [],
  });
  await deliveries.save(newDelivery(key, { kind: 'case', item, trimmed: [] }, START), 0, null, START);
  const dead = caseAt(1, { case_id: 'dead' });
  const unrecorded = newDelivery({ ...key, id: 'dead' }, { kind: 'case', item: dead, trimmed: [] }, START);
  await deliveries.save(unrecorded, 0, null, START);
  await cases.save(caseRecord({ caseId: 'other', createdAtMs: START, places: { soc: 'handed' } }));
  await answers.save({
    ...{ domain: 'acme', caseId: 'own', version: 1, decision: null, trail: [] },
    claim: { id: 'k1', by: ANN, place: 'soc', atMs: START, episode: 0 },
  });
  return table;
}

const forgetting =
  (who: string): Actor =>
  async (parts) => {
    for await (const _ of findPerson({
      ...{ ledger: createDynamoPeople(parts), person: searchFor(who, []), forget: true },
    }));
  };

/** Where an export finds somebody, but for the trail. */
async function rowsOf(who: string, parts: Parts): Promise<string[]> {
  const found: string[] = [];
  const ledger = createDynamoPeople(parts);
  for await (const { row } of findPerson({ ledger, person: searchFor(who, []), forget: false }))
    if (row.kind !== 'trail' && row.kind !== 'proof') found.push(row.sk);
  return found;
}

/** Every way in which one process makes all its calls between two of another one. */
async function* interleaved(first: Actor, second: Actor) {
  for (let pausedAt = 0; ; pausedAt++) {
    const table = await seeded();
    const { made, parts } = processOn(table, pausedAt, () => second(processOn(table).parts));
    await first(parts);
    if (made.calls <= pausedAt) return;
    yield { table, pausedAt };
  }
}

describe.each(Object.entries(WRITERS))('while %s', (name, writer) => {
  const isNew = name === 'the poller hands over a new case';
  const knowsRecord = !isNew && name !== 'the poller keeps what a queue did not take';
  it.each([
    ['before each call of forget', forgetting(DANA), writer],
    ['itself interrupted before each of its calls', writer, forgetting(DANA)],
  ])('nothing of the person is left or comes back: %s', async (_when, first, second) => {
    let ways = 0;
    for await (const { table, pausedAt } of interleaved(first, second)) {
      ways++;
      const { parts } = processOn(table);
      // One run is enough for whoever begins while it runs and looks at the record first.
      if (first !== writer && knowsRecord)
        expect([pausedAt, await rowsOf(DANA, parts)]).toEqual([pausedAt, []]);
      // The second run, an hour later.
      await forgetting(DANA)(parts);
      expect([pausedAt, await rowsOf(DANA, parts)]).toEqual([pausedAt, []]);
      expect([pausedAt, await ledgersOf(parts).cases.load('acme', 'dead')]).toMatchObject([
        pausedAt,
        { forgotten: true },
      ]);
      for (const id of isNew ? ['own', 'new'] : ['own'])
        await handOver(caseAt(3, { case_id: id, severity: 'critical' }), ['soc', 'urgent', 'lake'])(parts);
      expect([pausedAt, await rowsOf(DANA, parts)]).toEqual([pausedAt, []]);
    }
    expect(ways).toBeGreaterThan(0);
  });

  it.each([
    ['before each call of forget', forgetting(ANN.id), writer],
    ['itself interrupted before each of its calls', writer, forgetting(ANN.id)],
  ])('an analyst who is forgotten is on no case: %s', async (_when, first, second) => {
    for await (const { table, pausedAt } of interleaved(first, second)) {
      const { parts } = processOn(table);
      await forgetting(ANN.id)(parts);
      expect([pausedAt, await rowsOf(ANN.id, parts)]).toEqual([pausedAt, []]);
      const { answers } = ledgersOf(parts);
      const answer = await answers.load('acme', 'own');
      expect([pausedAt, answer?.claim ?? null]).toEqual([pausedAt, null]);
      // Nobody is on it, so it is looked at once more.
      const due = await answers.overdue('acme', { untilMs: START + 86_400_000, limit: 9 });
      expect([pausedAt, due.length]).toEqual([pausedAt, 1]);
    }
  });
});

describe('a case whose poller died before it recorded it', () => {
  it('is followed to its end, though its person is forgotten', async () => {
    const { parts } = processOn(new FakeDynamo());
    const { deliveries, cases } = ledgersOf(parts);
    const key = { domain: 'acme', feed: 'cases', id: 'own', destination: 'soc' } as const;
    const content = { kind: 'case', item: caseAt(1), trimmed: [] } as const;
    await deliveries.save(newDelivery(key, content, START), 0, null, START);
    await forgetting(DANA)(parts);
    expect(await cases.load('acme', 'own')).toMatchObject({ forgotten: true });
    const followed = await cases.followed('acme', 9);
    expect(followed.map(({ createdAtMs, status }) => [createdAtMs, status])).toEqual([[START, 'discover']]);
  });
});
