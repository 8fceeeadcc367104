import { isFeedOnly } from './history.ts';
import { FEED_RULES, type FeedName, type ListEvent, type Lists } from './lists.ts';
import type { ListedItem } from './model-list.ts';
import type { Platform } from './platform.ts';
import { START, type World } from './world.ts';

const HOUR = 60 * 60_000;
/** Nobody has anything to do with her but these lists. */
const NOBODY_ELSE = 'dora@acme.example';
const MOST_PAST = 12;
const MOST_AT_ONCE = 3;

/** How long before the history begins such an item was created. */
export const pastAgeMs = ({ pastTies }: Lists, index: number): number =>
  1_000 + (pastTies ? Math.floor(index / 10) * HOUR : (index * HOUR) / 3);

/** To the millisecond when something was created, so that the bound itself is tried. */
export const sinceMs = (lists: Lists): number => START + lists.clockOffsetMs - pastAgeMs(lists, 10);

/**
 * What becomes of hostile lists. Beside all that people do, items come within the lookback and only threats are deleted: what
 * is told about a case depends on when it is listed.
 */
export function scheduleLists(world: World, platform: Platform): void {
  const { history, has, at, say, time, count } = world;
  const { lists } = history;
  if (!has('lists') || !lists) return;
  const alone = isFeedOnly(history);

  function addPast(of: FeedName, { past }: Lists): void {
    const most = alone ? past[of] : Math.min(past[of], MOST_PAST);
    for (let n = 0; n < most; n++) add(of, pastAgeMs(lists as Lists, n), true);
  }
  function add(of: FeedName, lateMs: number, isPast: boolean): void {
    count(isPast ? 'items before the start' : 'items of hostile lists');
    if (of === 'threats') platform.createThreat(-1, lateMs, isPast, NOBODY_ELSE);
    else platform.create(planOf(platform.cases.length), lateMs, isPast);
  }
  function remove(item: ListedItem | undefined): void {
    if (!item) return;
    say(() => `platform: ${item.id} is deleted`);
    item.deletedAtMs ??= time.nowMs;
    const known = platform.cases.find(({ id }) => id === item.id);
    if (known) known.isGone = true;
  }
  function happen(event: ListEvent): void {
    if (event.what === 'order' || event.what === 'cursors') {
      say(() => `platform: ${JSON.stringify(event)}`);
      for (const list of Object.values(platform.lists)) {
        if (event.what === 'order') list.order = event.order;
        else list.cursorPolicy = event.policy;
      }
      return;
    }
    const of = alone ? (lists?.only ?? event.of) : 'threats';
    const { items, lastCursor } = platform.lists[of];
    if (event.what === 'delete') remove(items[event.which % Math.max(1, items.length)]);
    else if (event.what === 'delete-cursor') remove(items.find(({ id }) => id === lastCursor));
    else if (event.what === 'purge') {
      const newestFirst = items.toSorted((a, b) => b.createdAtMs - a.createdAtMs);
      for (const item of newestFirst.slice(event.but)) remove(item);
    } else {
      const bornMsAgo = alone
        ? event.bornMsAgo
        : Math.max(0, Math.min(event.bornMsAgo, FEED_RULES.lookbackMs - 60_000, world.atS() * 1000 - 5_000));
      for (let n = 0; n < (alone ? event.count : Math.min(event.count, MOST_AT_ONCE)); n++)
        add(of, bornMsAgo - (event.tie ? 0 : n * 10), false);
    }
  }

  if (alone && lists.only !== 'threats') addPast('cases', lists);
  if (has('threats') && !(alone && lists.only === 'cases')) addPast('threats', lists);
  const isPlayed = (event: ListEvent) =>
    alone || has('threats') || event.what === 'order' || event.what === 'cursors';
  const mostMs = alone ? Number.POSITIVE_INFINITY : LAST_MS;
  for (const event of lists.events.filter(isPlayed))
    at(Math.min(event.atMs, mostMs) / 1000, () => happen(event));
}
/** Beside what people do, nothing comes later than what they do. */
const LAST_MS = 360_000;

const planOf = (n: number) => ({
  ...{ atS: 0, person: n % 2, type: Math.floor(n / 2) % 2 },
  severity: n % 3 === 0 ? ('medium' as const) : ('low' as const),
});
