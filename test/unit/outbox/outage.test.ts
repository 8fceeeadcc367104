import { describe, expect, it } from 'vitest';
import { refusedBySmall } from '../../support/small-chat.ts';
import { caseEnvelope, createDeliveryWorld, handOver, meta, wakeUpAbout } from './delivery-world.ts';

const closedWorld = async (code: string, cases: readonly string[]) => {
  const world = createDeliveryWorld();
  world.trouble(() => refusedBySmall(code));
  for (const id of cases) await world.deliver(caseEnvelope(id), meta());
  return world;
};

describe('a closed destination', () => {
  it.each(['archived', 'not-in-room', 'wrong-password'])(
    '%s: everything waits and is shown when it opens',
    async (code) => {
      const cases = ['c1', 'c2', 'c3'];
      const world = await closedWorld(code, cases);
      expect(world.parked).toEqual([]);
      expect(world.posted).toEqual([]);
      world.trouble(() => null);
      world.clock.advance(120_000);
      expect(await world.deliver(wakeUpAbout('c1'), meta())).toBe('done');
      expect(world.texts()).toEqual(['case c1', 'case c2', 'case c3']);
    },
  );

  it('is told once, and once again when it opens', async () => {
    const world = await closedWorld('archived', ['c1', 'c2', 'c3']);
    for (let n = 0; n < 20; n++) {
      world.clock.advance(120_000);
      await world.deliver(wakeUpAbout('c1'), meta());
    }
    expect(world.told).toEqual(['soc down: place']);
    world.trouble(() => null);
    world.clock.advance(900_000);
    await world.deliver(wakeUpAbout('c1'), meta());
    expect(world.told).toEqual(['soc down: place', 'soc up: place']);
  });

  it('is tried with growing pauses, two minutes at most in the first hour, and a quarter of an hour later', async () => {
    const world = createDeliveryWorld();
    const tries: number[] = [];
    world.trouble(() => {
      tries.push(world.clock.now());
      return refusedBySmall('archived');
    });
    for (let second = 0; second < 3 * 3_600; second += 10) {
      await world.deliver(caseEnvelope('c1'), meta());
      world.clock.advance(10_000);
    }
    const pauses = tries.slice(1).map((at, n) => (at - (tries[n] ?? 0)) / 1_000);
    expect(pauses.slice(0, 9)).toEqual([10, 10, 10, 20, 40, 70, 120, 120, 120]);
    expect(Math.max(...pauses.slice(0, 30))).toBe(120);
    expect(pauses.at(-1)).toBe(900);
  });

  it('lets its messages go, so that its queue is empty and no receive is counted', async () => {
    const world = await closedWorld('archived', ['c1']);
    for (let n = 0; n < 8; n++) {
      world.clock.advance(120_000);
      await world.deliver(caseEnvelope('c1'), meta());
    }
    expect(await world.deliver(caseEnvelope('c2'), meta())).toBe('done');
    expect(await world.ledger.todo('soc', { limit: 10 })).toHaveLength(2);
  });

  it('of three weeks has lost nothing: receives and 14 days are bounds of the queue only', async () => {
    const world = await closedWorld('wrong-password', ['c1', 'c2']);
    for (let hour = 0; hour < 21 * 24; hour++) {
      world.clock.advance(3_600_000);
      await world.deliver(wakeUpAbout('c1'), meta());
    }
    world.trouble(() => null);
    world.clock.advance(3_600_000);
    await world.deliver(wakeUpAbout('c1'), meta());
    expect(world.texts()).toEqual(['case c1', 'case c2']);
    expect(world.parked).toEqual([]);
  });

  it('does not hold up the others', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => refusedBySmall('archived'));
    await world.deliver(caseEnvelope('c1'), meta());
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c1', { destination: 'other' }), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1']);
  });

  it('is not the same as one message that is refused, whatever the reason is called', async () => {
    const world = createDeliveryWorld();
    world.trouble((call, text) =>
      call === 'post' && text === 'case odd' ? refusedBySmall('who-knows') : null,
    );
    await world.deliver(caseEnvelope('odd'), meta());
    for (let n = 1; n <= 6; n++) {
      world.clock.advance(120_000);
      await world.deliver(caseEnvelope(`c${n}`), meta());
    }
    expect(world.texts()).toEqual(['case c1', 'case c2', 'case c3', 'case c4', 'case c5', 'case c6']);
    expect(world.parked.map(({ key }) => key.id)).toEqual(['odd']);
  });

  it('tells nobody of a chat that was down for a moment', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => ({ is: 'failed', reason: 'refused' }));
    expect(await world.deliver(caseEnvelope('c1'), meta())).toEqual({ retryAfterMs: 2_000, exactly: true });
    world.clock.advance(2_000);
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c1'), meta())).toBe('done');
    expect(world.told).toEqual([]);
  });

  it('tells of a chat that is down for long', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => ({ is: 'failed', reason: 'refused' }));
    for (let n = 0; n < 12; n++) {
      await world.deliver(caseEnvelope('c1'), meta());
      world.clock.advance(60_000);
    }
    expect(world.told).toEqual(['soc down: unreachable']);
  });
});

describe('one message that is wrong', () => {
  it('does not hold up a channel for ever when the chat never answers to it', async () => {
    const world = createDeliveryWorld();
    world.trouble((call, text) =>
      call === 'post' && text === 'case odd' ? { is: 'unknown', reason: 'no answer' } : null,
    );
    await world.deliver(caseEnvelope('odd', { severity: 'critical' }), meta());
    for (let n = 1; n <= 6; n++) {
      for (let minute = 0; minute < 3; minute++) {
        world.clock.advance(60_000);
        await world.deliver(caseEnvelope(`c${n}`), meta());
      }
    }
    expect(world.texts().filter((text) => text.startsWith('case c'))).toHaveLength(6);
  });

  it('that stands in the channel where the destination was before is shown in the new one', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1'), meta());
    const key = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
    const saved = await world.ledger.load(key);
    if (!saved?.value.main) return expect.fail('nothing was shown');
    const main = { ...saved.value.main, ref: { room: 'C-before', post: '99' }, hash: 'old' };
    await world.ledger.save({ ...saved.value, main }, saved.version, '00#1', world.clock.now());
    world.trouble((call) => (call === 'update' ? refusedBySmall('archived') : null));
    expect(await world.deliver(wakeUpAbout('c1'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1', 'case c1']);
    expect(world.told).toEqual([]);
  });

  it('does not keep the others from being shown when its row cannot be read by this version', async () => {
    const world = createDeliveryWorld();
    await world.outbox.send('queue', [handOver(caseEnvelope('c1')), handOver(caseEnvelope('c2'))]);
    const row = world.ledger.rowOf({ domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' });
    await world.rows.parted.change(row, { if: [], set: { v: 99 } });
    expect(await world.deliver(wakeUpAbout('c2'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c2']);
    expect(await world.rows.parted.read(row)).toMatchObject({ v: 99, shownV: 1 });
  });
});

describe('a case that becomes severe while it waits', () => {
  it('goes before the others', async () => {
    const world = await closedWorld('archived', ['c1', 'c2', 'c3']);
    const worse = caseEnvelope('c3', { severity: 'critical', updatedAt: '2026-11-15T10:00:00Z' });
    await world.outbox.send('queue', [handOver({ ...worse, changed: true })]);
    world.trouble(() => null);
    world.clock.advance(120_000);
    await world.deliver(wakeUpAbout('c1'), meta());
    expect(world.texts()[0]).toBe('case c3');
  });
});

describe('a backlog', () => {
  const waited = (count: number) => Array.from({ length: count }, (_, n) => `c${n + 1}`);

  it('of a screenful is delivered in order', async () => {
    const world = await closedWorld('archived', []);
    for (const id of waited(3)) await world.deliver(caseEnvelope(id), meta());
    world.trouble(() => null);
    world.clock.advance(4 * 3_600_000);
    await world.deliver(wakeUpAbout('c1'), meta());
    expect(world.texts()).toEqual(['case c1', 'case c2', 'case c3']);
  });

  it('of more than an hour is a digest, with the newest and the severe on their own', async () => {
    const world = createDeliveryWorld({ stormThreshold: 1_000 });
    world.trouble(() => refusedBySmall('archived'));
    for (const [n, id] of waited(60).entries()) {
      const handedOverAt = new Date(world.clock.now() + n * 1_000).toISOString();
      const severity = n === 5 ? 'critical' : 'medium';
      await world.deliver(caseEnvelope(id, { handedOverAt, severity }), meta());
    }
    world.trouble(() => null);
    world.clock.advance(4 * 3_600_000);
    let handled = await world.deliver(wakeUpAbout('c1'), meta());
    for (let n = 0; n < 20 && handled !== 'done'; n++)
      handled = await world.deliver(wakeUpAbout('c1'), meta());
    const mains = world.posted.filter(({ thread }) => thread === null).map(({ message }) => message.text);
    expect(mains[0]).toBe('case c6');
    expect(mains[1]).toBe('backlog of 39');
    expect(mains.slice(2)).toEqual(Array.from({ length: 20 }, (_, n) => `case c${41 + n}`));
    expect(await world.ledger.todo('soc', { limit: 1 })).toEqual([]);
  });
});

describe('a digest that the chat cannot show', () => {
  it('hides nothing: each item stands on its own', async () => {
    const world = createDeliveryWorld({ stormThreshold: 1_000 });
    world.trouble(() => refusedBySmall('archived'));
    for (let n = 1; n <= 30; n++) await world.deliver(caseEnvelope(`c${n}`), meta());
    world.trouble((_call, text) => (text.startsWith('backlog') ? refusedBySmall('too-long') : null));
    world.clock.advance(4 * 3_600_000);
    for (let n = 0; n < 20; n++) await world.deliver(wakeUpAbout('c1'), meta());
    expect(new Set(world.texts()).size).toBe(30);
  });
});

describe('handing over', () => {
  it('writes what is to be shown before it wakes anybody, once for all of it', async () => {
    const world = createDeliveryWorld();
    const messages = ['c1', 'c2', 'c3'].map((id) => handOver(caseEnvelope(id)));
    expect(await world.outbox.send('queue', messages)).toEqual([]);
    expect(await world.ledger.todo('soc', { limit: 10 })).toHaveLength(3);
    expect(world.rung()).toMatchObject([
      { kind: 'wake-up', items: [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }] },
    ]);
    await world.deliver(world.rung()[0], meta());
    expect(world.texts()).toEqual(['case c1', 'case c2', 'case c3']);
  });

  it('again changes nothing of what is shown', async () => {
    const world = createDeliveryWorld();
    await world.outbox.send('queue', [handOver(caseEnvelope('c1'))]);
    await world.deliver(world.rung()[0], meta());
    await world.outbox.send('queue', [handOver(caseEnvelope('c1'))]);
    await world.deliver(world.rung()[0], meta());
    expect(world.texts()).toEqual(['case c1']);
  });

  it('brings what changed to where it is shown, and nowhere else', async () => {
    const world = createDeliveryWorld();
    const changed = {
      ...caseEnvelope('c1', { brief: 'new', updatedAt: '2026-11-15T10:00:00Z' }),
      changed: true,
    };
    const unrouted = { ...handOver(changed), onlyIfKept: true };
    await world.outbox.send('queue', [unrouted]);
    expect(world.rung()).toEqual([]);
    await world.outbox.send('queue', [handOver(changed)]);
    expect(await world.ledger.todo('soc', { limit: 1 })).toEqual([]);
    expect(world.rung()).toEqual([]);
    await world.outbox.send('queue', [handOver(caseEnvelope('c1'))]);
    await world.deliver(world.rung()[0], meta());
    await world.outbox.send('queue', [unrouted]);
    await world.deliver(world.rung().at(-1), meta());
    expect(world.updates).toEqual(['case c1 new']);
  });

  it('says which items a queue did not take', async () => {
    const world = createDeliveryWorld();
    world.refuseBells(() => 'gone');
    const unsent = await world.outbox.send(
      'queue',
      ['c1', 'c2'].map((id) => handOver(caseEnvelope(id))),
    );
    expect(unsent.map(({ deliveryId }) => deliveryId)).toEqual(['acme:cases:c1:soc', 'acme:cases:c2:soc']);
  });
});

describe('what is urgent', () => {
  it('goes before everything that waits, in its order', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => refusedBySmall('archived'));
    await world.deliver(caseEnvelope('low', { severity: 'low', events: ['e1'] }), meta());
    await world.deliver(caseEnvelope('medium', { severity: 'medium' }), meta());
    await world.deliver(caseEnvelope('critical', { severity: 'critical' }), meta());
    await world.deliver(caseEnvelope('high', { severity: 'high' }), meta());
    world.trouble(() => null);
    world.clock.advance(120_000);
    await world.deliver(wakeUpAbout('low'), meta());
    expect(world.texts().filter((text) => text.startsWith('case'))).toEqual([
      'case critical',
      'case high',
      'case medium',
      'case low',
    ]);
  });
});
