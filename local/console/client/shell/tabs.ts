import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { VIEWS, type View, writeAddress } from '../state/address.ts';
import { ICONS } from './icons.ts';

export const LABELS: Readonly<Record<View, string>> = {
  chat: 'Chat',
  flow: 'Flow',
  world: 'World',
  verdicts: 'Verdicts',
  config: 'Configuration',
};

/** Where an arrow key leads, round and round; null for any other key. */
export function tabAfterKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** One of them is in the order of tabs, and arrows lead to the others. */
export function tabs(open: View, { goTo }: Actions): VNode {
  const onKey = (event: KeyboardEvent) => {
    const at = tabAfterKey(event.key, VIEWS.indexOf(open), VIEWS.length);
    const view = at === null ? undefined : VIEWS[at];
    if (view === undefined) return;
    event.preventDefault();
    goTo({ view, item: null });
    document.getElementById(`tab-${view}`)?.focus();
  };
  return h(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': 'Views', on: { keydown: onKey } },
    VIEWS.map((view) =>
      h(
        'a',
        {
          key: view,
          id: `tab-${view}`,
          role: 'tab',
          href: writeAddress({ view, item: null }),
          'aria-selected': view === open ? 'true' : 'false',
          ...(view === open ? { 'aria-controls': 'view' } : {}),
          tabindex: view === open ? 0 : -1,
        },
        ICONS[view],
        h('span', {}, LABELS[view]),
      ),
    ),
  );
}
