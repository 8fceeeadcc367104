import { describe, expect, it } from 'vitest';
import { createCaseLedger } from '../../../../lib/dynamo/dynamo-case-ledger.ts';
import type { Asked } from '../../../../lib/features/personas/ask-persona.ts';
import { createFindUntold } from '../../../../lib/features/personas/find-untold.ts';
import { subjectId } from '../../../../lib/features/personas/subjects-of-case.ts';
import { createAsk } from '../../../../lib/outbox/ask-notifiers.ts';
import { type Delivery, newDelivery } from '../../../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../../../lib/outbox/stored-deliveries.ts';
import type { Case } from '../../../../lib/posture/schemas/case.ts';
import { caseRecord } from '../../../support/case-records.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const QUEUE = 'https://queues/slack.fifo';
const keyOf = (id: string, destination: string) => ({
  domain: 'acme',
  feed: 'cases' as const,
  id,
  destination,
});

/** A bridge that was handed cases, and the part of the reconciler that has their threads tell who they are about. */
function createWorld() {
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const cases = createCaseLedger(rows);
  const deliveries = createDeliveryLedger(rows);
  const outbox = createMemoryOutbox();
  const asked: string[] = [];
  const logged: unknown[] = [];
  let news = 0;
  let answers: (id: string) => Asked = () => 'known';
  let listings = 0;
  const start = () =>
    createFindUntold({
      domains: ['acme'],
      cases: {
        ...cases,
        fresh(...args) {
          listings++;
          return cases.fresh(...args);
        },
      },
      deliveries,
      personasAt: (destination) =>
        destination === 'hidden' ? null : destination === 'redacted' ? 'pseudonym' : 'full',
      async ask(_, subject) {
        asked.push(subjectId(subject));
        return answers(subjectId(subject));
      },
      show: createAsk({
        ledger: deliveries,
        outbox,
        queueUrlOf: () => QUEUE,
        severeFrom: 'high',
        clock,
      }).forPersonas,
      announcedAt: async () => news,
      clock,
      log: (what, fields) => logged.push({ what, ...fields }),
    });
  let part = start();
  const world = {
    clock,
    outbox,
    deliveries,
    cases,
    asked,
    logged,
    listings: () => listings,
    answer(next: typeof answers) {
      answers = next;
    },
    restart() {
      part = start();
    },
    async comes(
      id: string,
      { places = ['soc'], fields = {}, row = {} as Partial<Delivery>, ageMs = 0, isNews = true } = {},
    ) {
      const created_at = new Date(clock.now() - ageMs).toISOString();
      const item: Case = {
        case_id: id,
        created_at,
        updated_at: created_at,
        user_email: `${id}@acme.example`,
        ...fields,
      };
      for (const destination of places) {
        const delivery = newDelivery(
          keyOf(id, destination),
          { kind: 'case', item, trimmed: [] },
          clock.now() - ageMs,
        );
        const shown = { ...delivery, settled: true, main: { ref: { ts: '1' }, hash: 'h' }, ...row };
        await deliveries.save(shown, 0, shown.main ? null : '20#', clock.now());
      }
      await cases.save(caseRecord({ caseId: id, createdAtMs: Date.parse(created_at) }));
      if (isNews) news++;
    },
    /** What the look at all cases lists. */
    async follow() {
      part.met('acme', await cases.followed('acme', 1_000));
    },
    run: (ms = MINUTE) => part.part(clock.now() + ms),
    async listed(destination = 'soc') {
      return (await deliveries.todo(destination, { limit: 10 })).map(({ at }) => at.split('#')[0]);
    },
    async told(id: string, destination = 'soc', note = 'who:person') {
      const saved = await deliveries.load(keyOf(id, destination));
      if (!saved) throw new Error('there is no such row');
      const notes = { ...saved.value.notes, [note]: { ts: '2' } };
      await deliveries.save({ ...saved.value, notes }, saved.version, null, clock.now());
    },
  };
  return world;
}

describe('the thread of a new case', () => {
  it('is to tell who it is about, behind everything else, in the minute in which it came', async () => {
    const world = createWorld();
    await world.comes('ada');
    expect(await world.run()).toEqual({ personas: 1 });
    expect(world.asked).toEqual(['person:ada@acme.example']);
    expect(await world.listed()).toEqual(['50']);
    expect(world.outbox.accepted(QUEUE)).toHaveLength(1);
  });

  it('tells it at each of its places that shows people, and the platform is asked once', async () => {
    const world = createWorld();
    const fields = { events: [{ event_id: 'e1', user_name: 'etl-1' }] };
    await world.comes('ada', { places: ['soc', 'vip', 'redacted', 'hidden'], fields });
    expect(await world.run()).toEqual({ personas: 3 });
    expect(world.asked.toSorted()).toEqual(['person:ada@acme.example', 'service:etl-1']);
    expect(await world.listed('hidden')).toEqual([]);
    expect(await world.listed('redacted')).toEqual(['50']);
  });

  it('is left alone once it tells it', async () => {
    const world = createWorld();
    await world.comes('ada');
    await world.run();
    await world.told('ada');
    for (let minute = 0; minute < 120; minute++) {
      world.clock.advance(MINUTE);
      expect(await world.run()).toEqual({ personas: 0 });
    }
    expect(world.asked).toHaveLength(1);
    expect(await world.listed()).toEqual([]);
  });

  it('is looked at again where its notifier was at it and could not know', async () => {
    const world = createWorld();
    await world.comes('ada', { row: { main: null } });
    expect(await world.run()).toEqual({ personas: 1 });
    expect(await world.listed()).toEqual(['20']);
    const saved = await world.deliveries.load(keyOf('ada', 'soc'));
    if (!saved) throw new Error('there is no such row');
    const main = { ref: { ts: '1' }, hash: 'h' };
    await world.deliveries.save({ ...saved.value, main }, saved.version, null, world.clock.now());
    world.clock.advance(MINUTE);
    await world.run();
    expect(await world.listed()).toEqual(['50']);
  });

  it('is told by a process that has just started, if the one before died', async () => {
    const world = createWorld();
    await world.comes('ada', { ageMs: 5 * HOUR, isNews: false });
    world.restart();
    await world.follow();
    expect(await world.run()).toEqual({ personas: 1 });
  });

  it('waits while the platform has nothing, with growing pauses, for a day', async () => {
    const world = createWorld();
    world.answer(() => 'not yet');
    await world.comes('ada');
    for (let minute = 0; minute < 30 * 60; minute++) {
      await world.run();
      world.clock.advance(MINUTE);
    }
    expect(world.asked.length).toBeGreaterThan(20);
    expect(world.asked.length).toBeLessThan(35);
    expect(await world.listed()).toEqual([]);
    world.answer(() => 'known');
    await world.follow();
    expect(await world.run()).toEqual({ personas: 0 });
  });

  it('tells it when it is there at last', async () => {
    const world = createWorld();
    world.answer(() => 'not yet');
    await world.comes('ada');
    await world.run();
    world.answer(() => 'known');
    world.clock.advance(MINUTE);
    expect(await world.run()).toEqual({ personas: 1 });
  });

  it('is not looked at again where nobody knows them, nor once the case is over', async () => {
    const world = createWorld();
    world.answer((id) => (id.includes('ada') ? 'unknown' : 'not yet'));
    await world.comes('ada');
    await world.comes('bo');
    await world.run();
    const record = await world.cases.load('acme', 'bo');
    if (!record) throw new Error('it is not followed');
    await world.cases.save({ ...record, status: 'closed', endedAtMs: world.clock.now() });
    world.clock.advance(HOUR);
    await world.run();
    world.clock.advance(HOUR);
    await world.run();
    expect(world.asked).toHaveLength(2);
  });

  it('tells it of a case that was over when it was looked at, and came back before this process saw that', async () => {
    const world = createWorld();
    await world.comes('ada');
    const record = await world.cases.load('acme', 'ada');
    if (!record) throw new Error('it is not followed');
    await world.follow();
    const ended = { ...record, status: 'closed', endedAtMs: world.clock.now() } as const;
    await world.cases.save(ended);
    expect(await world.run()).toEqual({ personas: 0 });
    await world.cases.save({ ...ended, version: 2, status: 'investigating', endedAtMs: null });
    world.clock.advance(5 * MINUTE);
    await world.follow();
    expect(await world.run()).toEqual({ personas: 1 });
  });

  it.each([
    ['that a digest tells', { main: null, coveredElsewhere: true }],
    ['under a digest', { thread: { ts: '0' } }],
    ['that cannot be shown', { parked: 'too long' }],
    ['of somebody who was forgotten', { forgotten: 'item' as const }],
  ])('is none for a case %s', async (_, row) => {
    const world = createWorld();
    await world.comes('ada', { row });
    await world.run();
    expect(world.asked).toEqual([]);
  });
});

describe('a bridge to which nothing comes', () => {
  it('lists nothing, reads nothing and asks nobody', async () => {
    const world = createWorld();
    await world.run();
    const before = world.listings();
    for (let minute = 0; minute < 60; minute++) {
      world.clock.advance(MINUTE);
      await world.run();
    }
    expect(world.listings()).toBe(before);
    expect(world.asked).toEqual([]);
  });
});

describe('many cases', () => {
  it('are dealt with by the hundred, the newest first', async () => {
    const world = createWorld();
    for (let n = 0; n < 130; n++) {
      await world.comes(`c${n}`);
      world.clock.advance(10);
    }
    expect(await world.run()).toEqual({ personas: 100 });
    expect(world.asked).not.toContain('person:c0@acme.example');
    expect(await world.run()).toEqual({ personas: 30 });
  });

  it('are not held up by one that cannot be dealt with', async () => {
    const world = createWorld();
    await world.comes('ada');
    await world.comes('bo');
    world.answer((id) => {
      if (id.includes('ada')) throw new Error('a bug');
      return 'known';
    });
    expect(await world.run()).toEqual({ personas: 1 });
    expect(world.logged).toMatchObject([{ what: 'persona not told', error: 'Error: a bug' }]);
  });

  it('end with the time of the run', async () => {
    const world = createWorld();
    await world.comes('ada');
    expect(await world.run(0)).toEqual({ personas: 0 });
  });
});
