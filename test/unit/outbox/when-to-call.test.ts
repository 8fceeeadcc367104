import { describe, expect, it } from 'vitest';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createWhomToCall } from '../../../lib/routing/whom-to-call.ts';
import { sample } from '../config/sample.ts';
import {
  caseEnvelope,
  createDeliveryWorld,
  delivering,
  handOver,
  meta,
  threatEnvelope,
  wakeUpAbout,
} from './delivery-world.ts';

const [SOC, DUTY, LOW] = ['S0000SOC1', 'S0000DUTY', 'S0000LOW1'];
const config = defineBridge({
  ...sample,
  destinations: { ...sample.destinations, soc: { type: 'slack', channel: 'C0123SOC1' } },
  routes: [
    { to: ['soc', 'soc-slack'], mention: { critical: [SOC, 'here'], high: [SOC], low: [LOW] } },
    { to: 'soc', when: { severity: 'critical' }, mention: { critical: [DUTY, SOC], high: [DUTY] } },
    { to: 'soc', shadow: true, mention: { critical: ['S0SHADOW1'] } },
  ],
});

/** Deliveries with the routes above. */
function createWorld(options?: Parameters<typeof createDeliveryWorld>[0]) {
  const world = createDeliveryWorld(options);
  const whomToCall = createWhomToCall(config);
  return {
    ...world,
    deliver: delivering({ ...world.parts, whomToCall }),
    calls: () =>
      world.posted.filter(({ called }) => called.length > 0).map(({ mark, called }) => ({ mark, called })),
    called: () => world.posted.map(({ called }) => called),
  };
}

const REFUSED = {
  is: 'refused',
  kind: 'content',
  code: 'invalid_blocks',
  reason: 'invalid_blocks',
  messageGone: false,
} as const;

describe('the message of a new case', () => {
  it('calls whom its routes name for its severity, each once, and nobody for other severities', async () => {
    const world = createWorld();
    for (const [id, severity] of [
      ['c1', 'critical'],
      ['c2', 'high'],
      ['c3', 'medium'],
      ['c4', 'low'],
    ] as const)
      await world.deliver(caseEnvelope(id, { severity }), meta());
    await world.deliver(caseEnvelope('c5'), meta());
    const mains = world.posted.filter(({ thread }) => thread === null).map(({ called }) => called);
    expect(mains).toEqual([[SOC, 'here', DUTY], [SOC], [], [LOW], []]);
  });

  it('calls once: not with updates, notes, repeats, or when a person deleted it', async () => {
    const world = createWorld();
    const envelope = caseEnvelope('c1', { severity: 'critical', events: ['e1'] });
    for (let n = 0; n < 2; n++) await world.deliver(envelope, meta());
    for (const post of world.posted) post.deleted = true;
    await world.deliver(
      caseEnvelope('c1', { severity: 'critical', brief: 'more', updatedAt: '2026-11-15T10:00:00Z' }),
      meta(),
    );
    await world.deliver(wakeUpAbout('c1'), meta());
    expect(world.texts().filter((text) => text.startsWith('case c1'))).toHaveLength(2);
    expect(world.calls()).toHaveLength(1);
  });

  it('is posted all the same where the chat does not know whom it calls, and the operators are told', async () => {
    const world = createWorld();
    const told: string[] = [];
    let tries = 0;
    const deliver = delivering({
      ...world.parts,
      whomToCall: createWhomToCall(config),
      chat: {
        ...world.parts.chat,
        async post(channel, message, options) {
          const isUnknown = options.mentions?.some(({ id }) => id === SOC);
          if (isUnknown) tries++;
          return isUnknown ? REFUSED : world.parts.chat.post(channel, message, options);
        },
      },
      async tellUncalled(destination, called, reason) {
        told.push(`${destination}: ${called.map(({ id }) => id)}: ${reason}`);
        throw new Error('their queue takes nothing');
      },
    });
    for (const id of ['c1', 'c2']) await deliver(caseEnvelope(id, { severity: 'high', events: [] }), meta());
    expect(world.texts().filter((text) => text.startsWith('case'))).toHaveLength(2);
    expect(world.calls()).toEqual([]);
    expect(world.parked).toEqual([]);
    expect(tries).toBe(2);
    expect(told).toEqual(Array(2).fill(`soc: ${SOC}: invalid_blocks`));
  });

  it('calls once when an answer is lost, whether the chat lets us look or not', async () => {
    for (const mayLook of [true, false]) {
      const world = createWorld();
      if (!mayLook) world.forbidReading();
      let lost = false;
      world.trouble((call) => {
        if (call !== 'post' || lost) return null;
        lost = true;
        return 'lost answer';
      });
      await world.deliver(caseEnvelope('c1', { severity: 'critical' }), meta());
      for (let n = 0; n < 6; n++) {
        world.clock.advance(60_000);
        await world.deliver(wakeUpAbout('c1'), meta());
      }
      expect(world.posted.filter(({ thread }) => thread === null)).toHaveLength(mayLook ? 1 : 2);
      expect(world.calls()).toHaveLength(1);
    }
  });

  it('calls with the post that is taken, when the chat was down before', async () => {
    const world = createWorld();
    world.trouble(() => ({ is: 'failed', reason: 'down' }));
    await world.deliver(caseEnvelope('c1', { severity: 'critical' }), meta());
    world.trouble(() => null);
    for (let n = 0; n < 4; n++) {
      world.clock.advance(120_000);
      await world.deliver(wakeUpAbout('c1'), meta());
    }
    expect(world.calls()).toHaveLength(1);
  });

  it('calls nobody with a threat, nor at a destination that no route with calls sends to', async () => {
    const world = createWorld();
    await world.deliver(threatEnvelope('t1'), meta());
    await world.deliver(caseEnvelope('c1', { severity: 'critical', destination: 'other' }), meta());
    expect(world.calls()).toEqual([]);
  });
});

describe('a storm', () => {
  const many = (count: number, severity: string) =>
    Array.from({ length: count }, (_, n) => caseEnvelope(`c${n}`, { severity }));

  it('calls with its digest, and with none of its cases, severe ones among them', async () => {
    const world = createWorld({ stormThreshold: 5 });
    const all = [...many(12, 'low'), caseEnvelope('severe', { severity: 'critical' })];
    await world.outbox.send('queue', all.slice(0, 12).map(handOver));
    for (let n = 0; n < 12; n++) await world.deliver(wakeUpAbout('c0'), meta());
    await world.deliver(all[12] as (typeof all)[0], meta());
    const calls = world.calls();
    expect(calls.map(({ called }) => called)).toEqual([[LOW]]);
    expect(calls[0]?.mark).toMatch(/^sha256:/);
    expect(world.texts()).toContain('case severe');
  });

  it('of severe cases alone calls no more often than the threshold, and not never', async () => {
    const world = createWorld({ stormThreshold: 5 });
    await world.outbox.send('queue', many(15, 'critical').map(handOver));
    for (let n = 0; n < 40; n++) {
      world.clock.advance(5_000);
      await world.deliver(wakeUpAbout('c0'), meta());
    }
    expect(world.posted.filter(({ thread }) => thread === null)).toHaveLength(15);
    expect(world.calls().length).toBeGreaterThan(0);
    expect(world.calls().length).toBeLessThanOrEqual(5);
  });
});
