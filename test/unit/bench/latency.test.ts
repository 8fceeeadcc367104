import { describe, expect, it } from 'vitest';
import { barOf, figuresOf, lostIn, reportAll } from '../../bench/latency-report.ts';
import { partsOf, type Trip } from '../../bench/latency-trip.ts';
import { type MachineFigures, whyNotTrusted } from '../../bench/machine.ts';

const QUIET: MachineFigures = {
  cores: 4,
  loadBefore: 0.1,
  loadAfter: 1,
  busyShare: 0.3,
  stalledMs: { p99: 3, max: 40 },
};

const trip = (slack: Trip['arrivals']['slack'], more: Partial<Trip> = {}): Trip => ({
  caseId: 'c',
  lane: 'team0',
  openedMs: 1_000,
  readMs: 4_000,
  arrivals: { slack, teams: {} },
  ...more,
});

describe('the way of a case', () => {
  it('is the sum of its parts', () => {
    const whole = trip({ queuedMs: 4_200, takenMs: 4_300, postedMs: 5_300 });
    expect(partsOf(whole, 'slack')).toEqual([3, 0.2, 0.1, 1]);
  });

  it('has no time in the queue after it was posted: the notifier may show it before it is handed the message', () => {
    const early = trip({ queuedMs: 4_200, takenMs: 9_000, postedMs: 5_200 });
    expect(partsOf(early, 'slack')).toEqual([3, 0.2, 1, 0]);
  });

  it('is known as far as it was seen', () => {
    expect(partsOf(trip({}), 'slack')).toEqual([3, null, null, null]);
    expect(partsOf(trip({ postedMs: 5_000 }), 'slack')).toEqual([3, null, null, null]);
  });
});

describe('the figures', () => {
  const click = {
    chat: 'slack',
    clickedMs: 10_000,
    presses: 1,
    answeredMs: 10_250,
    shownMs: { slack: 11_000 },
  } as const;
  const trips = [trip({ postedMs: 6_000 }, { click }), trip({ postedMs: 2_000 })];
  const figures = { parts: [figuresOf(trips, { every: '5s', minutes: 1 })], machine: QUIET };

  it('say what never came, which counts as the slowest', () => {
    const [inSlack, inTeams] = figures.parts[0]?.message.filter(({ what }) => !what.startsWith(' ')) ?? [];
    expect(inSlack).toMatchObject({ chat: 'slack', count: 2, never: 0, p50: 1, p95: 5, max: 5 });
    expect(inTeams).toMatchObject({ chat: 'teams', count: 2, never: 2, p50: null, p95: null });
  });

  it('count a click where it was made, to its answer and to both messages', () => {
    expect(figures.parts[0]?.click.filter(({ count }) => count > 0)).toMatchObject([
      { what: 'click to answer', p50: 0.25 },
      { what: '  to recorded verdict', p50: null, never: 1 },
      { what: '  to changed message', p50: 1 },
      { what: '  to changed message in Teams', p50: null },
    ]);
  });

  it('count the verdicts that were pressed and never recorded', () => {
    expect(lostIn(figures)).toBe(1);
  });

  it('meet the bar at 5-second polls by chat, and a case that never came misses it', () => {
    expect(barOf(figures)).toMatchObject([
      { chat: 'slack', isMet: true },
      { chat: 'teams', isMet: false },
    ]);
    expect(barOf({ parts: [figuresOf(trips, { every: '60s', minutes: 1 })] })).toEqual([]);
  });

  it('are not to be trusted from a busy machine, which the report says', () => {
    expect(whyNotTrusted(QUIET)).toEqual([]);
    expect(reportAll(figures)).not.toContain('Do not trust');
    const busy = { ...QUIET, loadBefore: 3, busyShare: 0.95, stalledMs: { p99: 400, max: 2_000 } };
    expect(whyNotTrusted(busy)).toHaveLength(3);
    expect(reportAll({ ...figures, machine: busy })).toContain('Do not trust these figures: before it began');
  });
});
