import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VersionedRows } from '../../../lib/base/versioned-rows.ts';
import { slackRateLimits } from '../../../lib/chats/slack/rate-limits.ts';
import { teamsRateLimits } from '../../../lib/chats/teams/rate-limits.ts';
import type { RateLimit } from '../../../lib/outbox/chat-port.ts';
import { createPace, type Pace } from '../../../lib/outbox/pace.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { createRandom } from '../../support/random.ts';

/** What one of three functions does next: it wants turns, dies, is told to rest, or nothing happens for a while. */
const deed = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom('turn', 'turn', 'turn', 'turn', 'turn', 'turn', 'dies', 'rests', 'waits'),
  wanted: fc.constantFrom(1, 1, 3, 30),
  ms: fc.integer({ min: 0, max: 20_000 }),
});

/** What one function takes longer to wake up than another is missing between their posts. */
const MOST_LATE_MS = 20;

/** Sleeps somewhat longer than it is told to, as every computer does. */
const late = (clock: ManualClock, lateMs: () => number): ManualClock => ({
  ...clock,
  sleep: (ms) => clock.sleep(ms + lateMs()),
});

interface Played {
  readonly turns: readonly number[];
  readonly closedUntil: readonly (readonly [from: number, until: number])[];
}

async function play(
  limit: RateLimit,
  deeds: readonly (typeof deed extends fc.Arbitrary<infer D> ? D : never)[],
) {
  const random = createRandom(deeds.length);
  const clock = late(createManualClock(1_000_000), () => Math.floor(random() * MOST_LATE_MS));
  const rows = createMemoryVersionedRows();
  const all: Pace[] = Array.from({ length: 3 }, () => createPace({ rows, clock }));
  const turns: number[] = [];
  const closedUntil: [number, number][] = [];
  for (const { who, what, wanted, ms } of deeds) {
    if (what === 'waits') clock.advance(ms);
    else if (what === 'dies') all[who] = createPace({ rows, clock });
    else if (what === 'rests') {
      closedUntil.push([clock.now(), clock.now() + ms]);
      await all[who]?.close(limit, clock.now() + ms);
      // Those who have turns of their own may use them up: what the chat says to one of them, others hear with the row.
      for (const other of [0, 1, 2]) if (other !== who) all[other] = createPace({ rows, clock });
    } else if ((await all[who]?.turn(limit, 5_000, wanted)) === 'now') turns.push(clock.now());
  }
  return { turns, closedUntil } satisfies Played;
}

const mostWithin = (turns: readonly number[], windowMs: number): number =>
  Math.max(0, ...turns.map((at) => turns.filter((other) => other >= at && other < at + windowMs).length));

describe('turns that are taken several at once', () => {
  it('are never closer together than the limit says, whoever dies with some of them', async () => {
    const limit = slackRateLimits('C1').post;
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 60 }), async (deeds) => {
        const { turns, closedUntil } = await play(limit, deeds);
        for (const [index, at] of turns.entries()) {
          if (index > 0) expect(at - (turns[index - 1] ?? 0)).toBeGreaterThan(limit.gapMs - MOST_LATE_MS);
          expect(closedUntil.filter(([from, until]) => at >= from && at < until && from < at)).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('stay within what Teams allows', async () => {
    const limit = teamsRateLimits('19:a').post;
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 60 }), async (deeds) => {
        const { turns } = await play(limit, deeds);
        expect(mostWithin(turns, 1_000)).toBeLessThanOrEqual(7);
        expect(mostWithin(turns, 30_000)).toBeLessThanOrEqual(60);
      }),
      { numRuns: 300 },
    );
  });

  it('cost one write for five of them, and for one where another function wants some too', async () => {
    const limit = slackRateLimits('C1').post;
    const clock = createManualClock();
    let writes = 0;
    const kept = createMemoryVersionedRows();
    const rows: VersionedRows = {
      ...kept,
      write(...one) {
        writes++;
        return kept.write(...one);
      },
    };
    const [mine, other] = [createPace({ rows, clock }), createPace({ rows, clock })];
    for (let turn = 0; turn < 50; turn++) expect(await mine.turn(limit, 5_000, 50 - turn)).toBe('now');
    expect(writes).toBe(10);
    expect(await other.turn(limit, 5_000)).toBe('now');
    // Ours fails on what the other wrote.
    expect(await mine.turn(limit, 5_000, 50)).toBe('now');
    expect(await other.turn(limit, 5_000)).toBe('now');
    expect(clock.slept.at(-1)).toBe(limit.gapMs);
  });

  it('come in the same rhythm though each comes a little late', async () => {
    const limit = slackRateLimits('C1').post;
    const clock = late(createManualClock(), () => 5);
    const pace = createPace({ rows: createMemoryVersionedRows(), clock });
    const before = clock.now();
    for (let turn = 0; turn < 50; turn++) await pace.turn(limit, 5_000, 50 - turn);
    expect(clock.now() - before).toBe(49 * (limit.gapMs + 5));
  });

  it('are not shared by two who wait in the same function', async () => {
    const limit = slackRateLimits('C1').post;
    const clock = createManualClock();
    const pace = createPace({ rows: createMemoryVersionedRows(), clock });
    const before = clock.now();
    await Promise.all(Array.from({ length: 4 }, () => pace.turn(limit, 60_000, 4)));
    await pace.turn(limit, 60_000);
    expect(clock.now() - before).toBeGreaterThanOrEqual(4 * limit.gapMs);
  });

  it('are not needed where the chat only says when it is too much: then nothing is written', async () => {
    const limit = slackRateLimits('C1').update;
    const clock = createManualClock();
    const rows = createMemoryVersionedRows();
    const [mine, other] = [createPace({ rows, clock }), createPace({ rows, clock })];
    for (let turn = 0; turn < 5; turn++) expect(await mine.turn(limit, 0)).toBe('now');
    expect(await rows.read({ pk: 'pace#slack#update', sk: 'pace' })).toBeNull();
    await other.close(limit, clock.now() + 30_000);
    clock.advance(6_000);
    expect(await mine.turn(limit, 0)).toEqual({ waitMs: 24_000 });
  });
});
