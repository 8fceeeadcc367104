import { describe, expect, it } from 'vitest';
import { answers, createEndpointWorld } from './endpoint-world.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

describe('a receiver behind a gateway that answers 503 for days', () => {
  it('loses nothing when that begins in the middle of a run', async () => {
    const world = createEndpointWorld();
    let taken = 0;
    world.receive(() => (++taken <= 7 ? answers(200) : answers(503)));
    for (const name of namesOf(40)) {
      await world.announce(name);
      world.clock.advance(1);
    }
    await world.pass(60 * HOUR_MS);
    expect(world.parked).toEqual([]);
    expect(world.told).toEqual(['siem down: unreachable, HTTP 503']);
    expect(world.requests.length).toBeLessThan(60);
    world.receive(() => answers(200));
    await world.pass(11 * HOUR_MS);
    expect(await world.waiting()).toEqual([]);
    expect([...new Set(world.got().slice(taken > 7 ? 7 : 0))].toSorted()).toEqual(
      namesOf(40)
        .slice(7)
        .map((name) => `case.created ${name}`)
        .toSorted(),
    );
  });

  it('stays closed when the only one that waits failed by itself before', async () => {
    const world = createEndpointWorld();
    world.receive(({ body }) => (body.includes('flaky') ? answers(500) : answers(200)));
    await world.announce('flaky');
    await world.announce('other');
    await world.pass(2 * SECOND_MS);
    world.receive(() => answers(503));
    for (const name of namesOf(5)) {
      await world.announce(name);
      await world.pass(HOUR_MS);
    }
    await world.pass(60 * HOUR_MS);
    expect(world.parked).toEqual([]);
    expect(world.told).toEqual(['siem down: unreachable, HTTP 503']);
    world.receive(() => answers(200));
    await world.pass(11 * HOUR_MS);
    expect(await world.waiting()).toEqual([]);
  });
});

describe('a receiver that answers 400 to every signature', () => {
  it('is closed and told of, and loses nothing until it has the right secret', async () => {
    const world = createEndpointWorld();
    world.receive(() => answers(400));
    for (const name of namesOf(12)) {
      await world.announce(name);
      await world.pass(6 * HOUR_MS);
    }
    expect(world.parked).toEqual([]);
    expect(world.told).toEqual(['siem down: unreachable, HTTP 400']);
    world.receive(() => answers(200));
    const from = world.requests.length;
    await world.pass(11 * HOUR_MS);
    expect(world.got().slice(from)).toEqual(namesOf(12).map((name) => `case.created ${name}`));
  });
});
