import type { Item } from '../../wire.ts';
import { itemKey } from '../state/address.ts';
import type { Room } from '../state/rooms.ts';
import type { Bridge } from '../state/state.ts';
import { API, chatStation, functionStation, queueStation } from './lay-out.ts';

/** How many items took this way. */
export interface Move {
  readonly way: readonly string[];
  readonly count: number;
}

const FOUND = [API, functionStation('poll')];
const DECIDED = [functionStation('action'), queueStation('verdict'), functionStation('verdict')];
const RECORDED = [functionStation('verdict'), API];

const isDecided = (stage: Item['stage']): boolean => stage === 'waiting' || stage === 'posting';

const newMessages = (before: readonly Room[], after: readonly Room[]): number =>
  after.reduce((sum, room) => {
    const old = before.find(({ id }) => id === room.id);
    return sum + (old ? Math.max(0, room.total - old.total) : 0);
  }, 0);

/** What moved in between, counted by way. */
export function movesBetween(before: Bridge, after: Bridge): readonly Move[] {
  const moves: Move[] = [];
  const add = (way: readonly string[], count: number) => {
    if (count > 0) moves.push({ way, count });
  };
  if (before.items !== after.items) {
    const known = new Map(before.items.map((item) => [itemKey(item), item.stage]));
    const changed = after.items.filter((item) => known.get(itemKey(item)) !== item.stage);
    const stageBefore = (item: Item) => known.get(itemKey(item));
    const decided = changed.filter(({ stage }) => isDecided(stage));
    const recorded = changed.filter(({ stage }) => stage === 'recorded');
    add(FOUND, changed.filter((item) => stageBefore(item) === undefined).length);
    // A decision that was recorded between two looks was also requested.
    add(
      DECIDED,
      decided.filter((item) => !isDecided(stageBefore(item) ?? 'shown')).length +
        recorded.filter((item) => ['shown', 'queued'].includes(stageBefore(item) ?? '')).length,
    );
    add(RECORDED, recorded.length);
  }
  for (const app of ['slack', 'teams'] as const) {
    const shown = newMessages(before[app].rooms, after[app].rooms);
    add(
      [functionStation('poll'), queueStation(app), functionStation(`notify-${app}`), chatStation(app)],
      shown,
    );
  }
  return moves;
}
