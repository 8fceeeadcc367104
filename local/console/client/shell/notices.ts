import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import type { State } from '../state/state.ts';
import { ICONS } from './icons.ts';

/** What was said in answer to what somebody did. The region stands from the start, so that it is read out. */
export const notices = (state: State, { dismiss }: Actions): VNode =>
  h(
    'div',
    { class: 'notices', role: 'status', 'aria-live': 'polite', 'aria-label': 'Notices' },
    state.notices.map(({ id, kind, text }) =>
      h(
        'div',
        { key: id, class: `notice ${kind}` },
        h('p', {}, kind === 'error' && h('span', { class: 'unseen' }, 'Problem: '), text),
        h(
          'button',
          {
            type: 'button',
            class: 'quiet square',
            'aria-label': `Dismiss: ${text}`,
            on: { click: () => dismiss(id) },
          },
          ICONS.close,
        ),
      ),
    ),
  );
