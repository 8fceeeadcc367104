import { describe, expect, it } from 'vitest';
import { createFeedPoller } from '../../../lib/feed/feed-poller.ts';
import type { FeedPage } from '../../../lib/feed/feed-source.ts';
import type { FeedState } from '../../../lib/feed/feed-state.ts';
import type { PollParts } from '../../../lib/feed/poll-run.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import {
  NotReadyError,
  RejectedError,
  UnauthorizedError,
  UnreachableError,
} from '../../../lib/posture/posture-errors.ts';
import { createFeedHarness, MINUTE, messagesTo, RULES } from './feed-harness.ts';

describe('an idle poll', () => {
  it('costs one request, and nothing at the ledger when warm', async () => {
    const feed = createFeedHarness();
    feed.add(150);
    await feed.poll();
    feed.forget();
    feed.clock.advance(MINUTE);
    expect(await feed.poll()).toMatchObject({
      outcome: 'polled',
      requests: 1,
      announced: 0,
    });
    expect(feed.requests).toHaveLength(1);
    expect(feed.calls).toEqual([]);
  });

  it('costs one request also behind a long history', async () => {
    const feed = createFeedHarness();
    feed.add(3_000, 'old', 60 * MINUTE);
    await feed.poll();
    expect(feed.requests).toHaveLength(15);
    feed.forget();
    await feed.poll();
    // All within the lookback behind the newest item are looked at again: 15 minutes, one item a second.
    expect(feed.requests).toHaveLength(5);
  });

  it('asks the ledger, and sends nothing, when the process is new', async () => {
    const feed = createFeedHarness();
    feed.add(150);
    await feed.poll();
    const cold = createFeedPoller({ ...feed.parts, memory: createSeenMemory(), holder: 'two' });
    await feed.poll(cold);
    expect(feed.sent()).toHaveLength(150);
  });
});

describe('a poll with new items', () => {
  it('sends, then records, then moves the cursor', async () => {
    const feed = createFeedHarness();
    const send: PollParts['outbox']['send'] = (...args) => {
      feed.calls.push('send');
      return feed.outbox.send(...args);
    };
    feed.add(3);
    await feed.poll(createFeedPoller({ ...feed.parts, outbox: { send } }));
    const effects = feed.calls.filter((call) => ['send', 'record', 'save'].includes(call));
    expect(effects).toEqual(['send', 'record', 'save']);
  });

  it('says in the row when it announced them, and so does the first poll after a crash', async () => {
    const feed = createFeedHarness();
    const announcedAtMs = async () => {
      const row = await feed.ledger.load(feed.parts.feed);
      return (row?.state as { announcedAtMs?: number } | undefined)?.announcedAtMs;
    };
    feed.add(3);
    await feed.poll();
    const firstMs = feed.clock.now();
    expect(await announcedAtMs()).toBe(firstMs);
    feed.clock.advance(10 * MINUTE);
    await feed.poll();
    expect(await announcedAtMs()).toBe(firstMs);
    const { version = 0 } = (await feed.ledger.load(feed.parts.feed)) ?? {};
    await feed.ledger.claim(feed.parts.feed, { holder: 'two', version, nowMs: feed.clock.now(), leaseMs: 1 });
    feed.clock.advance(MINUTE);
    await feed.poll(createFeedPoller({ ...feed.parts, memory: createSeenMemory(), holder: 'three' }));
    expect(await announcedAtMs()).toBe(feed.clock.now());
  });

  it('finds them above what it knows, and reads no further than the lookback', async () => {
    const feed = createFeedHarness();
    feed.add(2_000, 'old', 20 * MINUTE);
    await feed.poll();
    feed.clock.advance(30 * MINUTE);
    feed.add(10, 'new');
    feed.forget();
    expect(await feed.poll()).toMatchObject({ announced: 10, order: 'newest-first' });
    expect(feed.requests.length).toBeLessThanOrEqual(6);
  });

  it('takes them before a backlog that is not finished, and says how far behind it is', async () => {
    const feed = createFeedHarness({}, 10);
    feed.answerWith((request, listed) => {
      feed.clock.advance(5_000);
      return listed(request);
    });
    feed.add(400, 'old');
    const first = await feed.poll();
    expect(first).toMatchObject({ behind: true });
    expect(first.lagMs).toBeGreaterThan(MINUTE);
    const before = feed.sent().length;
    feed.clock.advance(16 * MINUTE);
    feed.add(5, 'new');
    await feed.poll();
    expect(
      feed
        .sent()
        .slice(before, before + 5)
        .toSorted(),
    ).toEqual(['new-0', 'new-1', 'new-2', 'new-3', 'new-4']);
    for (let i = 0; i < 20; i++) await feed.poll();
    expect(new Set(feed.sent()).size).toBe(405);
    expect(feed.sent()).toHaveLength(405);
  });

  it('keeps what one queue does not take for later, and lets the others go on', async () => {
    const feed = createFeedHarness({ messages: messagesTo(['a', 'b']) });
    feed.outbox.refuse((_, queueUrl) => (queueUrl === 'b' ? 'no such queue' : null));
    feed.add(5);
    await feed.poll();
    feed.clock.advance(MINUTE);
    feed.add(1, 'next');
    expect(await feed.poll()).toMatchObject({ outcome: 'polled', announced: 1 });
    expect([feed.outbox.accepted('a').length, feed.outbox.accepted('b').length]).toEqual([6, 0]);
    feed.clock.advance(MINUTE);
    expect((await feed.poll()).lagMs).toBeGreaterThanOrEqual(MINUTE);
    feed.outbox.refuse(() => null);
    feed.clock.advance(MINUTE);
    expect(await feed.poll()).toMatchObject({ lagMs: 0 });
    expect([feed.outbox.accepted('a').length, feed.outbox.accepted('b').length]).toEqual([6, 6]);
  });

  it('hands over once what a page shows twice', async () => {
    const feed = createFeedHarness();
    feed.add(3);
    feed.answerWith((request, listed) => {
      const page = listed(request);
      return { ...page, items: [...page.items, ...page.items] };
    });
    await feed.poll();
    expect(feed.sent()).toEqual(['item-0', 'item-1', 'item-2']);
  });

  it.each(['threats', 'cases'] as const)(
    'hands over %s with the next poll when this one fails at it',
    async (name) => {
      const feed = createFeedHarness({ feed: { domain: 'acme', feed: name } });
      feed.add(3);
      feed.outbox.refuse(() => {
        throw new Error('the queue does not answer');
      });
      await expect(feed.poll()).rejects.toThrow('the queue does not answer');
      feed.outbox.refuse(() => null);
      // The same process, which may remember what it met.
      await feed.poll();
      expect(feed.sent()).toHaveLength(3);
    },
  );
});

describe('what queues did not take', () => {
  it('does not wait for ever behind a queue that is gone', async () => {
    const feed = createFeedHarness({ messages: messagesTo(['gone', 'fine']) });
    let hiccup = false;
    feed.outbox.refuse((_, queueUrl) => (queueUrl === 'gone' || hiccup ? 'no such queue' : null));
    feed.add(350, 'old', 10 * MINUTE);
    await feed.poll();
    hiccup = true;
    feed.add(1, 'new');
    await feed.poll();
    hiccup = false;
    for (let n = 0; n < 8; n++) {
      feed.clock.advance(MINUTE);
      await feed.poll();
    }
    expect(feed.outbox.accepted('fine')).toHaveLength(351);
    feed.outbox.refuse(() => null);
    for (let n = 0; n < 3; n++) await feed.poll();
    expect(feed.outbox.accepted('gone')).toHaveLength(351);
  });

  it('is tried again also while the API is down, and the report says what was refused and why', async () => {
    const feed = createFeedHarness();
    feed.outbox.refuse(() => 'AccessDenied');
    feed.add(2);
    const report = await feed.poll();
    expect(report.unsent).toContainEqual({ destination: 'queue', reason: 'AccessDenied' });
    feed.answerWith(() => {
      throw new UnreachableError('down', true);
    });
    feed.outbox.refuse(() => null);
    expect(await feed.poll()).toMatchObject({ outcome: 'failed' });
    expect(feed.sent()).toHaveLength(2);
  });
});

it('a broken page in a backlog keeps neither the sweep nor new items waiting', async () => {
  const feed = createFeedHarness({}, 10);
  let broken = true;
  let slow = true;
  feed.answerWith((request, listed) => {
    if (slow) feed.clock.advance(9_000);
    if (broken && request.cursor === 'old-99') throw new RejectedError('broken', 500);
    return listed(request);
  });
  feed.add(200, 'old');
  for (let n = 0; n < 3; n++) await feed.poll();
  slow = false;
  await feed.poll();
  feed.clock.advance(61 * MINUTE);
  feed.add(3, 'new');
  feed.add(1, 'late', 3 * 60 * MINUTE);
  expect(await feed.poll()).toMatchObject({
    outcome: 'failed',
    error: { code: 'rejected' },
  });
  expect(feed.sent().filter((id) => id.startsWith('new'))).toHaveLength(3);
  broken = false;
  await feed.poll();
  feed.clock.advance(61 * MINUTE);
  await feed.poll();
  expect(new Set(feed.sent()).size).toBe(204);
});

it('leaves room in the budget for others when it catches up', async () => {
  const feed = createFeedHarness({}, 10);
  feed.add(200);
  await feed.poll();
  expect(feed.requests.map(({ priority }) => priority)).toEqual([
    ...Array(10).fill('live'),
    ...Array(10).fill('backfill'),
  ]);
});

it('glances at the head of a long list without an order while it rests from walking it whole', async () => {
  const feed = createFeedHarness({}, 10);
  let order: string[] = [];
  feed.answerWith(({ cursor }) => {
    const start = cursor === undefined ? 0 : order.indexOf(cursor) + 1;
    const items = order.slice(start, start + 10).flatMap((id) => feed.items.filter((item) => item.id === id));
    const more = start + 10 < order.length;
    return {
      items,
      unreadable: [],
      nextCursor: more ? (items.at(-1)?.id ?? null) : null,
      serverTimeMs: feed.clock.now(),
    };
  });
  feed.add(3_000, 'old');
  order = feed.items.map(({ id }) => id).toSorted();
  expect(await feed.poll()).toMatchObject({ order: 'unordered', requests: 300 });
  // It may have been turned around meanwhile: its history is walked once more.
  expect(await feed.poll()).toMatchObject({ announced: 0, requests: 300 });
  feed.clock.advance(1_000);
  feed.add(1, 'new');
  order = ['new-0', ...order];
  expect(await feed.poll()).toMatchObject({ announced: 1, requests: 1 });
});

describe('start', () => {
  it('now: records history without announcing it, and announces what comes after', async () => {
    const feed = createFeedHarness({ rules: { ...RULES, start: 'now' } });
    feed.add(30, 'history', 1_000);
    expect(await feed.poll()).toMatchObject({ announced: 0, quiet: 30 });
    feed.clock.advance(MINUTE);
    feed.add(2, 'new');
    feed.add(1, 'vetted-late', 3 * 60 * MINUTE);
    await feed.poll();
    expect(feed.sent().toSorted()).toEqual(['new-0', 'new-1', 'vetted-late-0']);
  });

  it('now: takes a first answer without anything for what it may be, a hiccup', async () => {
    const feed = createFeedHarness({ rules: { ...RULES, start: 'now' } });
    await feed.poll();
    feed.add(30, 'history', MINUTE);
    feed.clock.advance(MINUTE);
    feed.add(1, 'new');
    await feed.poll();
    expect(feed.sent()).toEqual(['new-0']);
  });

  it('since: announces what was created from then on', async () => {
    const feed = createFeedHarness();
    const since = feed.clock.now() - 10 * MINUTE;
    const poller = createFeedPoller({ ...feed.parts, rules: { ...RULES, start: { since } } });
    feed.add(1, 'at', 10 * MINUTE);
    feed.add(1, 'before', 10 * MINUTE + 1);
    await feed.poll(poller);
    expect(feed.sent()).toEqual(['at-0']);
  });
});

describe('trouble at the API', () => {
  it.each([
    ['401', new UnauthorizedError('no'), MINUTE / 2],
    ['423 for days', new NotReadyError('not yet', { days_until_ready: 3 }), 60 * MINUTE],
    ['423 for minutes', new NotReadyError('not yet', { days_until_ready: 0.01 }), 864_000],
    ['423 without a day', new NotReadyError('not yet', {}), MINUTE],
  ])('%s pauses the feed, with one notice, and it resumes by itself', async (_, error, pauseMs) => {
    const notices: string[] = [];
    const notice: PollParts['notice'] = async ({ because }) => notices.push(because) > 0;
    const feed = createFeedHarness({ notice });
    feed.add(3);
    feed.answerWith(() => {
      throw error;
    });
    expect(await feed.poll()).toMatchObject({
      outcome: 'paused',
      error: { code: error.code },
    });
    feed.clock.advance(pauseMs - 1);
    expect(await feed.poll()).toMatchObject({ outcome: 'paused', requests: 0 });
    feed.clock.advance(1);
    expect(await feed.poll()).toMatchObject({ outcome: 'paused', requests: 1 });
    expect(notices).toHaveLength(1);
    feed.answerWith((request, listed) => listed(request));
    feed.clock.advance(pauseMs);
    expect(await feed.poll()).toMatchObject({ outcome: 'polled', announced: 3 });
  });

  it('that passes fails the poll, and the row says once since when, and no more after a poll that succeeds', async () => {
    const feed = createFeedHarness();
    feed.add(3);
    feed.answerWith(() => {
      throw new UnreachableError('timeout', true);
    });
    expect(await feed.poll()).toMatchObject({
      outcome: 'failed',
      error: { code: 'unreachable' },
    });
    const writes = () => feed.calls.filter((call) => call !== 'load');
    const about = { domain: 'acme', feed: 'threats' } as const;
    const failingSince = async () =>
      ((await feed.ledger.load(about))?.state as FeedState | undefined)?.failingSinceMs;
    const begunMs = await failingSince();
    expect(begunMs).toBe(feed.clock.now());
    expect(writes()).toEqual(['save']);
    feed.clock.advance(60_000);
    await feed.poll();
    expect(writes()).toEqual(['save']);
    expect(await failingSince()).toBe(begunMs);
    feed.answerWith((request, listed) => listed(request));
    await feed.poll();
    expect(await failingSince()).toBeUndefined();
  });

  it('that leads in circles is reported', async () => {
    const feed = createFeedHarness();
    const page: FeedPage = { items: [], unreadable: [], nextCursor: 'again', serverTimeMs: null };
    feed.answerWith(() => page);
    expect(await feed.poll()).toMatchObject({
      outcome: 'failed',
      error: { code: 'malformed' },
    });
    expect(feed.requests.length).toBeLessThan(10);
  });

  it.each(['error', 'empty'])('a deleted cursor answered with %s is stepped back from', async (kind) => {
    const feed = createFeedHarness({}, 10);
    feed.add(35);
    let once = true;
    feed.answerWith((request, listed) => {
      if (request.cursor !== 'item-19' || !once) return listed(request);
      once = false;
      if (kind === 'error') throw new RejectedError('unknown cursor', 400);
      return { items: [], unreadable: [], nextCursor: null, serverTimeMs: null };
    });
    await feed.poll();
    expect(new Set(feed.sent()).size).toBe(35);
  });
});

describe('two pollers', () => {
  it('do not work on one feed at a time', async () => {
    const feed = createFeedHarness();
    feed.add(3);
    await feed.parts.ledger.claim(feed.parts.feed, {
      holder: 'other',
      version: 0,
      nowMs: feed.clock.now(),
      leaseMs: 60_000,
    });
    expect(await feed.poll()).toMatchObject({
      outcome: 'busy-elsewhere',
      announced: 0,
    });
    // Nothing could be handed over, so the API is not asked either.
    expect(feed.requests).toEqual([]);
    feed.clock.advance(60_000);
    expect(await feed.poll()).toMatchObject({ outcome: 'polled', announced: 3 });
  });
});
