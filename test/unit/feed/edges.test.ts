import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedPage, PageRequest } from '../../../lib/feed/feed-source.ts';
import { initialState } from '../../../lib/feed/feed-state.ts';
import { planSurvey } from '../../../lib/feed/plan-walks.ts';
import { RejectedError } from '../../../lib/posture/posture-errors.ts';
import { type CursorPolicy, type ListOrder, ListRefusal, ModelList } from '../../world/model-list.ts';
import { createFeedHarness, MINUTE, RULES } from './feed-harness.ts';

const HOUR = 60 * MINUTE;

/** The poller on a list of the world's platform, with the rules of an independent check that found these. */
function createEdge({
  order = 'newest-first',
  cursorPolicy = 'resume',
  pageSize = 10,
  rules = {},
}: Edge = {}) {
  const feed = createFeedHarness({
    rules: { ...RULES, start: 'now', sweepEveryMs: 5 * MINUTE, sweepWindowMs: HOUR, ...rules },
  });
  const api = new ModelList({ createdAfter: 'inclusive', pageSize, repeatsItems: false });
  api.order = order;
  api.cursorPolicy = cursorPolicy;
  feed.answerWith((request) => pageOf(api, request, feed.clock.now()));
  const add = (lateMs = 0) => api.add(feed.clock.now() - lateMs, feed.clock.now()).id;
  return {
    feed,
    api,
    add,
    /** A poll every minute, each with an item that is new. */
    async pollFor(minutes: number) {
      for (let n = 0; n < minutes; n++) {
        add();
        await feed.poll();
        feed.clock.advance(MINUTE);
      }
    },
    /** Items from before the start, a minute apart. */
    addHistory(count: number) {
      for (let n = count; n > 0; n--) api.add(feed.clock.now() - n * MINUTE, 0);
    },
  };
}
interface Edge {
  readonly order?: ListOrder;
  readonly cursorPolicy?: CursorPolicy;
  readonly pageSize?: number;
  readonly rules?: Partial<typeof RULES>;
}

function pageOf(list: ModelList, { cursor }: PageRequest, serverTimeMs: number): FeedPage {
  try {
    const { items, nextCursor } = list.page({ cursor });
    return {
      items: items.map((one) => ({ ...one, item: one.id })),
      unreadable: [],
      nextCursor,
      serverTimeMs,
    };
  } catch (error) {
    throw error instanceof ListRefusal ? new RejectedError(error.message, error.status) : error;
  }
}

const ORDERS: readonly ListOrder[] = ['newest-first', 'oldest-first', 'shuffled', 'grouped'];

describe.each(ORDERS)('an item that the API lists late, in a list that is %s,', (order) => {
  it('is found by a sweep if it is late by less than the window, whenever between two sweeps it appears', async () => {
    const late = fc.record({
      lateMs: fc.oneof(
        fc.constant(HOUR - 1),
        fc.constantFrom(56, 58, 59).map((minutes) => minutes * MINUTE),
        fc.integer({ min: RULES.lookbackMs, max: HOUR - 1 }),
      ),
      afterMinutes: fc.integer({ min: 20, max: 32 }),
    });
    const check = fc.asyncProperty(late, async ({ lateMs, afterMinutes }) => {
      const { feed, add, pollFor, addHistory } = createEdge({ order });
      addHistory(90);
      await pollFor(afterMinutes);
      const id = add(lateMs);
      await pollFor(8);
      expect(feed.sent()).toContain(id);
    });
    await fc.assert(check, { numRuns: 12, seed: 1 });
  });

  it('is found also when there were no polls for 45 minutes after it appeared', async () => {
    const check = fc.asyncProperty(fc.integer({ min: 16 * MINUTE, max: HOUR - 1 }), async (lateMs) => {
      const { feed, add, pollFor, addHistory } = createEdge({ order });
      addHistory(90);
      await pollFor(21);
      const id = add(lateMs);
      feed.clock.advance(45 * MINUTE);
      await pollFor(8);
      expect(feed.sent()).toContain(id);
    });
    await fc.assert(check, { numRuns: 8, seed: 1, examples: [[30 * MINUTE], [HOUR - 1]] });
  });

  it('is found by the next poll if it is late by less than the lookback', async () => {
    const { feed, add, pollFor, addHistory } = createEdge({ order, rules: { sweepEveryMs: 24 * HOUR } });
    addHistory(90);
    await pollFor(20);
    const ids = [RULES.lookbackMs - 1, RULES.lookbackMs / 2].map(add);
    await pollFor(1);
    expect(feed.sent()).toEqual(expect.arrayContaining(ids));
  });
});

describe('an oldest-first list whose old items were purged', () => {
  it.each<CursorPolicy>(['broken', 'error', 'empty', 'restart'])(
    'shows what is new within three polls when the API answers a lost cursor with %s',
    async (cursorPolicy) => {
      const { feed, api, add, pollFor, addHistory } = createEdge({ order: 'oldest-first', cursorPolicy });
      addHistory(300);
      await pollFor(10);
      for (const item of api.items) item.deletedAtMs = feed.clock.now();
      feed.clock.advance(HOUR);
      const ids = [add(), add()];
      await pollFor(3);
      expect(feed.sent()).toEqual(expect.arrayContaining(ids));
      feed.forget();
      await pollFor(1);
      // What is lost is not asked for again.
      expect(feed.requests.length).toBeLessThanOrEqual(2);
    },
  );

  it('is not walked from its head because of a single deleted item', async () => {
    const { feed, api, pollFor, addHistory } = createEdge({ order: 'oldest-first', cursorPolicy: 'broken' });
    addHistory(300);
    await pollFor(10);
    feed.forget();
    await pollFor(1);
    const place = api.items.find(({ id }) => id === feed.requests[0]?.cursor);
    if (!place) throw new Error('expected a walk from a place in the list');
    place.deletedAtMs = feed.clock.now();
    await pollFor(3);
    feed.forget();
    await pollFor(1);
    expect(feed.requests[0]?.cursor).toBeDefined();
    expect(feed.requests.length).toBeLessThanOrEqual(4);
  });
});

describe('a list in groups that are each newest first', () => {
  it('is announced whole, and its history is not', async () => {
    const { feed, add, pollFor, addHistory } = createEdge({ order: 'grouped' });
    addHistory(3_000);
    await feed.poll();
    expect(feed.sent()).toEqual([]);
    feed.clock.advance(MINUTE);
    const ids = Array.from({ length: 30 }, () => add());
    // A list of 300 pages without an order rests for three minutes.
    await pollFor(4);
    expect(feed.sent()).toEqual(expect.arrayContaining(ids));
  });
});

describe('a survey of a newest-first list', () => {
  it('is made after the start and then so seldom that it costs a request a minute, and other polls cost what they did', async () => {
    const { feed, pollFor, addHistory } = createEdge({ pageSize: 200, rules: { sweepEveryMs: HOUR } });
    addHistory(20_000);
    const requestsIn = async (minutes: number) => {
      feed.forget();
      await pollFor(minutes);
      return feed.requests.length;
    };
    expect(await requestsIn(1)).toBeGreaterThan(100);
    expect(await requestsIn(59)).toBe(59);
    // The sweep.
    expect(await requestsIn(3)).toBe(4);
    feed.clock.advance(38 * MINUTE);
    expect(await requestsIn(1)).toBeGreaterThan(100);
    expect(await requestsIn(1)).toBe(1);
  });

  it.each([
    [1, HOUR],
    [500, 500 * MINUTE],
    [10_000, 24 * HOUR],
  ])('of %i pages is due after %i ms', (wholeWalkPages, restMs) => {
    const state = { ...initialState(RULES, 0), started: true, wholeWalkPages, wholeWalkAtMs: HOUR };
    const planAt = (nowMs: number) => planSurvey(state, { rules: RULES, filtersByTime: false, nowMs });
    expect(planAt(HOUR + restMs - 1)).toBeNull();
    expect(planAt(HOUR + restMs)).toMatchObject({ kind: 'survey', whole: true });
  });
});
