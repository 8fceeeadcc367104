import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { readEndpointEvent } from '../../../lib/endpoints/event-row.ts';
import { replayEvents } from '../../../lib/endpoints/replay.ts';
import { testEvent } from '../../../lib/endpoints/test-event.ts';
import { wakeUpOf } from '../../../lib/outbox/wake-up.ts';
import { IS_FULL } from '../../support/extent.ts';
import { answers, createEndpointWorld, Killed, noAnswer, SECRET } from './endpoint-world.ts';
import { failedVerdict, recordedVerdict } from './verdicts.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const RHYTHM_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

describe('an endpoint', () => {
  it('tells a decision that was recorded, also when somebody corrects it before it was told', async () => {
    const world = createEndpointWorld();
    await world.announce('c1');
    const { decision } = recordedVerdict('c1', world.clock.now());
    const correction = { ...decision, id: 'click-2', overrides: decision.id };
    await world.tellAnswer({
      ...recordedVerdict('c1', world.clock.now()),
      ...{ before: decision, decision: { ...correction, state: { is: 'awaiting-approval' } } },
    });
    await world.pass(60_000);
    expect(world.requests.map(({ body }) => JSON.parse(body).type)).toEqual([
      'case.created',
      'verdict.recorded',
    ]);
  });

  it('is told what is new, what changed and what was decided, once and each item in order', async () => {
    const world = createEndpointWorld();
    await world.announce('c1');
    await world.announce('c2');
    await world.pass(SECOND_MS);
    await world.change('c1', 'r2');
    world.clock.advance(1);
    await world.tellAnswer(recordedVerdict('c1', world.clock.now()));
    await world.tellAnswer(recordedVerdict('c1', world.clock.now()));
    world.clock.advance(1);
    await world.notice('feed_paused');
    await world.pass(MINUTE_MS);
    await world.tellAnswer(failedVerdict('c2', world.clock.now()));
    await world.tellAnswer(recordedVerdict('stranger', world.clock.now()));
    await world.pass(HOUR_MS);
    expect(world.got()).toEqual([
      'case.created c1',
      'case.created c2',
      'case.changed c1',
      // What happened to one item is told in order, and holds up no other.
      'bridge.notice feed_paused',
      'verdict.recorded c1',
      'verdict.failed c2',
    ]);
    expect(await world.waiting()).toEqual([]);
    expect(world.queue).toEqual([]);
    for (const { body, headers, atMs } of world.requests) {
      const receiver = new Webhook(SECRET);
      // The package verifies against no other time than now, but signs for any.
      expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(atMs / 1000));
      const id = headers['webhook-id'] ?? '';
      expect(receiver.sign(id, new Date(atMs), body)).toBe(headers['webhook-signature']);
    }
  });

  it('is told under the same id by every attempt, and not again by repeats of the poller', async () => {
    const world = createEndpointWorld();
    const same = { updated_at: new Date(world.clock.now()).toISOString() };
    let attempts = 0;
    world.receive(() => (++attempts < 4 ? noAnswer : answers(200)));
    await world.announce('c1', same);
    await world.announce('c1', same);
    await world.pass(HOUR_MS);
    await world.announce('c1', same);
    await world.pass(HOUR_MS);
    expect(world.requests).toHaveLength(4);
    expect(new Set(world.requests.map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(world.requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(world.requests.map(({ headers }) => headers['webhook-signature'])).size).toBe(4);
  });

  it('is told who is on a case, once each, also where the function died that should have told the first', async () => {
    const world = createEndpointWorld();
    await world.announce('c1');
    await world.pass(SECOND_MS);
    const by = (name: string) => ({ surface: 'chat', id: `U-${name}`, name });
    const entry = (what: 'claimed' | 'taken-over' | 'handed-back', name: string) => ({
      ...{
        what,
        id: `${what} ${name}`,
        by: by(name),
        place: 'soc',
        outcome: null,
        comment: null,
        answer: null,
      },
      atMs: world.clock.now(),
    });
    const first = entry('claimed', 'Grace');
    world.clock.advance(SECOND_MS);
    const trail = [first, entry('taken-over', 'Linus'), entry('handed-back', 'Linus')];
    const answer = { domain: 'acme', caseId: 'c1', version: 3, decision: null, trail };
    await world.tellAnswer(answer);
    await world.tellAnswer(answer);
    await world.pass(MINUTE_MS);
    const claims = world.requests.filter(({ event: { type } }) => type === 'case.claimed');
    expect(
      claims.map(({ event: { data } }) => (data as Record<string, { name: string }>).claimed_by?.name),
    ).toEqual(['Grace', 'Linus']);
  });

  it.each([0, MINUTE_MS])(
    'hears first of a case, though it was claimed and decided before, %i ms apart',
    async (apartMs) => {
      const world = createEndpointWorld({ endpoints: { siem: {} } });
      world.routed.set('c1', ['siem']);
      const by = { surface: 'chat', id: 'U1', name: 'Grace' };
      const claimed = { atMs: world.clock.now(), what: 'claimed', id: 'k1', by, place: 'soc' } as const;
      const trail = [{ ...claimed, outcome: null, comment: null, answer: null }];
      if (apartMs > 0) {
        await world.tellAnswer({ domain: 'acme', caseId: 'c1', version: 1, decision: null, trail } as never);
        await world.pass(apartMs);
      }
      await world.tellAnswer({ ...recordedVerdict('c1', world.clock.now() + 10), trail } as never);
      await world.announce('c1');
      await world.pass(10 * MINUTE_MS);
      expect(world.got('siem')).toEqual(['case.created c1', 'case.claimed c1', 'verdict.recorded c1']);
    },
  );

  it('is told of a decision where the poller still owes it the case, once it had the time to hand it over', async () => {
    const world = createEndpointWorld({ endpoints: { siem: {}, other: {} } });
    world.routed.set('c1', ['siem']);
    await world.tellAnswer(recordedVerdict('c1', world.clock.now()));
    world.clock.advance(SECOND_MS);
    await world.announce('c1');
    await world.pass(MINUTE_MS);
    expect(world.got('siem')).toEqual(['case.created c1']);
    await world.pass(5 * MINUTE_MS);
    expect(world.got('siem')).toEqual(['case.created c1', 'verdict.recorded c1']);
    expect(world.got('other')).toEqual(['case.created c1']);
  });

  it('is tried by the rhythm when it is down, a little later by chance', async () => {
    for (const [chance, more] of [
      [0, 1],
      [0.999, 1.1],
    ] as const) {
      const world = createEndpointWorld({ random: () => chance });
      world.receive(() => noAnswer);
      await world.announce('c1');
      await world.pass(48 * HOUR_MS);
      const [first = 0, ...rest] = world.requests.map(({ atMs }) => atMs);
      const gaps = rest.map((at, index) => at - ([first, ...rest][index] ?? 0));
      expect(gaps.length).toBeGreaterThanOrEqual(RHYTHM_MS.length);
      for (const [index, gap] of gaps.slice(0, RHYTHM_MS.length - 1).entries()) {
        const wanted = (RHYTHM_MS[index + 1] ?? 0) * more;
        expect(gap).toBeGreaterThanOrEqual(wanted * 0.999);
        // The reconciler looks once a minute.
        expect(gap).toBeLessThanOrEqual(wanted + 61 * SECOND_MS);
      }
      expect(world.told).toEqual(['siem down: unreachable, ECONNREFUSED']);
      expect(world.parked).toEqual([]);
    }
  });

  it('that is down for a month loses nothing, and is told in order when it is back', async () => {
    const world = createEndpointWorld();
    world.receive(() => answers(503));
    const names = Array.from({ length: 60 }, (_, index) => `c${index}`);
    for (const name of names) {
      await world.announce(name);
      await world.pass(12 * HOUR_MS);
    }
    const tries = world.requests.length;
    // News are a reason to try; beside the rhythm that is a few for each.
    expect(tries).toBeLessThan(60 * 6);
    world.receive(() => answers(200));
    const from = world.requests.length;
    await world.pass(11 * HOUR_MS);
    expect(world.got().slice(from)).toEqual(names.map((name) => `case.created ${name}`));
    expect(world.told).toEqual(['siem down: unreachable, HTTP 503', 'siem up: unreachable, HTTP 503']);
    expect(await world.waiting()).toEqual([]);
  });

  it.each([
    [410, 'place'],
    [404, 'place'],
    [302, 'place'],
    [401, 'credentials'],
    [403, 'credentials'],
  ])('that answers %i is closed at once and told once, and what it misses waits', async (status, kind) => {
    const world = createEndpointWorld();
    world.receive(() => answers(status));
    await world.announce('a');
    await world.pass(SECOND_MS);
    for (const name of ['b', 'c']) {
      await world.announce(name);
      world.clock.advance(1);
    }
    await world.pass(72 * HOUR_MS);
    expect(world.told).toEqual([`siem down: ${kind}, HTTP ${status}`]);
    expect(world.requests.length).toBeLessThan(14);
    expect(new Set(world.got())).toEqual(new Set(['case.created a']));
    expect(await world.waiting()).toHaveLength(3);
    world.receive(() => answers(200));
    await world.pass(11 * HOUR_MS);
    expect(world.got().slice(-3)).toEqual(['case.created a', 'case.created b', 'case.created c']);
  });

  it('is left alone for as long as it asks', async () => {
    const world = createEndpointWorld();
    world.receive(() => answers(429, { 'retry-after': '1800' }));
    await world.announce('a');
    await world.pass(10 * SECOND_MS);
    await world.announce('b');
    await world.pass(29 * MINUTE_MS);
    expect(world.requests).toHaveLength(1);
    await world.pass(2 * MINUTE_MS);
    expect(world.requests.length).toBeGreaterThan(1);
  });

  it('may say that it wants nothing any more, or not this', async () => {
    const world = createEndpointWorld();
    world.receive(({ event }) =>
      JSON.stringify(event).includes('poison')
        ? answers(500, { 'webhook-delivery': 'abort-message' })
        : answers(200),
    );
    await world.announce('poison');
    world.clock.advance(1);
    await world.announce('good');
    await world.pass(HOUR_MS);
    expect(world.got()).toEqual(['case.created poison', 'case.created good']);
    expect(world.told).toEqual([]);
    world.receive(() => answers(200, { 'webhook-delivery': 'disable' }));
    await world.announce('last');
    await world.pass(SECOND_MS);
    for (const name of ['missed', 'missed too', 'missed as well']) await world.announce(name);
    await world.pass(MINUTE_MS);
    expect(world.told).toEqual(['siem down: place, the receiver asked to stop']);
    expect(world.got().slice(2, 3)).toEqual(['case.created last']);
    expect(await world.waiting()).not.toEqual([]);
  });

  it.each([400, 422, 500])(
    'that fails at one event with %i takes the others, and gives that one up after 27 hours',
    async (status) => {
      const world = createEndpointWorld();
      world.receive(({ event }) =>
        JSON.stringify(event).includes('poison') ? answers(status) : answers(200),
      );
      await world.announce('poison');
      for (let hour = 0; hour < 40; hour++) {
        await world.announce(`c${hour}`);
        await world.pass(HOUR_MS);
      }
      const good = world.got().filter((name) => !name.includes('poison'));
      expect(good).toEqual(Array.from({ length: 40 }, (_, hour) => `case.created c${hour}`));
      const tries = world.requests.filter(({ body }) => body.includes('poison'));
      expect(tries.length).toBeGreaterThanOrEqual(8);
      expect(tries.length).toBeLessThanOrEqual(10);
      expect(world.parked.map(({ reason }) => reason)).toEqual([`HTTP ${status}`]);
      // No other waited for longer than it takes to notice.
      for (const request of world.requests.filter(({ body }) => !body.includes('poison')))
        expect(
          request.atMs - Date.parse((request.event as never as { timestamp: string }).timestamp),
        ).toBeLessThan(65 * SECOND_MS);
      // Whoever finds it in the dead letters can have it tried again.
      world.receive(() => answers(200));
      const items = [{ feed: 'cases', id: 'poison' }] as const;
      const wakeUp = { domain: 'acme', destination: 'siem', items, time: 'back' };
      world.sendWakeUp(wakeUpOf({ ...wakeUp, again: true }).body);
      await world.pass(MINUTE_MS);
      expect(world.got().at(-1)).toBe('case.created poison');
      expect(await world.waiting()).toEqual([]);
    },
  );

  it('can be told from a time on, and what was given up again', async () => {
    const world = createEndpointWorld();
    world.receive(() => answers(410));
    await world.announce('old');
    await world.pass(24 * HOUR_MS);
    const fromMs = world.clock.now();
    await world.announce('new');
    await world.announce('newer');
    await world.pass(MINUTE_MS);
    const skipped = await replayEvents(world.ledger, { destination: 'siem', fromMs, skipOlder: true });
    expect(skipped).toEqual({ again: 0, skipped: 1 });
    world.receive(() => answers(200));
    const from = world.requests.length;
    await world.pass(24 * HOUR_MS);
    expect(world.got().slice(from)).toEqual(['case.created new', 'case.created newer']);
    expect(await replayEvents(world.ledger, { destination: 'siem', fromMs: 0 })).toEqual({
      again: 1,
      skipped: 0,
    });
    await world.pass(2 * MINUTE_MS);
    expect(world.got().at(-1)).toBe('case.created old');
  });

  it('is not held up by others that hang', async () => {
    const world = createEndpointWorld({ endpoints: { siem: {}, dead: {} } });
    world.receive(({ url }) => (url.includes('dead') ? noAnswer : answers(200)));
    for (let index = 0; index < 5; index++) await world.announce(`c${index}`);
    await world.pass(SECOND_MS);
    expect(world.got('siem')).toHaveLength(5);
    expect(world.got('dead').length).toBeLessThanOrEqual(5);
    world.receive(() => answers(200));
    await world.pass(11 * HOUR_MS);
    expect([...new Set(world.got('dead'))]).toHaveLength(5);
  });

  it('can be tested', async () => {
    const world = createEndpointWorld();
    const event = testEvent({ domain: 'acme', destination: 'siem', id: '1' }, world.clock);
    await world.ledger.save(event, 0, '20#0', world.clock.now());
    await world.pass(2 * MINUTE_MS);
    expect(world.requests.map(({ event: { type } }) => type)).toEqual(['bridge.test']);
  });
});

describe('what an endpoint chooses', () => {
  it('is all that it is told; a case that it was not told of is still known to be for it', async () => {
    const world = createEndpointWorld({ endpoints: { siem: { events: ['verdict.recorded'] } } });
    await world.announce('c1');
    await world.change('c1', 'r2');
    await world.pass(MINUTE_MS);
    await world.tellAnswer(failedVerdict('c1', world.clock.now()));
    await world.tellAnswer(recordedVerdict('c1', world.clock.now()));
    await world.pass(MINUTE_MS);
    expect(world.got()).toEqual(['verdict.recorded c1']);
    expect(await world.waiting()).toEqual([]);
  });

  it('names nobody where it is to show nobody, in every format and every event', async () => {
    for (const show of ['pseudonym', 'minimal'] as const) {
      for (const format of ['plain', 'cloudevents'] as const) {
        const world = createEndpointWorld({ endpoints: { siem: { show, format } } });
        await world.announce('c1');
        await world.change('c1', 'r2');
        await world.pass(SECOND_MS);
        await world.tellAnswer(recordedVerdict('c1', world.clock.now(), 'Ada Lovelace is fine'));
        await world.tellAnswer(failedVerdict('c1', world.clock.now(), 'ada@example.com is not known'));
        await world.pass(MINUTE_MS);
        expect(world.requests).toHaveLength(4);
        for (const { body } of world.requests) expect(body).not.toMatch(/ada|lovelace/i);
      }
    }
  });

  it('is written as CloudEvents where it wants that', async () => {
    const world = createEndpointWorld({ endpoints: { siem: { format: 'cloudevents' } } });
    await world.announce('c1');
    await world.pass(SECOND_MS);
    const [{ body = '', headers = {} } = {}] = world.requests;
    const written = JSON.parse(body);
    expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    expect(written).toMatchObject({
      specversion: '1.0',
      id: headers['webhook-id'],
      source: 'urn:posture-bridge:test:acme',
      type: 'posture-bridge.case.created',
      subject: 'cases/c1',
      datacontenttype: 'application/json',
      data: { domain: 'acme', case: { case_id: 'c1' } },
    });
    // Names of attributes as the specification allows them.
    for (const name of Object.keys(written)) expect(name).toMatch(/^[a-z0-9]{1,20}$/);
  });
});

describe('a function that is killed', () => {
  /** Two endpoints' worth of work, with one event at which the receiver fails. */
  async function play(
    killAt: number,
  ): Promise<{ steps: number; world: ReturnType<typeof createEndpointWorld> }> {
    const world = createEndpointWorld();
    let steps = 0;
    world.onStep(() => {
      if (++steps === killAt) throw new Killed();
    });
    let downs = 0;
    world.receive(({ event }) => {
      if (JSON.stringify(event).includes('poison')) return answers(400);
      return ++downs === 2 ? noAnswer : answers(200);
    });
    await world.announce('c1');
    await world.announce('poison');
    await world.announce('c2');
    await world.change('c1', 'r2');
    await world.pass(HOUR_MS);
    await world.tellAnswer(recordedVerdict('c1', world.clock.now()));
    await world.pass(25 * HOUR_MS);
    // While nothing else is taken, nothing is given up.
    await world.announce('c3');
    await world.pass(11 * HOUR_MS);
    // Only the process that saw one taken knows of it, and that process may have been killed.
    await world.announce('c4');
    await world.pass(4 * HOUR_MS);
    return { steps, world };
  }

  it('loses nothing at any step, and keeps the order of each item', async () => {
    const { steps } = await play(-1);
    expect(steps).toBeGreaterThan(50);
    for (let killAt = 1; killAt <= steps; killAt += IS_FULL ? 1 : 3) {
      const { world } = await play(killAt);
      const firsts = [...new Set(world.got().filter((name) => name.endsWith(' c1')))];
      expect([killAt, firsts]).toEqual([
        killAt,
        ['case.created c1', 'case.changed c1', 'verdict.recorded c1'],
      ]);
      expect(world.got()).toContain('case.created c2');
      expect(world.got()).toContain('case.created c3');
      expect(world.got()).toContain('case.created c4');
      expect(new Set(world.parked.map(({ id }) => id)).size).toBe(1);
      const left = await world.waiting();
      expect([killAt, left.map(({ at }) => at.slice(0, 2))]).toEqual([killAt, ['90']]);
      // A repeat has the id of the first.
      const ids = new Map(world.requests.map(({ event }) => [event.id, event.type]));
      expect(ids.size).toBe(7);
    }
  }, 180_000);
});

describe('a row of an event', () => {
  it('is left to a newer version when that wrote it', () => {
    expect(() => readEndpointEvent({ v: 2 })).toThrow(/format 2/);
    expect(() => readEndpointEvent({ v: 1, key: {} })).toThrow(/cannot be read/);
  });
});
