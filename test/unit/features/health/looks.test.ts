import { describe, expect, it } from 'vitest';
import type { Metrics } from '../../../../lib/config/metrics.ts';
import type { Look } from '../../../../lib/features/health/check-health.ts';
import { createDynamoSigns } from '../../../../lib/features/health/dynamo-signs.ts';
import { createLookAtArchive } from '../../../../lib/features/health/look-at-archive.ts';
import { createLookAtBudgets } from '../../../../lib/features/health/look-at-budgets.ts';
import {
  countDeadLetters,
  createLookAtDeadLetters,
} from '../../../../lib/features/health/look-at-dead-letters.ts';
import { createLookAtFeeds } from '../../../../lib/features/health/look-at-feeds.ts';
import { createLookAtSigns } from '../../../../lib/features/health/look-at-signs.ts';
import { createNoticing, listOf, type Sign } from '../../../../lib/features/health/signs.ts';
import { type FeedState, initialState } from '../../../../lib/feed/feed-state.ts';
import { signRow } from '../../../../lib/ledger/bridge-rows.ts';
import { EMPTY_ROW } from '../../../../lib/posture/budget/budget-window.ts';
import { createFindings } from '../../../../lib/reconcile/findings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';
import { healthConfig, MINUTE } from './health-world.ts';

const seenBy = async (look: Look) => {
  const findings = createFindings();
  await look.look(findings);
  return findings.take().problems;
};

describe('feeds', () => {
  const rules = {
    start: 'now' as const,
    pollEveryMs: MINUTE,
    lookbackMs: 15 * MINUTE,
    sweepEveryMs: 60 * MINUTE,
    sweepWindowMs: 24 * 60 * MINUTE,
  };
  function setUp(every: '1m' | '1h' = '1m') {
    const clock = createManualClock();
    const states = new Map<string, unknown>();
    const poll = { every, feeds: ['cases', 'threats'] } as const;
    let calls = 0;
    const look = createLookAtFeeds({
      config: healthConfig({ poll }),
      clock,
      ledger: {
        async readFeeds(feeds) {
          calls++;
          return feeds.map(({ feed }) => states.get(feed) ?? null);
        },
        readBudgets: async () => [],
      },
    });
    const save = (feed: string, changes: Partial<FeedState> = {}) =>
      void states.set(feed, { ...initialState(rules, 0), polledAtMs: clock.now(), ...changes });
    return { clock, look, save, calls: () => calls };
  }

  it('that were polled lately are well, and all of them are read in one call', async () => {
    const { look, save, calls } = setUp();
    save('cases');
    save('threats');
    expect(await seenBy(look)).toEqual([]);
    expect(calls()).toBe(1);
  });

  it('of which no poll has succeeded for ten minutes are dead', async () => {
    const { clock, look, save } = setUp();
    save('cases');
    save('threats');
    clock.advance(10 * MINUTE - 1);
    expect(await seenBy(look)).toEqual([]);
    save('threats');
    clock.advance(1);
    expect(await seenBy(look)).toMatchObject([
      { heading: 'No successful poll', subject: 'acme cases', patienceMs: 0 },
    ]);
  });

  it('that are polled once an hour may be silent for two', async () => {
    const { clock, look, save } = setUp('1h');
    save('cases');
    save('threats');
    clock.advance(120.5 * MINUTE - 1);
    expect(await seenBy(look)).toEqual([]);
    clock.advance(1);
    expect(await seenBy(look)).toHaveLength(2);
  });

  it('that were never polled get the same time, and are only a suspicion until then', async () => {
    const { look, save } = setUp();
    save('cases', { polledAtMs: undefined } as never);
    const young = { isSuspicion: true, patienceMs: 10 * MINUTE };
    expect(await seenBy(look)).toMatchObject([young, young]);
  });

  it('whose polls fail are seen at once, since the first that failed, and call somebody after the same time', async () => {
    const { clock, look, save } = setUp();
    save('threats');
    save('cases', { failingSinceMs: clock.now() + 1 });
    clock.advance(2);
    const [seen, ...others] = await seenBy(look);
    expect(others).toEqual([]);
    expect(seen).toMatchObject({
      heading: 'No successful poll',
      sinceMs: clock.now() - 1,
      patienceMs: 10 * MINUTE,
    });
    expect(seen?.isSuspicion).toBeUndefined();
  });

  it('whose key is refused are told of by the poller', async () => {
    const { clock, look, save } = setUp();
    const pause = { because: 'unauthorized' as const, untilMs: 0, sinceMs: clock.now(), told: true };
    save('cases', { pause });
    save('threats', { pause: { ...pause, because: 'not_ready' } });
    expect(await seenBy(look)).toMatchObject([
      { heading: 'Key refused', subject: 'acme', reportedElsewhere: true },
    ]);
  });

  it('with an item that no queue takes are behind, when that lasts', async () => {
    const { clock, look, save } = setUp();
    const missingSinceMs = clock.now();
    clock.advance(16 * MINUTE);
    save('cases', { unfinished: true, missingSinceMs });
    save('threats', { unfinished: true, missingSinceMs: missingSinceMs + 1 });
    expect(await seenBy(look)).toMatchObject([
      { heading: 'Feed is behind', subject: 'acme cases', patienceMs: 10 * MINUTE },
    ]);
  });
});

it('a budget that is used up is seen, of reads and of writes', async () => {
  const clock = createManualClock();
  const second = Math.floor(clock.now() / 1000);
  const look = (
    counts: ReadonlyMap<number, number>,
    closedUntilMs = 0,
    written: ReadonlyMap<number, number> = new Map(),
  ) =>
    createLookAtBudgets({
      config: healthConfig(),
      clock,
      ledger: {
        readFeeds: async () => [],
        readBudgets: async () => [
          { ...EMPTY_ROW, counts, closedUntilMs },
          { ...EMPTY_ROW, counts: written },
        ],
      },
    });
  expect(await seenBy(look(new Map([[second - 1, 700]])))).toEqual([]);
  expect(await seenBy(look(new Map([[second - 90, 950]])))).toEqual([]);
  expect(await seenBy(look(new Map([[second - 1, 900]])))).toMatchObject([
    { heading: 'Request budget is used up', subject: 'acme', patienceMs: 10 * MINUTE },
  ]);
  expect(await seenBy(look(new Map(), clock.now() + 1))).toHaveLength(1);
  expect(await seenBy(look(new Map(), 0, new Map([[second, 179]])))).toEqual([]);
  expect(await seenBy(look(new Map(), 0, new Map([[second, 180]])))).toHaveLength(1);
});

it('dead letters are seen by how many there are', async () => {
  const depths: Record<string, number> = { a: 0, b: 2 };
  const look = createLookAtDeadLetters({
    deadLetters: countDeadLetters({
      deadLetters: [
        { subject: 'slack deliveries', queueUrl: 'a' },
        { subject: 'verdicts', queueUrl: 'b' },
      ],
      depthOf: async (url) => depths[url] ?? 0,
    }),
  });
  expect(await seenBy(look)).toMatchObject([{ heading: 'Deliveries gave up', subject: 'verdicts' }]);
});

describe('signs', () => {
  function setUp() {
    const clock = createManualClock();
    const rows = createMemoryVersionedRows();
    const signs = createDynamoSigns(rows.todo);
    let id = 0;
    const leave = async (sign: Sign) => {
      const todo = { under: signRow.list(listOf(sign)), at: new Date(sign.atMs).toISOString() };
      await rows.write(signRow.key(sign, `${id++}`), null, { version: 0, expiresAtMs: 0, todo });
    };
    const measured: unknown[] = [];
    const metrics: Metrics = (_, __, values) => void measured.push(values);
    const noticing = (by: Sign['by']) => createNoticing({ by, metrics, leave, clock, log: () => undefined });
    const look = createLookAtSigns({ signs, chats: ['slack', 'teams'], domains: ['acme'], clock });
    return { clock, signs, leave, noticing, measured, look, archive: createLookAtArchive({ signs, clock }) };
  }

  it('of a lost click and of a failed verdict count for a quarter of an hour', async () => {
    const { clock, noticing, measured, look } = setUp();
    const [action, verdict] = [noticing('action'), noticing('verdict')];
    action.metrics('surface', { Surface: 'teams' }, { ClicksLost: 1 });
    verdict.metrics('domain', { Domain: 'acme' }, { VerdictFailed: 1 });
    await Promise.all([action.settled(), verdict.settled()]);
    expect(await seenBy(look)).toMatchObject([
      { heading: 'Clicks are lost', subject: 'teams' },
      { heading: 'Verdicts fail', subject: 'acme' },
    ]);
    // At once, since the table may be what could not be reached.
    expect(measured).toEqual([{ ClicksLost: 1 }, { Healthy: 0 }, { VerdictFailed: 1 }]);
    clock.advance(15 * MINUTE + 1);
    expect(await seenBy(look)).toEqual([]);
  });

  it('of three disputed requests count while none is taken, by whichever process', async () => {
    const { clock, noticing, look } = setUp();
    const dispute = async () => {
      const process = noticing('action');
      process.metrics('surface', { Surface: 'slack' }, { RequestsTaken: 0, RequestsDisputed: 1 });
      await process.settled();
      clock.advance(MINUTE);
    };
    await dispute();
    await dispute();
    expect(await seenBy(look)).toEqual([]);
    await dispute();
    expect(await seenBy(look)).toMatchObject([{ heading: 'Requests are refused', subject: 'slack' }]);
    const other = noticing('action');
    other.metrics('surface', { Surface: 'slack' }, { RequestsTaken: 1, RequestsDisputed: 0 });
    await other.settled();
    expect(await seenBy(look)).toEqual([]);
  });

  it('are few, however many requests there are', async () => {
    const { clock, noticing, signs } = setUp();
    const { metrics, settled } = noticing('action');
    for (let second = 0; second < 300; second++) {
      metrics('surface', { Surface: 'slack' }, { RequestsTaken: 1, RequestsDisputed: 9 });
      await settled();
      clock.advance(900);
    }
    expect(await signs.since('now', 0)).toHaveLength(1 + 3);
  });

  it('are believed only about what there is, and only of whom they are', async () => {
    const { clock, leave, look, signs } = setUp();
    const atMs = clock.now();
    await leave({ by: 'action', what: 'failed', subject: 'acme', atMs });
    await leave({ by: 'action', what: 'lost', subject: '<!channel> pay#me%', atMs });
    expect((await signs.since('now', 0)).map(({ subject }) => subject)).toContain('<!channel> pay#me%');
    expect(await seenBy(look)).toEqual([]);
  });

  it('of the archive say when it was complete last, and what it found', async () => {
    const { clock, leave, archive } = setUp();
    const sign = (what: Sign['what']) =>
      leave({ by: 'archive', what, subject: 'archive', atMs: clock.now() });
    const day = 24 * 60 * MINUTE;
    expect(await seenBy(archive)).toMatchObject([
      { heading: 'Trail is not archived', isSuspicion: true, patienceMs: day },
    ]);
    await sign('archived');
    await sign('changed');
    expect(await seenBy(archive)).toMatchObject([{ heading: 'Trail was changed' }]);
    clock.advance(day + 1);
    const [late] = await seenBy(archive);
    expect([late?.heading, late?.patienceMs]).toEqual(['Trail is not archived', undefined]);
  });

  it('that cannot be left keep nobody waiting', async () => {
    const { clock } = setUp();
    const lines: string[] = [];
    const { metrics, settled } = createNoticing({
      by: 'action',
      metrics: () => undefined,
      leave: () => Promise.reject(new Error('no table')),
      clock,
      log: (event) => void lines.push(event),
    });
    metrics('surface', { Surface: 'slack' }, { ClicksLost: 1 });
    await settled();
    expect(lines).toEqual(['no sign left']);
  });
});
