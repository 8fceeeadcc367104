import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import type { Bridge, State } from '../state/state.ts';
import { BRAND, ICONS } from './icons.ts';
import { tabs } from './tabs.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
const THEME_WORDS = { auto: 'as the system', light: 'light', dark: 'dark' } as const;

function themeButton({ theme }: State, { set }: Actions): VNode {
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
  const label = `Colours: ${THEME_WORDS[theme]}. Change to ${THEME_WORDS[next]}.`;
  return h(
    'button',
    {
      type: 'button',
      class: 'quiet square',
      'aria-label': label,
      title: label,
      on: { click: () => set({ theme: next }) },
    },
    h('span', { key: theme, class: 'contents' }, ICONS[theme]),
  );
}

function personPicker({ person, people }: Bridge, choosePerson: (id: string) => void): VNode {
  const onChange = ({ target }: { target: HTMLSelectElement }) => choosePerson(target.value);
  return h(
    'label',
    { class: 'person' },
    h('span', {}, 'You are'),
    h(
      'select',
      { id: 'person', 'aria-label': 'You are', value: person, on: { change: onChange } },
      people.map(({ id, name, role }) => h('option', { key: id, value: id }, `${name} (${role})`)),
    ),
  );
}

const CONNECTION = {
  connecting: ['waits', 'Connecting'],
  open: ['well', 'Live'],
  lost: ['bad', 'Not connected'],
} as const;

export function topBar(state: State, actions: Actions, choosePerson: (id: string) => void): VNode {
  const [mood, words] = CONNECTION[state.connection];
  return h(
    'header',
    { class: 'top' },
    h('div', { class: 'brand' }, BRAND, h('h1', {}, 'posture-bridge')),
    tabs(state.place.view, actions),
    h(
      'div',
      { class: 'tools' },
      h('span', { class: `pill ${mood}`, id: 'connection' }, words),
      state.bridge && personPicker(state.bridge, choosePerson),
      themeButton(state, actions),
    ),
  );
}
