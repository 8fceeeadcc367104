import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { empty } from '../shell/placeholders.ts';
import type { Room } from '../state/rooms.ts';
import type { App, Bridge, State } from '../state/state.ts';
import { openRoomOf, unreadIn } from '../state/unread.ts';
import { amount } from '../words/amount.ts';
import { troubles } from '../world/deeds.ts';
import { hint } from './hint.ts';
import { room, type Said } from './room.ts';

const NAMES: Readonly<Record<App, string>> = { slack: 'Slack', teams: 'Teams' };

function channels(app: App, bridge: Bridge, open: string | null, state: State, actions: Actions): VNode {
  return h(
    'nav',
    { class: 'channels', 'aria-label': `Channels in ${NAMES[app]}` },
    bridge[app].rooms.map((one) => {
      const unread = unreadIn(app, one, state.seen);
      return h(
        'button',
        {
          key: one.id,
          type: 'button',
          class: 'channel',
          'aria-current': one.id === open ? 'true' : 'false',
          on: { click: () => actions.openRoom(app, one.id) },
        },
        app === 'slack' && h('span', { class: 'hash', 'aria-hidden': 'true' }, '#'),
        one.name,
        unread > 0 && h('span', { class: 'count' }, amount(unread), h('span', { class: 'unseen' }, ' new')),
      );
    }),
  );
}

function pane(app: App, bridge: Bridge, state: State, actions: Actions): VNode {
  const { played, why, rooms } = bridge[app];
  const open = openRoomOf(app, bridge, state);
  const here = (rooms as readonly Room<Said>[]).find(({ id }) => id === open);
  return h(
    'section',
    { key: app, class: `app ${app}`, 'aria-label': NAMES[app] },
    h('div', { class: 'app-top' }, h('h2', {}, NAMES[app]), channels(app, bridge, open, state, actions)),
    !played || here === undefined
      ? empty(`${NAMES[app]} is not played here.`, why ?? 'The configuration has no channel of it.')
      : room(app, here, state, actions),
  );
}

/** Where there is room for one of the two. */
const appSwitch = (state: State, { set }: Actions): VNode =>
  h(
    'div',
    { class: 'app-switch', role: 'group', 'aria-label': 'Which chat' },
    (['slack', 'teams'] as const).map((app) =>
      h(
        'button',
        {
          key: app,
          type: 'button',
          'aria-pressed': state.app === app ? 'true' : 'false',
          on: { click: () => set({ app }) },
        },
        NAMES[app],
      ),
    ),
  );

export const chatView = (bridge: Bridge, state: State, actions: Actions): VNode =>
  h(
    'div',
    { class: 'chat', 'data-app': state.app },
    h(
      'div',
      { class: 'chat-top' },
      // Before anybody presses anything: some of it may be real, and some of it down.
      [...bridge.about.notes, ...troubles(bridge.world).map(({ words }) => words)].map((note) =>
        h('p', { class: 'note', key: note }, note),
      ),
      hint(bridge, state, actions),
    ),
    appSwitch(state, actions),
    h('div', { class: 'apps' }, pane('slack', bridge, state, actions), pane('teams', bridge, state, actions)),
  );
