import { expect, it } from 'vitest';
import { type FeedState, initialState, type Walk } from '../../../lib/feed/feed-state.ts';
import { completeWalk, suspendWalk } from '../../../lib/feed/settle-walk.ts';
import { beginWalk } from '../../../lib/feed/walk.ts';
import { MINUTE, RULES } from './feed-harness.ts';

const NOW = 1_000 * MINUTE;
const CONTEXT = { rules: { ...RULES, start: 'now' }, filtersByTime: false, nowMs: NOW } as const;
const walkFrom = (floorMs: number, more: Partial<Walk> = {}): Walk => ({
  ...beginWalk({ kind: 'live', floorMs, wantedFromMs: floorMs, startedAtMs: NOW }),
  ...{ topMs: NOW, pages: 5, trail: [{ id: `place-${floorMs}`, createdAtMs: NOW }], ...more },
});

it.each([
  ['in a list without an order the one walk that covers two starts over', { falls: 9, rises: 9 }, []],
  ['in a newest-first list it goes on where the newer one was', { falls: 9 }, ['place-2']],
])('of too many unfinished walks the oldest become one: %s', (_, steps, places) => {
  const underWay = Array.from({ length: 8 }, (__, n) => walkFrom(8 - n, steps));
  const state: FeedState = { ...initialState(CONTEXT.rules, NOW), walks: underWay };
  const { walks } = suspendWalk(state, walkFrom(9, steps), CONTEXT);
  expect(walks).toHaveLength(8);
  expect(walks.at(-1)).toMatchObject({ floorMs: 1 });
  expect(walks.at(-1)?.trail.map(({ id }) => id)).toEqual(places);
});

it('a walk for what is new does not end what is history, wherever it came to', () => {
  const state = { ...initialState(CONTEXT.rules, NOW), started: true, quietBeforeMs: NOW };
  const walk = walkFrom(NOW - MINUTE, { toEnd: true });
  expect(completeWalk(state, walk, CONTEXT).quietBeforeMs).toBe(NOW);
  expect(completeWalk(state, { ...walk, kind: 'survey' }, CONTEXT).quietBeforeMs).toBeNull();
});
