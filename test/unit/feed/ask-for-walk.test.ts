import { describe, expect, it } from 'vitest';
import { askFeed } from '../../../cli/act/ask-feed.ts';
import { askForWalk, progressOf, type WantedWalk } from '../../../lib/feed/ask-for-walk.ts';
import { createFeedPoller } from '../../../lib/feed/feed-poller.ts';
import { type FeedState, initialState, type Walk } from '../../../lib/feed/feed-state.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import { beginWalk } from '../../../lib/feed/walk.ts';
import { createFeedHarness, MINUTE, RULES } from './feed-harness.ts';

const DAY = 24 * 60 * MINUTE;
type Harness = ReturnType<typeof createFeedHarness>;

const stateOf = async ({ ledger, parts }: Harness) => (await ledger.load(parts.feed))?.state as FeedState;
const ask = ({ ledger, clock, parts }: Harness, wanted: Partial<WantedWalk> = {}) =>
  askFeed(ledger, clock, parts.feed, { id: 'op', fromMs: clock.now() - 60 * DAY, ...wanted });

/** Started, with 30 items of which it has announced none, and a month that is older than it looks. */
async function startedNow(): Promise<Harness> {
  const feed = createFeedHarness({ rules: { ...RULES, start: 'now' } }, 10);
  feed.add(30, 'history', MINUTE);
  feed.add(30, 'older', 20 * DAY);
  await feed.poll();
  expect(feed.sent()).toEqual([]);
  return feed;
}
/** As many polls as it takes, each noticing that its row was changed. */
async function pollOn(feed: Harness, polls = 3): Promise<void> {
  for (let n = 0; n < polls; n++) {
    feed.clock.advance(4 * MINUTE);
    await feed.poll();
  }
}

describe('a look back that an operator asks for', () => {
  it('announces what the ledger does not know, and nothing that it knows', async () => {
    const feed = createFeedHarness({}, 10);
    feed.add(30);
    await feed.poll();
    expect(feed.sent()).toHaveLength(30);
    feed.add(5, 'missed', 20 * DAY);
    await ask(feed);
    await pollOn(feed);
    expect(feed.sent().slice(30).toSorted()).toEqual([
      'missed-0',
      'missed-1',
      'missed-2',
      'missed-3',
      'missed-4',
    ]);
    expect((await stateOf(feed)).walks).toEqual([]);
  });

  it('leaves history alone, unless history is what is asked for', async () => {
    const feed = await startedNow();
    await ask(feed, { fromMs: feed.clock.now() - DAY });
    await pollOn(feed);
    expect(feed.sent()).toEqual([]);
    await ask(feed, { again: 'history' });
    await pollOn(feed);
    expect(feed.sent()).toHaveLength(60);
    await ask(feed, { again: 'history' });
    await pollOn(feed);
    expect(feed.sent()).toHaveLength(60);
  });

  it('hands one item over once more, and no other', async () => {
    const feed = createFeedHarness({}, 10);
    feed.add(30);
    await feed.poll();
    const before = await stateOf(feed);
    await ask(feed, { again: 'all', only: 'item-17' });
    await pollOn(feed, 1);
    expect(feed.sent().slice(30)).toEqual(['item-17']);
    // Nothing else was looked for, so nothing counts as swept.
    expect((await stateOf(feed)).sweptUpToMs).toBe(before.sweptUpToMs);
  });

  it('goes on from where it was when the poller dies, and announces nothing twice', async () => {
    const feed = await startedNow();
    await ask(feed, { again: 'history' });
    let pages = 0;
    feed.answerWith((request, listed) => {
      if (++pages === 12) throw new Error('the function died');
      return listed(request);
    });
    feed.clock.advance(4 * MINUTE);
    await feed.poll().catch(() => undefined);
    const reached = feed.sent().length;
    expect(reached).toBeGreaterThan(0);
    // Another process, which remembers nothing.
    const next = createFeedPoller({ ...feed.parts, holder: 'two', memory: createSeenMemory() });
    for (let n = 0; n < 3; n++) {
      feed.clock.advance(4 * MINUTE);
      await feed.poll(next);
    }
    expect(feed.sent()).toHaveLength(60);
    expect(new Set(feed.sent()).size).toBe(60);
  });

  it('waits for a poller that holds the lease, and writes over nothing', async () => {
    const feed = await startedNow();
    const row = await feed.ledger.load(feed.parts.feed);
    const claim = { holder: 'busy', version: row?.version ?? 0, nowMs: feed.clock.now(), leaseMs: MINUTE };
    await feed.ledger.claim(feed.parts.feed, claim);
    await ask(feed, { again: 'history' });
    expect(feed.clock.slept.length).toBeGreaterThan(50);
    expect((await stateOf(feed)).walks).toMatchObject([{ asked: { id: 'op', again: 'history' } }]);
  });

  it.each([
    ['before its first look has ended', { started: false }, /first look has not ended/],
    [
      'when four are under way',
      { walks: Array.from({ length: 4 }, (): Walk => ({ ...walkTo(0), asked: { id: 'x' } })) },
      /4 times already/,
    ],
  ])('is refused %s', (_, change, why) => {
    const state = { ...initialState(RULES, 0), started: true, ...change };
    expect(askForWalk(state, { id: 'op', fromMs: 0, nowMs: 1 })).toEqual({
      refused: expect.stringMatching(why),
    });
  });

  it('is never merged with others, and survives a storm of them', async () => {
    const feed = await startedNow();
    await ask(feed, { again: 'history', only: 'history-3' });
    const { suspendWalk } = await import('../../../lib/feed/settle-walk.ts');
    const context = { rules: RULES, filtersByTime: false, nowMs: 0 };
    let state = await stateOf(feed);
    for (let n = 0; n < 20; n++) state = suspendWalk(state, walkTo(n), context);
    expect(state.walks.filter(({ asked }) => asked)).toMatchObject([{ asked: { only: 'history-3' } }]);
  });
});

function walkTo(floorMs: number): Walk {
  return beginWalk({ kind: 'live', floorMs, wantedFromMs: floorMs, startedAtMs: 100 });
}

describe('how far a walk is', () => {
  const at = (createdAtMs: number, falls: number, rises: number): Walk => ({
    ...walkTo(0),
    topMs: 100,
    trail: [{ id: 'x', createdAtMs }],
    falls,
    rises,
  });
  it.each([
    ['nowhere before its first page', walkTo(0), 0],
    ['down a list that is newest first', at(25, 9, 0), 0.75],
    ['up a list that is oldest first', at(25, 0, 9), 0.25],
    ['below its floor', at(-5, 9, 0), 1],
  ])('%s', (_, walk, part) => expect(progressOf(walk)).toBe(part));
});
