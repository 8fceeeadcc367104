import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { empty } from '../shell/placeholders.ts';
import type { Bridge, State } from '../state/state.ts';
import { clock, fullMoment } from '../words/moment.ts';
import { feedsPanel } from './feeds.ts';
import { flowMap } from './flow-map.ts';
import { itemsPanel } from './items.ts';
import { layOut } from './lay-out.ts';
import type { Travellers } from './travellers.ts';

const MOST_SHOWN = 60;

const activityPanel = ({ activity }: Bridge): VNode =>
  h(
    'section',
    { class: 'panel activity', 'aria-label': 'Activity' },
    h('h3', {}, 'Activity', h('small', {}, 'Newest first')),
    activity.length === 0
      ? empty('Nothing has happened yet.')
      : h(
          'ol',
          { class: 'activity-list', tabindex: 0, 'aria-label': 'Recent activity' },
          activity
            .slice(-MOST_SHOWN)
            .toReversed()
            .map(({ id, atMs, text }) =>
              h(
                'li',
                { key: id },
                h('time', { datetime: new Date(atMs).toISOString(), title: fullMoment(atMs) }, clock(atMs)),
                h('span', {}, text),
              ),
            ),
        ),
  );

export const flowView = (bridge: Bridge, state: State, actions: Actions, travellers: Travellers): VNode =>
  h(
    'div',
    { class: 'page flow' },
    h('h2', {}, 'The way of an item', h('small', {}, 'From the API to the chat, and with a verdict back.')),
    flowMap(layOut(bridge.flow), bridge, travellers),
    h(
      'div',
      { class: 'flow-panels' },
      itemsPanel(bridge, state, actions),
      h('div', { class: 'stack' }, feedsPanel(bridge, state), activityPanel(bridge)),
    ),
  );
