import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../../lib/reconcile/findings.ts';
import { failure } from '../../../support/client.ts';
import { IS_FULL } from '../../../support/extent.ts';
import { createHealthWorld, MINUTE, parked } from './health-world.ts';

const feed = (subject: string): Problem => ({
  heading: 'No successful poll',
  subject,
  sentence: `No poll of ${subject} has succeeded.`,
});

describe('the health of the bridge', () => {
  it('is well, and neither written nor logged nor told, while nothing is wrong', async () => {
    const world = createHealthWorld();
    await world.minutes(10);
    expect(world.healthy).toEqual(Array(10).fill(1));
    expect(world.writes()).toBe(0);
    expect(world.lines).toEqual([]);
    expect(world.told()).toEqual([]);
  });

  it('says in words what is wrong and what to do, once when it begins and once when it is over', async () => {
    const world = createHealthWorld();
    world.wrong(parked);
    await world.minutes(30);
    expect(world.titles()).toEqual(['slack deliveries: messages are parked']);
    expect(world.told()[0]?.text).toMatch(
      /^Some slack deliveries could not be made and are parked\. .* dead-letter queue.*More: docs\/runbook\.md, "Deliveries gave up"\.$/,
    );
    expect(world.healthy).toEqual(Array(30).fill(0));
    world.wrong();
    await world.minutes(30);
    expect(world.titles()).toEqual([
      'slack deliveries: messages are parked',
      'slack deliveries: resolved: messages are parked',
    ]);
    expect(world.healthy.at(-1)).toBe(1);
  });

  it('is written only when something changes', async () => {
    const world = createHealthWorld();
    world.wrong(parked);
    await world.minutes(1);
    const begun = world.writes();
    await world.minutes(60);
    expect([begun, world.writes()]).toEqual([2, 2]);
  });

  it('has the whole report in the log while it lasts, for those who have no channel for it', async () => {
    const world = createHealthWorld();
    world.wrong(parked);
    await world.minutes(2);
    expect(world.lines).toMatchObject([
      { event: 'health', healthy: false, count: 1 },
      {
        problems: [
          {
            problem: 'Deliveries gave up',
            of: 'slack deliveries',
            since: expect.any(String),
            is: parked.sentence,
          },
        ],
      },
    ]);
  });

  it('waits for what may be over soon, and begins to wait anew when it went away or is another', async () => {
    const world = createHealthWorld();
    const slow = (mark: string): Problem => ({ ...parked, isSuspicion: true, patienceMs: 8 * MINUTE, mark });
    world.wrong(slow('a'));
    await world.minutes(8);
    world.wrong();
    await world.minutes(1);
    world.wrong(slow('a'));
    await world.minutes(5);
    world.wrong(slow('b'));
    await world.minutes(8);
    expect(world.healthy).toEqual(Array(22).fill(1));
    await world.minutes(1);
    expect(world.healthy.at(-1)).toBe(0);
    expect(world.titles()).toHaveLength(1);
  });

  it('counts what others tell of, and says nothing of it itself', async () => {
    const world = createHealthWorld();
    world.wrong({ ...parked, reportedElsewhere: true });
    await world.minutes(5);
    world.wrong();
    await world.minutes(10);
    expect(world.told()).toEqual([]);
    expect(world.healthy).toContain(0);
    expect(world.healthy.at(-1)).toBe(1);
  });

  it('tells of 400 feeds in one notice, and of one that follows in another', async () => {
    const world = createHealthWorld();
    const feeds = Array.from({ length: 400 }, (_, n) => feed(`customer-${n} cases`));
    world.wrong(...feeds);
    await world.minutes(2);
    world.wrong(...feeds, feed('late cases'));
    await world.minutes(2);
    expect(world.titles()).toEqual([
      'customer-0 cases and 399 more: polling is failing',
      'late cases: polling is failing',
    ]);
    expect(world.told()[0]?.text).toMatch(/These: customer-0 cases, .* and 390 more\./);
    expect(world.told()[0]?.text.length).toBeLessThan(2_000);
  });

  it('does not flood the channel when something comes and goes for a day', async () => {
    const world = createHealthWorld();
    for (let n = 0; n < 24 * 60; n++) {
      world.wrong(...(n % 14 < 7 ? [parked] : []));
      await world.minutes(1);
    }
    expect(world.titles().length).toBeGreaterThan(1);
    expect(world.titles().length).toBeLessThan(12);
  });

  it('keeps what was wrong while it cannot look, and says after five minutes that it cannot', async () => {
    let isBroken = false;
    const world = createHealthWorld([
      {
        name: 'feeds',
        about: ['No successful poll'],
        async look(findings) {
          if (isBroken) throw new Error('no table');
          findings.add(feed('acme cases'));
        },
      },
    ]);
    await world.minutes(1);
    isBroken = true;
    for (let n = 0; n < 20; n++) {
      world.clock.advance(MINUTE);
      expect(String(await failure(world.run()))).toContain('no table');
    }
    expect(world.titles()).toEqual(['acme cases: polling is failing', 'reconcile: keeps failing']);
    expect(world.healthy).toEqual(Array(21).fill(0));
  });

  it('says it in the metric also when the operators cannot be told, and tells them later', async () => {
    const world = createHealthWorld();
    world.wrong(parked);
    world.outbox.refuse(() => 'QueueDoesNotExist');
    await world.minutes(3);
    expect(world.healthy).toEqual([0, 0, 0]);
    expect(world.told()).toEqual([]);
    world.outbox.refuse(() => null);
    await world.minutes(2);
    expect(world.titles()).toHaveLength(1);
  });

  it('is told by one of two reconcilers that run at once', async () => {
    const world = createHealthWorld();
    world.wrong(parked);
    world.clock.advance(MINUTE);
    await Promise.all([world.run(), world.run()]);
    await world.minutes(3);
    expect(world.titles()).toHaveLength(1);
  });

  it('of another version is begun anew', async () => {
    const world = createHealthWorld();
    await world.rows.write({ pk: 'reported#health', sk: 'state' }, { v: 9 }, { version: 0, expiresAtMs: 0 });
    world.wrong(parked);
    await world.minutes(2);
    expect(world.titles()).toHaveLength(1);
  });
});

describe('a reconciler that is killed', () => {
  /** Plays an hour with a beginning and an end, in which the call with this number never returns, or never happens. */
  async function play(
    killedAt: number,
    when: 'before' | 'after',
  ): Promise<{ titles: string[]; calls: number }> {
    const world = createHealthWorld();
    let calls = 0;
    let isDead = false;
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      const isKilled = ++calls === killedAt;
      if (isDead || (isKilled && when === 'before')) {
        isDead = true;
        throw new Error('killed');
      }
      const result = await work();
      isDead = isKilled;
      if (isKilled) throw new Error('killed');
      return result;
    };
    for (let minute = 0; minute < 60; minute++) {
      world.wrong(...(minute >= 5 && minute < 20 ? [parked, feed('acme cases')] : []));
      world.clock.advance(MINUTE);
      isDead = false;
      await world
        .run({
          rows: (rows) => ({
            read: (key) => step(() => rows.read(key)),
            write: (...args) => step(() => rows.write(...args)),
          }),
          outbox: (outbox) => ({ send: (...args) => step(() => outbox.send(...args)) }),
        })
        .catch(() => undefined);
    }
    return { titles: world.titles(), calls };
  }

  it('tells each beginning and each end exactly once, wherever it is killed', async () => {
    const whole = await play(0, 'before');
    expect(whole.titles).toHaveLength(4);
    for (let call = 1; call <= whole.calls; call += IS_FULL ? 1 : 3) {
      for (const when of ['before', 'after'] as const) {
        expect((await play(call, when)).titles, `killed ${when} call ${call}`).toEqual(whole.titles);
      }
    }
  });
});
