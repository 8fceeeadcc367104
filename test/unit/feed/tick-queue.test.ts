import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTick, writeTick } from '../../../lib/feed/tick.ts';
import { AHEAD_MS, createTickQueue, slotOf, tickTimes } from '../../../lib/feed/tick-queue.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';

const QUEUE = 'https://sqs/ticks';
const every = fc.integer({ min: 5_000, max: 59_999 });
const now = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 });

describe('the times of ticks', () => {
  it('are on one grid, all of it for the next 70 seconds', () => {
    fc.assert(
      fc.property(now, every, (nowMs, everyMs) => {
        const times = tickTimes(nowMs, everyMs);
        const [first = 0] = times;
        expect(first).toBeGreaterThan(nowMs);
        expect(first).toBeLessThanOrEqual(nowMs + everyMs);
        expect(times.every((time) => time % everyMs === 0)).toBe(true);
        expect(times).toEqual(times.map((_, index) => first + index * everyMs));
        expect(times.at(-1)).toBeLessThanOrEqual(nowMs + AHEAD_MS);
        expect((times.at(-1) ?? 0) + everyMs).toBeGreaterThan(nowMs + AHEAD_MS);
      }),
    );
  });

  it('leave no gap when the next run of the schedule is up to ten seconds late, or any time early', () => {
    fc.assert(
      fc.property(now, every, fc.integer({ min: 0, max: 70_000 }), (nowMs, everyMs, laterMs) => {
        const both = new Set([...tickTimes(nowMs, everyMs), ...tickTimes(nowMs + laterMs, everyMs)]);
        const first = slotOf(nowMs, everyMs) + everyMs;
        // The later run looks itself, for the time on the grid that it starts behind.
        both.add(slotOf(nowMs + laterMs, everyMs));
        for (let time = first; time <= nowMs + laterMs + AHEAD_MS; time += everyMs)
          expect(both).toContain(time);
      }),
    );
  });
});

describe('the queue of ticks', () => {
  const setUp = () => {
    const clock = createManualClock(1_800_000_001_300);
    const outbox = createMemoryOutbox();
    return { outbox, ticks: createTickQueue({ outbox, queueUrl: QUEUE, everyMs: 5_000, clock }) };
  };

  it('gets 14 ticks for each minute, each held back for its time and never for less', async () => {
    const { outbox, ticks } = setUp();
    await ticks.sendAhead(['acme', 'beta']);
    const sent = outbox.accepted(QUEUE);
    expect(sent).toHaveLength(14);
    expect(sent.map(({ delaySeconds }) => delaySeconds).slice(0, 3)).toEqual([4, 9, 14]);
    expect(readTick(sent[0]?.body ?? '')).toEqual({
      ok: { v: 1, domains: ['acme', 'beta'], dueAtMs: 1_800_000_005_000 },
    });
  });

  it('says when it did not get all of them', async () => {
    const { outbox, ticks } = setUp();
    outbox.refuse(({ deliveryId }) => (deliveryId.endsWith('5000') ? 'AccessDenied' : null));
    await expect(ticks.sendAhead(['acme'])).rejects.toThrow('the queue took 7 of 14 ticks: AccessDenied');
  });
});

describe('a tick', () => {
  it('is read as it was written', () => {
    const tick = { domains: ['acme', 'Zürich \u{1f600}'], dueAtMs: 1_800_000_005_000 };
    expect(readTick(writeTick(tick))).toEqual({ ok: { v: 1, ...tick } });
  });

  it.each([
    ['{"v":2,"domains":["acme"],"dueAtMs":1}', 'v: '],
    ['{"v":1,"domains":[],"dueAtMs":1}', 'domains: '],
    ['{"v":1,"domains":["acme"]}', 'dueAtMs: missing, expected number'],
    ['{"domains":["acme"],"dueAtMs":1}', 'v: '],
    ['not JSON', 'missing, expected object'],
    ['null', 'expected object, got null'],
  ])('is dropped when this version does not understand it: %s', (body, reason) => {
    expect(readTick(body)).toEqual({ dropped: expect.stringContaining(reason) });
  });

  it('may say more than this version knows', () => {
    expect(readTick('{"v":1,"domains":["acme"],"dueAtMs":1,"hurry":true}')).toMatchObject({
      ok: { domains: ['acme'] },
    });
  });
});
