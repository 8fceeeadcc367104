import { describe, expect, it } from 'vitest';
import { slackRateLimits } from '../../../lib/chats/slack/rate-limits.ts';
import { teamsRateLimits } from '../../../lib/chats/teams/rate-limits.ts';
import type { RateLimit } from '../../../lib/outbox/chat-port.ts';
import { createPace } from '../../../lib/outbox/pace.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

/** When each of so many turns came, taken as soon as they come. */
async function turnsOf(
  limit: RateLimit,
  count: number,
  restBefore: readonly number[] = [],
): Promise<number[]> {
  const clock = createManualClock(0);
  const rows = createMemoryVersionedRows();
  const paces = [createPace({ rows, clock }), createPace({ rows, clock })];
  const turns: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const rest = restBefore[turn] ?? 0;
    clock.advance(rest);
    for (;;) {
      const pace = paces[turn % 2] as (typeof paces)[number];
      const outcome = await pace.turn(limit, 0);
      if (outcome === 'now') break;
      clock.advance(Math.max(1, outcome.waitMs));
    }
    turns.push(clock.now());
  }
  return turns;
}

const mostWithin = (turns: readonly number[], windowMs: number): number =>
  Math.max(...turns.map((at) => turns.filter((other) => other >= at && other < at + windowMs).length));

describe('the turns at a channel', () => {
  it('come one after the other in Slack', async () => {
    const turns = await turnsOf(slackRateLimits('C1').post, 5);
    expect(turns).toEqual([0, 1_100, 2_200, 3_300, 4_400]);
  });

  it('stay within everything that Teams allows, after any rest', async () => {
    const rests = Array.from({ length: 2_000 }, (_, turn) => (turn % 97 === 0 ? turn * 53 : turn % 7));
    const turns = await turnsOf(teamsRateLimits('19:a').post, 2_000, rests);
    expect(mostWithin(turns, 1_000)).toBeLessThanOrEqual(7);
    expect(mostWithin(turns, 2_000)).toBeLessThanOrEqual(8);
    expect(mostWithin(turns, 30_000)).toBeLessThanOrEqual(60);
    expect(mostWithin(turns, 3_600_000)).toBeLessThanOrEqual(1_800);
    // And use it: what a decision leads to goes out at once.
    expect(turns.slice(0, 5).every((at) => at < 100)).toBe(true);
  });

  it('do not come before a channel is open again, not even the first five', async () => {
    const clock = createManualClock(0);
    const pace = createPace({ rows: createMemoryVersionedRows(), clock });
    const limit = teamsRateLimits('19:a').post;
    await pace.close(limit, 60_000);
    expect(await pace.turn(limit, 0)).toEqual({ waitMs: 60_000 });
    clock.advance(60_000);
    expect(await pace.turn(limit, 0)).toBe('now');
    expect(await pace.turn(limit, 0)).toEqual({ waitMs: limit.gapMs });
  });

  it.each([0, 1])('are not kept from another function by one that wants %i at a time', async (wanted) => {
    const clock = createManualClock(0);
    const rows = createMemoryVersionedRows();
    const [one, other] = [createPace({ rows, clock }), createPace({ rows, clock })];
    const limit = slackRateLimits('C1').post;
    for (let turn = 0; turn < 4; turn++) {
      expect(await one.turn(limit, 0, wanted)).toBe('now');
      clock.advance(limit.gapMs);
    }
    expect(await other.turn(limit, 0, wanted)).toBe('now');
    expect(await one.turn(limit, 0, wanted)).toEqual({ waitMs: limit.gapMs });
  });
});
