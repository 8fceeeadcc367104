import { describe, expect, it } from 'vitest';
import type { CaseVerdict } from '../../../lib/case/answer.ts';
import { STEP_MS } from '../../../lib/outbox/drain-destination.ts';
import { createPace } from '../../../lib/outbox/pace.ts';
import { refusedBySmall, small } from '../../support/small-chat.ts';
import {
  caseEnvelope,
  createDeliveryWorld,
  delivering,
  handOver,
  meta,
  threatEnvelope,
  wakeUpAbout,
} from './delivery-world.ts';

const by = { surface: 'small', id: 'a', name: 'Ada' };
const decided = {
  decision: { id: 'd1', outcome: 'SAFE', by, state: { is: 'posting' } },
  trail: [],
} as unknown as CaseVerdict;

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
    await world.deliver(wakeUpAbout('c1'), meta());
    expect(world.updates).toEqual([]);
    world.verdicts.set('acme/c1', decided);
    await world.deliver(wakeUpAbout('c1'), meta());
    await world.deliver(wakeUpAbout('c1'), meta());
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
    expect(await world.deliver(caseEnvelope('c1'), meta())).toEqual({ retryAfterMs: 10_000, exactly: true });
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c1'), meta())).toEqual({ retryAfterMs: 10_000, exactly: true });
    world.clock.advance(15_000);
    expect(await world.deliver(caseEnvelope('c1'), meta({ receiveCount: 2 }))).toBe('done');
    expect(world.texts()).toEqual(['case c1']);
    expect(world.counted).not.toContain('PossibleRepeats');
  });

  it('shows again what a second function may have shown before our update came', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1'), meta());
    world.verdicts.set('acme/c1', decided);
    const { chat } = world.parts;
    let isFirst = true;
    const slow: typeof chat.update = async (ref, message) => {
      if (isFirst) {
        isFirst = false;
        // Let in by a purge of the queue: it shows the newer one, and the ledger says so.
        world.verdicts.set('acme/c1', {
          ...decided,
          decision: { ...decided.decision, outcome: 'ESCALATED' },
        });
        await world.deliver(wakeUpAbout('c1'), meta());
      }
      return chat.update(ref, message);
    };
    await delivering({ ...world.parts, chat: { ...chat, update: slow } })(wakeUpAbout('c1'), meta());
    expect(world.updates).toEqual(['case c1 ESCALATED', 'case c1 SAFE', 'case c1 ESCALATED']);
  });

  it('does not look for what another function may be posting still, and goes on with others meanwhile', async () => {
    const world = createDeliveryWorld();
    const { ledger, clock } = world;
    await world.outbox.send('queue', [handOver(caseEnvelope('c1')), handOver(caseEnvelope('c2'))]);
    const key = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
    const saved = await ledger.load(key);
    if (!saved) return expect.fail('nothing was handed over');
    const begun = { note: 'main', hash: '', sinceMs: clock.now() };
    await ledger.save({ ...saved.value, begun, settled: true }, saved.version, saved.todo ?? '', clock.now());
    expect(await world.deliver(wakeUpAbout('c1'), meta())).toEqual({
      retryAfterMs: 3_000,
      exactly: true,
    });
    expect(world.texts()).toEqual(['case c2']);
    world.clock.advance(15_000);
    expect(await world.deliver(wakeUpAbout('c1'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c2', 'case c1']);
  });

  it('shows new cases while the chat takes no changes, and looks again soon for those that come meanwhile', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1'), meta());
    world.trouble((call) => (call === 'update' ? { is: 'busy', retryAfterMs: 30_000 } : null));
    world.verdicts.set('acme/c1', decided);
    world.clock.advance(2_000);
    const rest = { retryAfterMs: 3_000, exactly: true };
    expect(await world.deliver(wakeUpAbout('c1'), meta())).toEqual(rest);
    expect(await world.deliver(caseEnvelope('c2'), meta())).toEqual(rest);
    expect(world.texts()).toEqual(['case c1', 'case c2']);
    world.trouble(() => null);
    world.clock.advance(30_000);
    expect(await world.deliver(wakeUpAbout('c1'), meta({ receiveCount: 2 }))).toBe('done');
    expect(world.updates).toHaveLength(1);
  });

  it('rather posts twice than not at all where it may not look, and counts it', async () => {
    const world = createDeliveryWorld();
    world.forbidReading();
    world.trouble((call) => (call === 'post' ? { is: 'unknown', reason: 'reset' } : null));
    await world.deliver(caseEnvelope('c1'), meta());
    world.trouble(() => null);
    world.clock.advance(15_000);
    expect(await world.deliver(caseEnvelope('c1'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1']);
    expect(world.counted).toContain('PossibleRepeats');
  });

  it('remembers for everyone when a channel may be posted to again', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => ({ is: 'busy', retryAfterMs: 30_000 }));
    expect(await world.deliver(caseEnvelope('c1'), meta())).toEqual({ retryAfterMs: 30_000, exactly: true });
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c2'), meta())).toEqual({ retryAfterMs: 30_000, exactly: true });
    expect(await world.deliver(caseEnvelope('c2', { destination: 'other' }), meta())).toBe('done');
    world.clock.advance(30_000);
    expect(await world.deliver(caseEnvelope('c1'), meta())).toBe('done');
  });

  it('parks what can never be shown, and goes on with the others', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => refusedBySmall('too-long'));
    expect(await world.deliver(caseEnvelope('c1'), meta())).toBe('done');
    expect(world.parked.map(({ key, reason }) => [key.id, reason])).toEqual([['c1', 'no: too-long']]);
    world.trouble(() => null);
    expect(await world.deliver(caseEnvelope('c2'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c2']);
    expect(world.told).toEqual([]);
  });

  it('can show what was parked once it is sent again', async () => {
    const world = createDeliveryWorld();
    world.trouble(() => refusedBySmall('too-long'));
    await world.deliver(caseEnvelope('c1'), meta());
    world.trouble(() => null);
    expect(await world.deliver(wakeUpAbout('c1'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1']);
  });

  it('keeps what is for a destination that this version does not know', async () => {
    const world = createDeliveryWorld();
    expect(await world.deliver(caseEnvelope('c1', { destination: 'gone' }), meta())).toBe('done');
    expect(await world.ledger.todo('gone', { limit: 10 })).toHaveLength(1);
    expect(world.parked).toEqual([]);
  });

  it('posts a message anew that somebody deleted, when it has something to say', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1', { events: ['e1'] }), meta());
    world.posted.splice(0);
    world.verdicts.set('acme/c1', decided);
    expect(await world.deliver(wakeUpAbout('c1'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1 SAFE', 'note e1']);
  });

  it('does not repeat as a reply what the case tells', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1', { events: ['t1'] }), meta());
    expect(await world.deliver(threatEnvelope('t1'), meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1', 'note t1']);
    expect(await world.ledger.todo('soc', { limit: 1 })).toEqual([]);
  });

  it('puts a threat into the thread of its case, and into the channel, where the route asks for that', async () => {
    const world = createDeliveryWorld();
    await world.deliver(caseEnvelope('c1', { events: ['t1', 't2'] }), meta());
    await world.deliver(threatEnvelope('t2', true), meta());
    await world.deliver(threatEnvelope('t3', true), meta());
    expect(
      world.posted.slice(3).map(({ message, thread, broadcast }) => [message.text, thread, broadcast]),
    ).toEqual([
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

  it('gives the message back when there is no time left, and goes on where it stopped', async () => {
    const world = createDeliveryWorld();
    const envelope = caseEnvelope('c1', { events: ['e1', 'e2'] });
    let calls = 0;
    const remainingMs = () => (++calls > 3 ? 1_000 : 60_000);
    expect(await world.deliver(envelope, meta({ remainingMs }))).toBe('go on');
    expect(await world.deliver(envelope, meta())).toBe('done');
    expect(world.texts()).toEqual(['case c1', 'note e1', 'note e2']);
  });

  it('takes no turns at the channel for which it has no time: the next one posts after one gap', async () => {
    const world = createDeliveryWorld();
    for (let n = 1; n <= 12; n++) await world.deliver(caseEnvelope(`c${n}`), meta({ isLast: false }));
    const { post } = small.rateLimits('C-soc');
    const endsAtMs = world.clock.now() + STEP_MS + 1.5 * post.gapMs;
    const remainingMs = () => endsAtMs - world.clock.now();
    expect(await world.deliver(wakeUpAbout('c1'), meta({ remainingMs }))).toBe('go on');
    expect(world.posted).toHaveLength(3);
    const other = createPace({ rows: world.rows, clock: world.clock });
    expect(await other.turn(post, 0)).toEqual({ waitMs: post.gapMs });
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
  const each = () => true;
  type World = Awaited<ReturnType<typeof storm>>;
  const inChannel = ({ posted }: World) =>
    posted.filter(({ thread }) => thread === null).map(({ message }) => message.text);
  const inThread = ({ posted }: World) =>
    posted.filter(({ thread }) => thread !== null).map(({ message }) => message.text);

  it('becomes one message in the channel, with every item in its thread', async () => {
    const world = await storm(8);
    expect(inChannel(world)).toEqual(['storm of 8']);
    expect(inThread(world).sort()).toEqual(Array.from({ length: 8 }, (_, n) => `case c${n + 1}`));
  });

  it('counts what came one by one before it, and says from the first how many there are', async () => {
    const world = await storm(6, each);
    expect(inChannel(world)).toEqual(['case c1', 'case c2', 'case c3', 'storm of 6']);
    expect(inThread(world)).toEqual(['case c4', 'case c5', 'case c6']);
  });

  it('never hides a severe case: it has a message of its own, and comes first', async () => {
    const world = createDeliveryWorld({ stormThreshold: 3 });
    for (let n = 1; n <= 8; n++) await world.deliver(caseEnvelope(`c${n}`), meta({ isLast: false }));
    await world.deliver(caseEnvelope('bad', { severity: 'critical' }), meta());
    expect(inChannel(world)).toEqual(['case bad', 'storm of 8']);
    expect(world.texts()[0]).toBe('case bad');
  });

  it('is counted once for each item, whatever is repeated', async () => {
    const world = await storm(5);
    for (let n = 1; n <= 5; n++) await world.deliver(caseEnvelope(`c${n}`), meta());
    expect(inChannel(world)).toEqual(['storm of 5']);
    expect(world.posted).toHaveLength(6);
  });

  it('is over after a quiet minute', async () => {
    const world = await storm(5);
    world.clock.advance(180_000);
    await world.deliver(
      caseEnvelope('c9', { handedOverAt: new Date(world.clock.now()).toISOString() }),
      meta(),
    );
    expect(inChannel(world)).toEqual(['storm of 5', 'case c9']);
  });

  it('still shows the verdict on each of its cases', async () => {
    const world = await storm(6);
    world.verdicts.set('acme/c5', decided);
    await world.deliver(wakeUpAbout('c5'), meta());
    expect(world.updates.at(-1)).toBe('case c5 SAFE');
  });

  it('waits where the channel refuses it, and parks nothing', async () => {
    const world = createDeliveryWorld({ stormThreshold: 3 });
    world.trouble(() => refusedBySmall('archived'));
    for (const id of ['c4', 'c5', 'c6', 'c7', 'c8']) await world.deliver(caseEnvelope(id), meta());
    expect(world.parked).toEqual([]);
    expect(world.told).toEqual(['soc down: place']);
    world.trouble(() => null);
    world.clock.advance(120_000);
    await world.deliver(wakeUpAbout('c4'), meta());
    // The first of them came when it was no storm yet.
    expect(inChannel(world)).toEqual(['case c4', 'storm of 4']);
    expect(inThread(world).sort()).toEqual(['case c5', 'case c6', 'case c7', 'case c8']);
  });

  it('is none where few cases waited, however far apart they came and however many threats they tell', async () => {
    const world = createDeliveryWorld({ stormThreshold: 3 });
    world.trouble(() => refusedBySmall('archived'));
    for (const n of [1, 2, 3]) {
      const handedOverAt = new Date(world.clock.now()).toISOString();
      const events = [`t${n}a`, `t${n}b`, `t${n}c`];
      await world.deliver(caseEnvelope(`c${n}`, { handedOverAt, events }), meta());
      for (const id of events) await world.deliver(threatEnvelope(id), meta());
      world.clock.advance(130_000);
    }
    world.trouble(() => null);
    world.clock.advance(120_000);
    await world.deliver(wakeUpAbout('c1'), meta());
    expect(inChannel(world).sort()).toEqual(['case c1', 'case c2', 'case c3']);
    expect(await world.ledger.todo('soc', { limit: 9 })).toEqual([]);
  });

  it('says in the end what is in its thread, also when it was over before the last of its items', async () => {
    const world = createDeliveryWorld({ stormThreshold: 3 });
    for (let n = 1; n <= 8; n++) await world.deliver(caseEnvelope(`c${n}`), meta({ isLast: false }));
    let calls = 0;
    // No time for more than the digest and some of its items.
    await world.deliver(caseEnvelope('c9'), meta({ remainingMs: () => (++calls > 6 ? 1_000 : 60_000) }));
    const shown = inThread(world).length;
    expect(shown).toBeLessThan(9);
    world.clock.advance(600_000);
    await world.deliver(wakeUpAbout('c1'), meta());
    const digests = world.posted.filter(({ message }) => message.text.startsWith('storm'));
    for (const { ref, message } of digests) {
      const under = world.posted.filter(({ thread }) => thread === ref.post);
      expect(message.text).toBe(`storm of ${under.length}`);
    }
    expect(inThread(world)).toHaveLength(9);
  });

  it('keeps its threats out of the channel, whatever the route asks', async () => {
    const world = await storm(5);
    await world.deliver(threatEnvelope('t9', true), meta());
    expect(world.posted.find(({ message }) => message.text === 'threat t9')).toMatchObject({
      broadcast: false,
    });
  });

  it('finds its digest again when the answer to its post was lost', async () => {
    const world = await storm(3, each);
    world.trouble((call) => (call === 'post' ? 'lost answer' : null));
    await world.deliver(caseEnvelope('c4'), meta());
    world.trouble(() => null);
    world.clock.advance(15_000);
    expect(await world.deliver(caseEnvelope('c4'), meta())).toBe('done');
    expect(world.texts().filter((text) => text.startsWith('storm'))).toEqual(['storm of 4']);
    expect(world.texts().filter((text) => text === 'case c4')).toHaveLength(1);
  });
});
