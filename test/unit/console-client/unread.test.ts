import { describe, expect, it } from 'vitest';
import { openBridge } from '../../../console/client/state/change-bridge.ts';
import type { State } from '../../../console/client/state/state.ts';
import { isInSight, markSeen, openRoomOf, unreadIn } from '../../../console/client/state/unread.ts';
import { SNAPSHOT } from './bridge.ts';

const channels = (soc: number, ops: number) => [
  { id: 'C1', name: 'soc', total: soc },
  { id: 'C2', name: 'ops', total: ops },
];
const stateWith = (soc: number, ops: number, more: Partial<State> = {}) =>
  ({
    bridge: openBridge({ ...SNAPSHOT, slack: { ...SNAPSHOT.slack, channels: channels(soc, ops) } }),
    place: { view: 'chat', item: null },
    openRoom: {},
    seen: new Map(),
    ...more,
  }) as unknown as State;

describe('unread', () => {
  it('counts what came into another channel', () => {
    const seen = markSeen(stateWith(3, 1));
    const later = stateWith(5, 4, { seen });
    const after = markSeen(later);
    expect(unreadIn('slack', { id: 'C1', total: 5 }, after)).toBe(0);
    expect(unreadIn('slack', { id: 'C2', total: 4 }, after)).toBe(3);
  });

  it('counts the open channel as well while another view is looked at', () => {
    const seen = markSeen(stateWith(3, 1));
    const after = markSeen(stateWith(5, 1, { seen, place: { view: 'flow', item: null } }));
    expect(unreadIn('slack', { id: 'C1', total: 5 }, after)).toBe(2);
  });

  it('gives back the same map when nothing is new', () => {
    const seen = markSeen(stateWith(3, 1));
    expect(markSeen(stateWith(3, 1, { seen }))).toBe(seen);
  });

  it('opens the chosen channel, and else the first in which there is something', () => {
    const quiet = stateWith(0, 2);
    if (quiet.bridge === null) throw new Error('no bridge');
    expect(openRoomOf('slack', quiet.bridge, quiet)).toBe('C2');
    expect(openRoomOf('slack', quiet.bridge, { openRoom: { slack: 'C1' } })).toBe('C1');
  });
});

it('a channel is in sight while it is open, and not behind another page, channel or chat', () => {
  const here = stateWith(3, 1, { app: 'slack' });
  expect(isInSight('slack', 'C1', here, false)).toBe(true);
  expect(isInSight('slack', 'C2', here, false)).toBe(false);
  expect(isInSight('slack', 'C1', stateWith(3, 1, { place: { view: 'flow', item: null } }), false)).toBe(
    false,
  );
  expect(isInSight('slack', 'C1', { ...here, app: 'teams' }, true)).toBe(false);
  expect(isInSight('slack', 'C1', { ...here, app: 'teams' }, false)).toBe(true);
});
