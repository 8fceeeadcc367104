import type { App, Bridge, State } from './state.ts';

export const roomKey = (app: App, room: string): string => `${app}/${room}`;

/** The chosen room; otherwise the first with something to see. */
export const openRoomOf = (
  app: App,
  bridge: Bridge,
  { openRoom }: Pick<State, 'openRoom'>,
): string | null => {
  const { rooms } = bridge[app];
  const chosen = rooms.find(({ id }) => id === openRoom[app]);
  return (chosen ?? rooms.find(({ total }) => total > 0) ?? rooms[0])?.id ?? null;
};

/** Whether the person looks at this channel: a narrow screen shows one chat at a time. */
export const isInSight = (
  app: App,
  room: string,
  state: Pick<State, 'bridge' | 'place' | 'openRoom' | 'app'>,
  isNarrow: boolean,
): boolean =>
  state.bridge !== null &&
  state.place.view === 'chat' &&
  (!isNarrow || state.app === app) &&
  openRoomOf(app, state.bridge, state) === room;

/** How many messages arrived while another channel was open. */
export const unreadIn = (
  app: App,
  room: { readonly id: string; readonly total: number },
  seen: State['seen'],
): number => Math.max(0, room.total - (seen.get(roomKey(app, room.id)) ?? room.total));

/** The same map if nothing is new. A channel that appears for the first time counts as seen. */
export function markSeen(state: State): State['seen'] {
  const { bridge, seen, place } = state;
  if (bridge === null) return seen;
  const next = new Map(seen);
  for (const app of ['slack', 'teams'] as const) {
    const open = place.view === 'chat' ? openRoomOf(app, bridge, state) : null;
    for (const { id, total } of bridge[app].rooms) {
      const key = roomKey(app, id);
      if (id === open || !next.has(key)) next.set(key, total);
    }
  }
  const isSame = next.size === seen.size && [...next].every(([key, total]) => seen.get(key) === total);
  return isSame ? seen : next;
}
