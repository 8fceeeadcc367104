import { type Child, h, type VNode } from '../dom/node.ts';

export const loading = (words: string): VNode =>
  h(
    'div',
    { class: 'placeholder', role: 'status' },
    h('span', { class: 'spinner', 'aria-hidden': 'true' }),
    words,
  );

export const empty = (title: string, ...more: readonly Child[]): VNode =>
  h(
    'div',
    { class: 'placeholder empty' },
    h('p', { class: 'title' }, title),
    more.length > 0 && h('p', {}, ...more),
  );

export const failed = (why: string, again: () => void): VNode =>
  h(
    'div',
    { class: 'placeholder failed', role: 'alert' },
    h('p', {}, why),
    h('button', { type: 'button', on: { click: again } }, 'Try again'),
  );
