import type { Capability, History } from '../history.ts';
import type { ListEvent, Lists } from '../lists.ts';
import { QUIET } from './known-pairs.ts';

/** Pollers alone with a list that does nothing unusual yet. */
const CALM: Lists = {
  ...{ only: 'threats', order: 'newest-first', cursors: 'resume', createdAfter: 'inclusive', pageSize: 10 },
  ...{ repeatsItems: false, past: { threats: 0, cases: 0 }, pastTies: false, events: [], start: 'now' },
  ...{ clockOffsetMs: 0, saysTime: true, apiFaults: 0, apiOutages: [], brokenQueue: false, pollers: 1 },
  ...{ cold: 0, runMs: 50_000, silence: null, stalls: [], clocks: [], clockChanges: [] },
  ticks: { everyMs: 30_000, lost: 0, repeated: 0, lateMs: 0, purgedAtMs: null },
};

const alone = (lists: Partial<Lists>, more: readonly Capability[] = []): History => ({
  ...QUIET,
  capabilities: ['lists', 'threats', ...more],
  lists: { ...CALM, ...lists },
});
/** Items of the list that is polled. */
const items = (atMs: number, count: number, bornMsAgo = 0, tie = false): ListEvent => ({
  ...{ what: 'items', of: 'threats', atMs, count, tie, bornMsAgo },
});
const past = (count: number) => ({ past: { threats: count, cases: count } });

/** Lists that pollers once did wrong, each with what was wrong then. */
export const HOSTILE_LISTS: Readonly<Record<string, History>> = {
  'a 401 before the first walk: history was announced, since nothing had said what history is': alone({
    ...past(3),
    pollers: 2,
    saysTime: false,
    apiOutages: [{ atMs: 0, forMs: 10_000, fault: '401' }],
  }),
  'an item dated into the future, of an API whose clock is behind ours, hid all new items until the next sweep':
    alone({
      ...past(3),
      ...{ only: 'cases', start: 'all', pastTies: true, order: 'oldest-first', repeatsItems: true },
      clockOffsetMs: -479_994,
      events: [
        items(88_776, 3, -2_297_310),
        items(92_413, 5, 0, true),
        items(150_100, 18, 168_353, true),
        items(217_710, 4, 89_078, true),
      ],
    }),
  'an item late by a second less than the window was lost when the next sweep came minutes after it': alone({
    only: 'cases',
    events: [items(0, 3), items(1_830_000, 1, 21_599_000), items(2_160_967, 5)],
  }),
  'a late item was lost in 45 minutes without polls': alone({
    only: 'cases',
    events: [items(0, 3), items(1_805_000, 1, 21_599_000), items(3_360_000, 5)],
    silence: { fromMs: 1_810_000, forMs: 2_700_000 },
  }),
  'a place whose item was deleted, and that the API answers with a 500, was tried for ever': alone({
    ...past(45),
    ...{ start: 'all', pageSize: 2, runMs: 2_500, cold: 100, cursors: 'broken', saysTime: false },
    events: [{ what: 'delete-cursor', of: 'threats', atMs: 30_000 }],
  }),
  'a list in groups was read as far as its first group': alone({
    ...past(26),
    ...{ pageSize: 2, runMs: 3_000, order: 'grouped', saysTime: false },
    events: [items(0, 2), items(720_000, 3)],
  }),
  'a pause lasted for as long as the clock was put back during it': alone(
    {
      ...past(18),
      ...{ only: 'cases', pageSize: 2, apiOutages: [{ atMs: 43_931, forMs: 157_937, fault: '423' }] },
      clockChanges: [{ atMs: 200_000, slot: 0, aheadMs: -961_367 }],
      events: [items(212_143, 4)],
    },
    ['clocks'],
  ),
  'three items in no order were taken for an oldest-first list, and new ones before them had to wait': alone({
    ...{ start: 'all', pageSize: 8, order: 'shuffled', repeatsItems: true },
    events: [items(297_214, 2, 289_546, true), items(718_529, 1), items(2_140_596, 5, 280_499)],
  }),
};
