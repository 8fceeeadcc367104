import { describe, expect, it } from 'vitest';
import {
  caseEnvelope,
  createDeliveryWorld,
  delivering,
  handOver,
  meta,
  threatEnvelope,
} from './delivery-world.ts';

const KEY = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
/** More events than fit into the message: the others are notes. */
const EVENTS = ['e1', 'e2'];

describe('a note that follows its message at once', () => {
  it('begins with the write that says that the message is posted', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1', { events: EVENTS }), meta());
    expect(world.texts()).toEqual(['case c1', 'note e1', 'note e2']);
    // New; begun; posted and the first note begun; posted and the second begun; posted.
    expect((await world.ledger.load(KEY))?.version).toBe(5);
  });

  it('waits when something more urgent has come, and when the time is up', async () => {
    const world = createDeliveryWorld();
    world.trouble((call, text) => {
      if (call === 'post' && text === 'case c1') {
        void world.outbox.send('queue', [handOver(caseEnvelope('bad', { severity: 'critical' }))]);
      }
      return null;
    });
    await world.deliver(caseEnvelope('c1', { events: EVENTS }), meta());
    expect(world.texts().slice(0, 2)).toEqual(['case c1', 'case bad']);
    expect(world.texts()).toContain('note e2');
    const other = createDeliveryWorld();
    let calls = 0;
    const remainingMs = () => (++calls > 1 ? 5_000 : 60_000);
    expect(await other.deliver(caseEnvelope('c1', { events: EVENTS }), meta({ remainingMs }))).toBe('go on');
    expect(other.texts()).toEqual(['case c1']);
    expect((await other.ledger.load(KEY))?.value).toMatchObject({ begun: null, main: { ref: {} } });
  });

  it('does not lose that the message is posted when another function has changed the row', async () => {
    const world = createDeliveryWorld();
    let changed = false;
    const { ledger } = world.parts;
    const deliver = delivering({
      ...world.parts,
      ledger: {
        ...ledger,
        async save(delivery, version, todo, nowMs) {
          // Just before it is written down that the message stands there and that the note begins.
          if (delivery.main && delivery.begun && !changed) {
            changed = true;
            const saved = await ledger.load(delivery.key);
            if (saved) await ledger.save(saved.value, saved.version, saved.todo ?? null, nowMs);
          }
          return ledger.save(delivery, version, todo, nowMs);
        },
      },
    });
    expect(await deliver(caseEnvelope('c1', { events: EVENTS }), meta())).toBe('done');
    expect(changed).toBe(true);
    expect(world.texts()).toEqual(['case c1', 'note e1', 'note e2']);
    expect((await ledger.load(KEY))?.value).toMatchObject({ begun: null, main: { ref: {} } });
  });

  it('stays on the list where another function has put the row meanwhile: it knows of something new', async () => {
    const world = createDeliveryWorld();
    const { ledger, clock } = world;
    let asked = false;
    world.trouble((call, text) => {
      if (call === 'post' && text === 'case c1' && !asked) {
        asked = true;
        void ledger.ask(KEY, { at: '00#1', sooner: true }, clock.now());
      }
      return null;
    });
    const remainingMs = () => (asked ? 0 : 60_000);
    await world.deliver(caseEnvelope('c1'), meta({ remainingMs }));
    expect(await ledger.load(KEY)).toMatchObject({ todo: '00#1', value: { begun: null, main: { ref: {} } } });
  });
});

describe('a storm that is not written down with each item', () => {
  const inChannel = ({ posted }: ReturnType<typeof createDeliveryWorld>) =>
    posted.filter(({ thread }) => thread === null).map(({ message }) => message.text);

  it('is recognised all the same when each item comes to another function, or they die', async () => {
    const world = createDeliveryWorld({ stormThreshold: 12 });
    for (let n = 1; n <= 40; n++) {
      // Three functions take turns, and one of them forgets all that it had counted.
      const deliver = n % 3 === 0 ? world.deliver : delivering(world.parts);
      expect(await deliver(caseEnvelope(`c${n}`), meta())).toBe('done');
      world.clock.advance(100);
    }
    const alone = inChannel(world).filter((text) => text.startsWith('case'));
    expect(inChannel(world).some((text) => text.startsWith('storm of'))).toBe(true);
    expect(alone.length).toBeGreaterThanOrEqual(12);
    expect(alone.length).toBeLessThan(40);
  });

  it('writes its row about once for five items while it is calm, and for fifteen in a storm', async () => {
    const world = createDeliveryWorld({ stormThreshold: 20 });
    const versionNow = async () => (await world.ledger.loadStorm('soc'))?.version ?? 0;
    for (let n = 1; n <= 15; n++) await world.deliver(caseEnvelope(`t${n}`), meta({ isLast: n === 15 }));
    expect(await versionNow()).toBe(3);
    for (let n = 1; n <= 60; n++) await world.deliver(caseEnvelope(`s${n}`), meta({ isLast: false }));
    await world.deliver(caseEnvelope('s61'), meta({ remainingMs: () => 600_000 }));
    expect(world.posted).toHaveLength(15 + 61 + 1);
    expect((await versionNow()) - 3).toBeLessThanOrEqual(8);
  });

  it.each([
    ['cases', (id: string) => caseEnvelope(id)],
    ['threats that go into the channel too', (id: string) => threatEnvelope(id, true)],
  ])(
    'counts each of %s once, also those that were counted ahead when a function died',
    async (_, envelope) => {
      const world = createDeliveryWorld({ stormThreshold: 3 });
      for (let n = 1; n <= 50; n++) await world.deliver(envelope(`t${n}`), meta({ isLast: false }));
      for (let deaths = 0; deaths < 6; deaths++) {
        const until = world.posted.length + 4;
        const remainingMs = () => (world.posted.length < until ? 60_000 : 0);
        await delivering(world.parts)(envelope('t50'), meta({ remainingMs }));
        // What came meanwhile is newer than what was counted ahead.
        await world.deliver(envelope(`late${deaths}`), meta({ isLast: false }));
      }
      await delivering(world.parts)(envelope('t50'), meta({ remainingMs: () => 600_000 }));
      const [digest] = world.posted.filter(({ message }) => message.text.startsWith('storm of'));
      expect(digest?.message.text).toBe('storm of 56');
      expect(world.posted.filter(({ thread }) => thread !== null)).toHaveLength(56);
    },
  );
});

describe('a poller that died after it wrote a delivery', () => {
  const first = caseEnvelope('c1', { brief: 'before', updatedAt: '2026-11-15T09:00:00Z' });
  const changed = caseEnvelope('c1', { brief: 'after', updatedAt: '2026-11-15T09:01:00Z' });
  const briefOf = async (world: ReturnType<typeof createDeliveryWorld>) =>
    (await world.ledger.load(KEY))?.value.content;

  it('loses no change that came before the next poll, and wakes its notifier for it', async () => {
    const world = createDeliveryWorld();
    await world.outbox.send('queue', [handOver(first)]);
    await world.outbox.send('queue', [handOver(changed)]);
    expect(await briefOf(world)).toMatchObject({ item: { threat_brief: 'after' } });
    expect(new Set(world.queue.accepted('queue').map(({ deliveryId }) => deliveryId)).size).toBe(2);
  });

  it('changes nothing where it says the same, or something older', async () => {
    const world = createDeliveryWorld();
    await world.outbox.send('queue', [handOver(changed)]);
    await world.outbox.send('queue', [handOver(changed)]);
    await world.outbox.send('queue', [handOver(first)]);
    expect(await briefOf(world)).toMatchObject({ item: { threat_brief: 'after' } });
    expect((await world.ledger.load(KEY))?.version).toBe(1);
  });
});
