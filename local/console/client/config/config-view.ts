import type { Configuration, Route } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { failed, loading } from '../shell/placeholders.ts';
import { type Bridge, lastKnown, type State } from '../state/state.ts';
import { tryPanel } from './try-panel.ts';
import { writeCondition } from './write-condition.ts';

const FLAGS = [
  ['final', 'final', 'No later route is looked at when this one matches.'],
  ['shadow', 'shadow', 'It is only noted that it would match; nothing is sent.'],
  ['broadcast', 'broadcast', 'Answers in threads are shown in the channel too.'],
] as const;

const conditionWords = (when: unknown): string => {
  const words = writeCondition(when);
  return words === 'everything' ? 'Takes everything' : `Takes what fits: ${words}`;
};

const routeRow = (route: Route, at: number): VNode =>
  h(
    'li',
    { key: `${at} ${route.name}`, class: 'route' },
    h(
      'p',
      { class: 'route-name' },
      h('strong', {}, route.name),
      FLAGS.filter(([key]) => route[key]).map(([key, label, title]) =>
        h('span', { key, class: 'badge', title }, label),
      ),
    ),
    h('p', {}, conditionWords(route.when)),
    h(
      'p',
      { class: 'soft' },
      'to ',
      route.to.map((name) => h('span', { key: name, class: 'destination' }, name)),
    ),
  );

const pairs = (title: string, rows: readonly { readonly label: string; readonly text: string }[]): VNode =>
  h(
    'section',
    { class: 'panel', key: title, 'aria-label': title },
    h('h3', {}, title),
    h(
      'dl',
      { class: 'facts' },
      rows.map(({ label, text }) => h('div', { key: label }, h('dt', {}, label), h('dd', {}, text))),
    ),
  );

const shown = ({ routes, destinations, domains, settings }: Configuration): VNode =>
  h(
    'div',
    { class: 'stack' },
    h(
      'section',
      { class: 'panel', 'aria-label': 'Routes' },
      h('h3', {}, 'Routes', h('small', {}, 'In the order in which they are looked at.')),
      h('ol', { class: 'routes' }, routes.map(routeRow)),
    ),
    pairs(
      'Destinations',
      destinations.map(({ name, type, where }) => ({ label: name, text: `${type}, ${where}` })),
    ),
    pairs(
      'Domains',
      domains.map(({ name, baseUrl }) => ({ label: name, text: baseUrl })),
    ),
    pairs('Everything else', settings),
  );

export function configView(bridge: Bridge, state: State, actions: Actions): VNode {
  const { configuration } = state;
  const known = lastKnown(configuration);
  return h(
    'div',
    { class: 'page config' },
    h('h2', {}, 'Configuration', h('small', {}, 'As the bridge has read it.')),
    configuration.is === 'failed' && failed(configuration.why, () => void actions.loadConfiguration()),
    known === null && configuration.is !== 'failed' && loading('Reading the configuration …'),
    h('div', { class: 'config-panels' }, known && shown(known), tryPanel(bridge, state, actions)),
    bridge.about.links.length > 0 &&
      h(
        'p',
        { class: 'soft links' },
        'Pages of the other parts: ',
        bridge.about.links.map(({ label, url }) =>
          h('a', { key: url, href: url, target: '_blank', rel: 'noreferrer noopener' }, label),
        ),
      ),
  );
}
