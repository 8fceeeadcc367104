import { describe, expect, it } from 'vitest';
import { createClockNotice } from '../../../lib/feed/clock-notice.ts';
import { createFeedPoller } from '../../../lib/feed/feed-poller.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import { createFeedHarness, MINUTE, RULES } from './feed-harness.ts';

const HOUR = 60 * MINUTE;
type Feed = ReturnType<typeof createFeedHarness>;

/** Another process at the same feed, whose clock is so far ahead. */
const createOther = (feed: Feed, aheadMs: number, holder = 'other') =>
  createFeedPoller({
    ...feed.parts,
    memory: createSeenMemory(),
    holder,
    clock: { ...feed.clock, now: () => feed.clock.now() + aheadMs },
  });

describe('the lease of a process that died', () => {
  it.each([-HOUR, -MINUTE, 0, MINUTE, HOUR])(
    'keeps others away for two minutes at the most, with its clock %i ms ahead',
    async (aheadMs) => {
      const feed = createFeedHarness();
      const nowMs = feed.clock.now() + aheadMs;
      await feed.ledger.claim(feed.parts.feed, { holder: 'dead', version: 0, nowMs, leaseMs: MINUTE });
      feed.clock.advance(2 * MINUTE);
      feed.add(3);
      expect(await feed.poll()).toMatchObject({ outcome: 'polled', announced: 3 });
    },
  );
});

it('two processes whose clocks are two hours apart find every item once between them', async () => {
  const feed = createFeedHarness();
  const [ahead, behind] = [createOther(feed, HOUR, 'ahead'), createOther(feed, -HOUR, 'behind')];
  for (let n = 0; n < 90; n++) {
    feed.add(1, `item-${n}`);
    await ahead.poll(feed.clock.now() + HOUR + MINUTE);
    feed.add(1, `next-${n}`);
    await behind.poll(feed.clock.now() - HOUR + MINUTE);
    feed.clock.advance(MINUTE);
  }
  expect(feed.sent()).toHaveLength(180);
  expect(new Set(feed.sent()).size).toBe(180);
});

it('a process that was frozen with a page in hand sends nothing of it when another took over', async () => {
  const feed = createFeedHarness();
  feed.add(3);
  const other = createOther(feed, 0);
  const recorded: typeof feed.ledger.recorded = async (...args) => {
    const known = await feed.ledger.recorded(...args);
    feed.clock.advance(2 * MINUTE);
    await feed.poll(other);
    return known;
  };
  const frozen = createFeedPoller({ ...feed.parts, ledger: { ...feed.ledger, recorded } });
  await feed.poll(frozen);
  expect(feed.sent()).toHaveLength(3);
});

it('a clock of the API that is put back an hour hides new items for one poll at the most', async () => {
  let backMs = 0;
  const feed = createFeedHarness({}, 10);
  feed.answerWith((request, listed) => ({ ...listed(request), serverTimeMs: feed.clock.now() - backMs }));
  feed.add(300, 'old');
  await feed.poll();
  backMs = HOUR;
  for (let n = 0; n < 5; n++) {
    feed.clock.advance(MINUTE);
    feed.add(1, `new-${n}`, backMs);
    await feed.poll();
  }
  expect(feed.sent()).toEqual(expect.arrayContaining(['new-0-0', 'new-1-0', 'new-2-0', 'new-3-0']));
});

describe('operators', () => {
  function createTold(aheadMs: number) {
    const told: number[] = [];
    const feed = createFeedHarness({ clockNotice: async (ms) => told.push(ms) > 0 });
    feed.answerWith((request, listed) => ({ ...listed(request), serverTimeMs: feed.clock.now() - aheadMs }));
    return { feed, told };
  }

  it.each([HOUR, -HOUR, 5 * MINUTE])('are told once a day that clocks differ by %i ms', async (aheadMs) => {
    const { feed, told } = createTold(aheadMs);
    for (let n = 0; n < 5; n++) {
      expect(await feed.poll()).toMatchObject({ clockAheadMs: aheadMs });
      feed.clock.advance(6 * HOUR - 1);
    }
    await feed.poll();
    expect(told).toEqual([aheadMs, aheadMs]);
  });

  it('are told nothing of less than five minutes', async () => {
    const { feed, told } = createTold(5 * MINUTE - 1);
    await feed.poll();
    expect(told).toEqual([]);
  });

  it('read whose clock is ahead and by how much, under one id for both feeds and the whole day', async () => {
    const { clock, outbox } = createFeedHarness();
    const config = {
      ops: { to: 'ops' },
      destinations: { ops: { type: 'webhook' } },
    } as unknown as Parameters<typeof createClockNotice>[0]['config'];
    const parts = { config, queueUrls: { webhook: 'queue' }, outbox, clock };
    for (const feed of ['cases', 'threats'] as const) {
      expect(await createClockNotice({ ...parts, feed: { domain: 'acme', feed } })(-HOUR)).toBe(true);
    }
    const sent = outbox.accepted('queue').map(({ envelope }) => envelope);
    expect(new Set(sent.map((envelope) => envelope?.deliveryId)).size).toBe(1);
    expect(sent[0]).toMatchObject({
      notice: {
        code: 'clock_difference',
        title: "acme: the API's clock and ours differ by 60 minutes",
        text: expect.stringContaining("60 minutes behind the API's"),
      },
    });
  });
});

it('a pause ends when the clock is put back during it', async () => {
  const feed = createFeedHarness({ rules: RULES });
  const { NotReadyError } = await import('../../../lib/posture/posture-errors.ts');
  feed.answerWith(() => {
    throw new NotReadyError('not yet', { days_until_ready: 1 });
  });
  expect(await feed.poll()).toMatchObject({ outcome: 'paused', requests: 1 });
  feed.clock.advance(MINUTE);
  expect(await feed.poll()).toMatchObject({ outcome: 'paused', requests: 0 });
  const late = createOther(feed, -HOUR);
  feed.answerWith((request, listed) => listed(request));
  expect(await late.poll(feed.clock.now())).toMatchObject({ outcome: 'polled' });
});
