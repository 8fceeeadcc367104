import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VersionedRows } from '../../../../lib/base/versioned-rows.ts';
import type { Telling } from '../../../../lib/features/connectors/connector-changes.ts';
import { connectorWords } from '../../../../lib/features/connectors/connector-words.ts';
import { createWatchConnectors } from '../../../../lib/features/connectors/watch-connectors.ts';
import { UnauthorizedError } from '../../../../lib/posture/posture-errors.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NAME = 'Cloud Directory';

type Death = 'before the write' | 'after the write' | 'after it was told';

/** A platform whose connector is as a test says, and reconcilers that may die. */
function createWorld() {
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const told: (Telling & { type: string; often: number })[] = [];
  const refused: string[] = [];
  let status: string | null = 'active';
  let asked = 0;
  let writes = 0;
  let death: Death | null = null;
  const die = (where: Death) => {
    if (death !== where) return;
    death = null;
    throw new Error(`died ${where}`);
  };
  const dying: Pick<VersionedRows, 'read' | 'write'> = {
    read: rows.read,
    async write(...args) {
      writes++;
      die('before the write');
      const version = await rows.write(...args);
      die('after the write');
      return version;
    },
  };
  const newProcess = () =>
    createWatchConnectors({
      domains: ['acme'],
      connectors: ['directory'],
      clientOf: async () => ({
        async integration(type) {
          asked++;
          if (status === null) throw new Error('503');
          if (status === 'refused') throw new UnauthorizedError('401');
          return { connector_type: type, display_name: NAME, status };
        },
      }),
      onRefusedKey: (domain) => void refused.push(domain),
      rows: dying,
      async tell(_domain, type, { toldMs }, telling) {
        told.push({ ...telling, type, often: toldMs.length });
        die('after it was told');
        return true;
      },
      clock,
      log: () => undefined,
    });
  let part = newProcess();
  return {
    clock,
    refused,
    /** What was said, each once: what is said under one id is shown once. */
    changes: () => [...new Map(told.map((one) => [one.atMs, one])).values()],
    said: () => told.map(({ from, to }) => `${from} to ${to}`),
    calls: () => ({ asked, writes }),
    is: (next: string | null) => {
      status = next;
    },
    dieNext: (where: Death) => {
      death = where;
    },
    async runFor(ms: number) {
      const until = clock.now() + ms;
      while (clock.now() < until) {
        await part(clock.now() + 30_000).catch(() => {
          part = newProcess();
        });
        await clock.advance(MINUTE);
      }
    },
    restart: () => {
      part = newProcess();
    },
    twoAtOnce: () => Promise.all([newProcess()(clock.now() + 30_000), newProcess()(clock.now() + 30_000)]),
  };
}

describe('the connectors that the configuration names', () => {
  it('are asked for every five minutes, and nothing is written or said while they work', async () => {
    const world = createWorld();
    await world.runFor(HOUR);
    expect(world.calls()).toEqual({ asked: 12, writes: 1 });
    expect(world.said()).toEqual([]);
  });

  it('are told of once when they change, and once when they work again', async () => {
    const world = createWorld();
    await world.runFor(HOUR);
    for (const status of ['degraded', 'active', 'disabled', 'not_configured', 'pending', 'active']) {
      world.is(status);
      await world.runFor(8 * HOUR);
    }
    expect(world.said()).toEqual([
      'active to degraded',
      'degraded to active',
      'active to disabled',
      'disabled to not_configured',
      'not_configured to pending',
      'pending to active',
    ]);
  });

  it('are told of where one does not work from the start, and not where one just begins to', async () => {
    const broken = createWorld();
    broken.is('disabled');
    await broken.runFor(HOUR);
    expect(broken.said()).toEqual(['null to disabled']);
    const young = createWorld();
    young.is('pending');
    await young.runFor(5 * MINUTE);
    young.is('active');
    await young.runFor(HOUR);
    expect(young.said()).toEqual([]);
  });

  it('are not told of for what was over after a few minutes, or while the platform does not say', async () => {
    const world = createWorld();
    await world.runFor(10 * MINUTE);
    world.is('degraded');
    await world.runFor(6 * MINUTE);
    world.is('active');
    await world.runFor(HOUR);
    world.is(null);
    await world.runFor(3 * HOUR);
    expect(world.said()).toEqual([]);
  });

  it('are told of less and less often when they come and go', async () => {
    const world = createWorld();
    await world.runFor(HOUR);
    for (let n = 0; n < 24; n++) {
      world.is(n % 2 === 0 ? 'degraded' : 'active');
      await world.runFor(15 * MINUTE);
    }
    expect(world.changes()).toHaveLength(1);
    world.is('degraded');
    await world.runFor(3 * HOUR);
    expect(world.changes().at(-1)).toMatchObject({ to: 'degraded' });
  });

  it('are asked for with another key once the platform refuses this one', async () => {
    const world = createWorld();
    world.is('refused');
    await world.runFor(MINUTE);
    expect(world.refused).toEqual(['acme']);
    expect(world.said()).toEqual([]);
  });

  it('are told of by one of two reconcilers', async () => {
    const world = createWorld();
    await world.runFor(HOUR);
    world.is('degraded');
    await world.twoAtOnce();
    await world.clock.advance(11 * MINUTE);
    await world.twoAtOnce();
    expect(world.said()).toEqual(['active to degraded']);
  });

  it('end as they are, whatever happens on the way, and no change is said in two ways', async () => {
    const status = fc.constantFrom(
      'active',
      'degraded',
      'disabled',
      'pending',
      'not_configured',
      'odd',
      null,
    );
    const step = fc.record({
      status,
      minutes: fc.integer({ min: 1, max: 120 }),
      death: fc.option(fc.constantFrom<Death>('before the write', 'after the write', 'after it was told')),
      restart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), status, async (steps, last) => {
        const world = createWorld();
        for (const { status: is, minutes, death, restart } of steps) {
          world.is(is);
          if (death) world.dieNext(death);
          if (restart) world.restart();
          await world.runFor(minutes * MINUTE);
        }
        const end = last ?? 'active';
        world.is(end);
        await world.runFor(4 * HOUR);
        const changes = world.changes();
        for (const [index, { from, to }] of changes.entries()) {
          expect(to).not.toBe(from);
          const before = changes[index - 1];
          if (before) expect(from).toBe(before.to);
        }
        const known = changes.at(-1)?.to ?? 'active';
        expect(known).toBe(end);
      }),
    );
  });
});

describe('what is said of a connector', () => {
  const watched = { name: NAME, toldMs: [1] };
  const telling = { from: 'active', to: 'degraded', sinceMs: Date.parse('2026-11-16T09:00:00Z'), atMs: 1 };

  it('is how it is, since when, what it means and what to do', () => {
    expect(connectorWords('acme', watched, telling)).toEqual({
      code: 'connector_degraded',
      title: 'acme: the connector Cloud Directory keeps failing',
      text: 'Since 2026-11-16 09:00 UTC. Before that it was "active". It failed three times or more in a row, so evidence may be missing in new cases. Check it in the platform.',
    });
  });

  it('is that it comes and goes, where it does', () => {
    const { text } = connectorWords('acme', { ...watched, toldMs: [1, 2, 3] }, { ...telling, to: 'active' });
    expect(text).toContain('New cases have its evidence again.');
    expect(text).toContain('It changed 3 times in six hours, so you are told less often.');
  });

  it('is short and plain for a status that nobody knows', () => {
    const { code, title } = connectorWords('acme', watched, { ...telling, to: 'x!'.repeat(500) });
    expect(code).toBe('connector_changed');
    expect(title.length).toBeLessThan(100);
  });
});
