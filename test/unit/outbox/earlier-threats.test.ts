import { describe, expect, it } from 'vitest';
import type { DeliveryKey } from '../../../lib/outbox/delivery.ts';
import {
  caseEnvelope,
  createDeliveryWorld,
  delivering,
  meta,
  threatEnvelope,
  wakeUpAbout,
} from './delivery-world.ts';

type World = ReturnType<typeof createDeliveryWorld>;

const LONG = meta({ remainingMs: () => 600_000 });
const caseKey: DeliveryKey = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' };

async function tell(world: World, ...ids: string[]) {
  for (const id of ids)
    await world.deliver(threatEnvelope(id), meta({ isLast: id === ids.at(-1), remainingMs: () => 600_000 }));
}

const inThread = ({ posted }: World) =>
  posted.flatMap(({ message, thread }) => (thread === null ? [] : [message.text]));
const inChannel = ({ posted }: World) =>
  posted.flatMap(({ message, thread }) => (thread === null ? [message.text] : []));

describe('threats that were told before their case', () => {
  it('are told in its thread too, and what they say comes from their own rows', async () => {
    const world = createDeliveryWorld();
    await tell(world, 't1');
    world.clock.advance(60_000);
    await world.deliver(caseEnvelope('c1', { events: ['t1', 't2'] }), LONG);
    expect(inChannel(world)).toEqual(['threat t1', 'case c1']);
    expect(inThread(world)).toEqual(['note t1', 'note t2', 'earlier t1']);
    const saved = await world.ledger.load(caseKey);
    expect(saved?.value.earlier).toEqual([{ domain: 'acme', id: 't1', postedAtMs: expect.any(Number) }]);
    expect(JSON.stringify(saved?.value.content)).not.toContain('earlier');
  });

  it('are told once, however often the case is looked at again', async () => {
    const world = createDeliveryWorld();
    await tell(world, 't1');
    await world.deliver(caseEnvelope('c1', { events: ['t1'] }), LONG);
    for (let n = 0; n < 2; n++) await world.deliver(wakeUpAbout('c1'), LONG);
    await world.deliver(
      caseEnvelope('c1', { events: ['t1'], updatedAt: '2026-11-16T00:00:00Z', brief: 'x' }),
      LONG,
    );
    expect(inThread(world).filter((text) => text.startsWith('earlier'))).toEqual(['earlier t1']);
    expect(await world.ledger.todo('soc', { limit: 9 })).toEqual([]);
  });

  it('include those of a group, with the time of its message', async () => {
    const world = createDeliveryWorld();
    await tell(world, 't1', 't2', 't3');
    expect(inChannel(world)).toEqual(['threats t1 t2 t3']);
    await world.deliver(caseEnvelope('c1', { events: ['t3', 't1'] }), LONG);
    expect(inThread(world).at(-1)).toBe('earlier t3 t1');
    const { earlier = [] } = (await world.ledger.load(caseKey))?.value ?? {};
    expect(new Set(earlier.map(({ postedAtMs }) => postedAtMs)).size).toBe(1);
    expect(earlier[0]?.postedAtMs).toBeGreaterThan(0);
  });

  it('are none where the channel was told nothing of them, and none are read where it gets no threats', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1', { events: ['t1', 't2'] }), LONG);
    expect(inThread(world)).toEqual(['note t1', 'note t2']);
    const loaded: string[] = [];
    const deliver = delivering({
      ...world.parts,
      getsThreats: () => false,
      ledger: {
        ...world.ledger,
        load: async (key) => {
          loaded.push(key.feed);
          return world.ledger.load(key);
        },
      },
    });
    await deliver(caseEnvelope('c2', { events: ['t3'] }), LONG);
    expect(loaded).not.toContain('threats');
  });

  it('are told though the function died between the message and the note', async () => {
    const world = createDeliveryWorld();
    await tell(world, 't1');
    world.trouble((call, text) => {
      if (call === 'post' && text.startsWith('earlier')) throw new Error('died');
      return null;
    });
    await world.deliver(caseEnvelope('c1', { events: ['t1'] }), LONG).catch(() => undefined);
    expect(inThread(world)).toEqual(['note t1']);
    world.trouble(() => null);
    world.clock.advance(120_000);
    await world.deliver(wakeUpAbout('c1'), LONG);
    expect(inThread(world)).toEqual(['note t1', 'earlier t1']);
  });

  it('are told of a severe case too', async () => {
    const world = createDeliveryWorld();
    await tell(world, 't1');
    await world.deliver(caseEnvelope('c1', { events: ['t1'], severity: 'critical' }), LONG);
    expect(inThread(world)).toContain('earlier t1');
  });
});
