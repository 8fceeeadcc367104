import { describe, expect, it } from 'vitest';
import type { CaseVerdict } from '../../../lib/verdict/case-verdict.ts';
import { refusedBySmall } from '../../support/small-chat.ts';
import {
  caseEnvelope,
  createDeliveryWorld,
  meta,
  refreshEnvelope,
  threatEnvelope,
} from './delivery-world.ts';

const decided = { decision: { outcome: 'SAFE' } } as unknown as CaseVerdict;

describe('a delivery', () => {
  it('posts a case once, with its evidence in the thread, however often its message comes', async () => {
    const world = createDeliveryWorld();
    for (let n = 0; n < 3; n++) {
      expect(await world.deliver(caseEnvelope('c1', { events: ['e1', 'e2'] }), meta())).toBe('done');
    }
    expect(world.posted.map(({ message, thread }) => [message.text, thread])).toEqual([
      ['case c1', null],
      ['note e1', '1'],
      ['note e2', '1'],
    ]);
  });

  it('keeps how many events were left out on the way, here and before', async () => {
    const world = createDeliveryWorld();
    const events = Array.from({ length: 60 }, (_, n) => ({ event_id: `e${n}`, title: 'x'.repeat(9_000) }));
    const envelope = caseEnvelope('c1');
    if (envelope.kind !== 'case') return expect.fail('not a case');
    const trimmed = { what: ['events: 7 of 67 left out'], eventsLeftOut: 7 };
    await world.deliver({ ...envelope, item: { ...envelope.item, events }, trimmed }, meta());
    const row = await world.ledger.load({ domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' });
    const content = row?.value.content;
    if (content?.kind !== 'case') return expect.fail('nothing was kept');
    expect(content.item.events?.length).toBeLessThan(60);
    expect(content.eventsLeftOut).toBe(67 - (content.item.events?.length ?? 0));
  });

  it('keeps a second between posts to one channel, and does not let channels wait for each other', async () => {
    const world = createDeliveryWorld();
    for (const id of ['c1', 'c2']) await world.deliver(caseEnvelope(id), meta());
    await world.deliver(caseEnvelope('c1', { destination: 'other' }), meta());
    const [first, second, third] = world.posted.map(({ atMs }) => atMs);
    expect((second ?? 0) - (first ?? 0)).toBe(1_000);
    expect(third).toBe(second);
  });

  it('updates the same message when there is a verdict, and only then', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1'), meta());
    await world.deliver(refreshEnvelope('c1', 1), meta());
    expect(world.updates).toEqual([]);
    world.verdicts.set('acme/c1', decided);
    await world.deliver(refreshEnvelope('c1', 2), meta());
    await world.deliver(refreshEnvelope('c1', 2), meta());
    expect(world.updates).toEqual(['case c1 SAFE']);
    expect(world.posted).toHaveLength(1);
  });

  it('shows what is newer, and puts new events into the thread', async () => {
    const world = createDeliveryWorld();
    const [early, late] = ['2026-11-15T09:00:00Z', '2026-11-15T09:05:00Z'];
    await world.deliver(caseEnvelope('c1', { brief: 'old', updatedAt: early, events: ['e1'] }), meta());
    await world.deliver(caseEnvelope('c1', { brief: 'new', updatedAt: late, events: ['e1', 'e2'] }), meta());
    await world.deliver(caseEnvelope('c1', { brief: 'old', updatedAt: early, events: ['e1'] }), meta());
    expect(world.texts()).toEqual(['case c1 new', 'note e1', 'note e2']);
  });

  it('does not announce what only changed', async () => {
    const world = createDeliveryWorld();
    expect(await world.deliver({ ...caseEnvelope('c1'), changed: true }, meta())).toBe('done');
    expect(world.posted).toEqual([]);
  });

  it('looks for a message whose answer was lost, and does not post it again', async () => {
    const world = createDeliveryWorld();
    world.trouble((call) => (call === 'post' ? 'lost answer' : null));
    expect(await world.deliver(caseEnvelope('c1'), meta())).toEqual({ retryAfterMs: 10_000 });
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c1'), meta({ receiveCount: 2 }))).toBe('done');
    expect(world.texts()).toEqual(['case c1']);
    expect(world.counted).not.toContain('PossibleRepeats');
  });

  it('rather posts twice than not at all where it may not look, and counts it', async () => {
    const world = createDeliveryWorld();
    world.forbidReading();
    world.trouble((call) => (call === 'post' ? { is: 'unknown', reason: 'reset' } : null));
    await world.deliver(caseEnvelope('c1'), meta());
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c1'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1']);
    expect(world.counted).toContain('PossibleRepeats');
  });

  it('remembers for everyone when a channel may be posted to again', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => ({ is: 'busy', retryAfterMs: 30_000 }));
    expect(await world.deliver(caseEnvelope('c1'), meta())).toEqual({ retryAfterMs: 30_000 });
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c2'), meta())).toEqual({ retryAfterMs: 30_000 });
    expect(await world.deliver(caseEnvelope('c2', { destination: 'other' }), meta())).toBe('done');
    world.clock.advance(30_000);
    expect(await world.deliver(caseEnvelope('c1'), meta())).toBe('done');
  });

  it('waits longer each time while the chat is down', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => ({ is: 'failed', reason: 'refused' }));
    const waits = [];
    for (const receiveCount of [1, 2, 3, 30]) {
      waits.push(await world.deliver(caseEnvelope('c1'), meta({ receiveCount })));
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 900_000].map((retryAfterMs) => ({ retryAfterMs })));
  });

  it('parks what can never be shown, tells the operators, and goes on with the others', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => refusedBySmall('archived'));
    expect(await world.deliver(caseEnvelope('c1'), meta())).toEqual({
      parkedBecause: 'no: archived',
    });
    expect(world.told.map(({ key }) => key.id)).toEqual(['c1']);
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c2'), meta())).toBe('done');
  });

  it('can show what was parked once its cause is gone and it is sent again', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => refusedBySmall('not-in-room'));
    await world.deliver(caseEnvelope('c1'), meta());
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c1'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1']);
  });

  it('parks what is for a destination that is gone', async () => {
    const world = createDeliveryWorld();
    const handled = await world.deliver(caseEnvelope('c1', { destination: 'gone' }), meta());
    expect(handled).toEqual({
      restsBecause: 'the configuration has no destination "gone", not yet or not any more',
    });
  });

  it('posts a message anew that somebody deleted, when it has something to say', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1', { events: ['e1'] }), meta());
    world.posted.splice(0);
    world.verdicts.set('acme/c1', decided);
    expect(await world.deliver(refreshEnvelope('c1', 2), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1 SAFE', 'note e1']);
  });

  it('puts a threat into the thread of the case it belongs to, and into the channel where the route asks', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1', { events: ['t1', 't2'] }), meta());
    await world.deliver(threatEnvelope('t1'), meta());
    await world.deliver(threatEnvelope('t2', true), meta());
    await world.deliver(threatEnvelope('t3', true), meta());
    expect(
      world.posted.slice(3).map(({ message, thread, broadcast }) => [message.text, thread, broadcast]),
    ).toEqual([
      ['threat t1', '1', false],
      ['threat t2', '1', true],
      ['threat t3', null, false],
    ]);
  });

  it('leaves out a note that can never be shown, and shows the others', async () => {
    const world = createDeliveryWorld();
    let posts = 0;
    world.trouble((call) => (call === 'post' && ++posts === 2 ? refusedBySmall('too-long') : null));
    expect(await world.deliver(caseEnvelope('c1', { events: ['e1', 'e2'] }), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1', 'note e2']);
  });

  it('parks all of it where a note is refused for another reason than what it says', async () => {
    const world = createDeliveryWorld();
    let posts = 0;
    world.trouble((call) => (call === 'post' && ++posts === 2 ? refusedBySmall('wrong-password') : null));
    expect(await world.deliver(caseEnvelope('c1', { events: ['e1'] }), meta())).toEqual({
      parkedBecause: 'no: wrong-password',
    });
  });

  it('gives the message back when there is no time left, and goes on where it stopped', async () => {
    const world = createDeliveryWorld();
    const envelope = caseEnvelope('c1', { events: ['e1', 'e2'] });
    let calls = 0;
    const remainingMs = () => (++calls > 3 ? 1_000 : 60_000);
    expect(await world.deliver(envelope, meta({ remainingMs }))).toEqual({
      retryAfterMs: expect.any(Number),
    });
    expect(await world.deliver(envelope, meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1', 'note e1', 'note e2']);
  });
});

describe('a storm', () => {
  const storm = async (count: number, isLast = (n: number) => n === count) => {
    const world = createDeliveryWorld({ stormThreshold: 3 });
    for (let n = 1; n <= count; n++) {
      expect(await world.deliver(caseEnvelope(`c${n}`), meta({ isLast: isLast(n) }))).toBe('done');
    }
    return world;
  };

  it('becomes one message in the channel, with every item in its thread', async () => {
    const world = await storm(8);
    const inChannel = world.posted.filter(({ thread }) => thread === null).map(({ message }) => message.text);
    expect(inChannel).toEqual(['case c1', 'case c2', 'case c3', 'storm of 5']);
    const digest = world.posted.find(({ message }) => message.text.startsWith('storm'));
    const inThread = world.posted
      .filter(({ thread }) => thread === digest?.ref.post)
      .map(({ message }) => message.text);
    expect(inThread).toEqual(['case c4', 'case c5', 'case c6', 'case c7', 'case c8']);
  });

  it('is counted once for each item, whatever is repeated', async () => {
    const world = await storm(5);
    await world.deliver(caseEnvelope('c5'), meta());
    await world.deliver(caseEnvelope('c4'), meta());
    expect(world.texts()).toContain('storm of 2');
  });

  it('ends when it is calm again', async () => {
    const world = await storm(6);
    const later = { ...caseEnvelope('c9'), handedOverAt: '2026-11-15T10:00:00.000Z' };
    await world.deliver(later, meta());
    expect(world.posted.at(-1)).toMatchObject({ message: { text: 'case c9' }, thread: null });
  });

  it('still shows the verdict on each of its cases', async () => {
    const world = await storm(6);
    world.verdicts.set('acme/c5', decided);
    await world.deliver(refreshEnvelope('c5', 1), meta());
    expect(world.updates.at(-1)).toBe('case c5 SAFE');
  });

  it('is parked item by item, and told, where the channel refuses it', async () => {
    const world = await storm(3);
    world.trouble(() => refusedBySmall('archived'));
    for (const id of ['c4', 'c5', 'c6']) {
      expect(await world.deliver(caseEnvelope(id), meta())).toEqual({ parkedBecause: 'no: archived' });
    }
    expect(world.told.map(({ key }) => key.id)).toEqual(['c4', 'c5', 'c6']);
  });

  it('keeps its threats out of the channel, whatever the route asks', async () => {
    const world = await storm(5);
    await world.deliver(threatEnvelope('t9', true), meta());
    expect(world.posted.find(({ message }) => message.text === 'threat t9')).toMatchObject({
      broadcast: false,
    });
  });

  it('finds its digest again when the answer to its post was lost', async () => {
    const world = await storm(3);
    world.trouble((call) => (call === 'post' ? 'lost answer' : null));
    await world.deliver(caseEnvelope('c4'), meta());
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c4'), meta())).toBe('done');
    expect(world.texts().filter((text) => text.startsWith('storm'))).toEqual(['storm of 1']);
    expect(world.texts().filter((text) => text === 'case c4')).toHaveLength(1);
  });
});
