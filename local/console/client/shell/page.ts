import type { Actions } from '../actions.ts';
import { chatView } from '../chat/chat-view.ts';
import { configView } from '../config/config-view.ts';
import { h, type VNode } from '../dom/node.ts';
import { flowView } from '../flow/flow-view.ts';
import type { Travellers } from '../flow/travellers.ts';
import type { Bridge, State } from '../state/state.ts';
import { verdictsView } from '../verdicts/verdicts-view.ts';
import { worldView } from '../world/world-view.ts';
import { notices } from './notices.ts';
import { loading } from './placeholders.ts';
import { topBar } from './top-bar.ts';

const LOST = 'The bridge does not answer. Trying again …';

export interface Tools {
  readonly actions: Actions;
  readonly travellers: Travellers;
  readonly choosePerson: (id: string) => void;
}

function openView(bridge: Bridge, state: State, { actions, travellers }: Tools): VNode {
  switch (state.place.view) {
    case 'chat':
      return chatView(bridge, state, actions);
    case 'flow':
      return flowView(bridge, state, actions, travellers);
    case 'world':
      return worldView(bridge, state, actions);
    case 'verdicts':
      return verdictsView(state, actions);
    case 'config':
      return configView(bridge, state, actions);
  }
}

const skipLink = (): VNode =>
  h(
    'a',
    {
      class: 'skip',
      href: '#main',
      on: {
        click: (event: Event) => {
          // The address is for the views.
          event.preventDefault();
          document.getElementById('main')?.focus();
        },
      },
    },
    'Skip to the content',
  );

/** Everything on the page, from the state alone. */
export function page(state: State, tools: Tools): VNode[] {
  const { bridge, connection, place } = state;
  const lost = connection === 'lost';
  return [
    skipLink(),
    topBar(state, tools.actions, tools.choosePerson),
    h('div', { class: 'banner-place', role: 'status' }, lost && h('p', { class: 'banner' }, LOST)),
    h(
      'main',
      { id: 'main', tabindex: -1 },
      h(
        'div',
        {
          id: 'view',
          key: place.view,
          class: 'view',
          role: 'tabpanel',
          'aria-labelledby': `tab-${place.view}`,
        },
        bridge === null ? loading(lost ? LOST : 'Looking at the bridge …') : openView(bridge, state, tools),
      ),
    ),
    notices(state, tools.actions),
    h('p', { class: 'unseen', 'aria-live': 'polite', id: 'news' }, state.news),
  ];
}
