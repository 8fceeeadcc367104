import type { Tried } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { loading } from '../shell/placeholders.ts';
import { itemKey } from '../state/address.ts';
import type { Bridge, State } from '../state/state.ts';

const OUTCOMES = {
  matched: ['well', 'Matches'],
  'no-match': ['calm', 'Does not match'],
  skipped: ['waits', 'Not looked at'],
} as const;

const result = ({ title, kind, domain, goesTo, routes, text }: Tried): VNode =>
  h(
    'div',
    { class: 'tried', role: 'status' },
    h('p', {}, h('strong', {}, title), h('span', { class: 'soft' }, ` ${kind} of ${domain}`)),
    h('p', { class: 'goes-to' }, goesTo.length > 0 ? `Goes to ${goesTo.join(' and ')}.` : 'Goes nowhere.'),
    h(
      'ol',
      { class: 'tried-routes' },
      routes.map(({ route, outcome, because, to, shadow }, at) => {
        const [mood, words] = OUTCOMES[outcome];
        return h(
          'li',
          { key: `${at} ${route}` },
          h('span', { class: `pill ${mood}` }, words),
          h('strong', {}, route),
          outcome === 'matched' &&
            h('span', { class: 'soft' }, ` ${shadow ? 'would send' : 'sends'} to ${to.join(', ')}`),
          h('p', { class: 'soft' }, because),
        );
      }),
    ),
    h('details', {}, h('summary', {}, 'All of it as text'), h('pre', { tabindex: 0 }, text)),
  );

const domainOf = ({ about }: Bridge, { tryDomain }: State): string | undefined =>
  tryDomain ?? about.domains[0];

function tryPasted(bridge: Bridge, state: State, { tryItem, forgetTried }: Actions): void {
  try {
    void tryItem({ item: JSON.parse(state.tryText), domain: domainOf(bridge, state) });
  } catch {
    forgetTried('This is not JSON. Paste a case or a threat as the API gives it.');
  }
}

function recentPicker({ items }: Bridge, { tryItem }: Actions): VNode {
  const onChange = ({ target }: { target: HTMLSelectElement }) => {
    const item = items.find((one) => itemKey(one) === target.value);
    if (item) void tryItem({ domain: item.domain, feed: item.feed, id: item.id });
  };
  return h(
    'label',
    { class: 'field' },
    h('span', {}, 'One that the bridge has seen'),
    h(
      'select',
      { id: 'try-recent', on: { change: onChange } },
      h('option', { value: '' }, items.length === 0 ? 'none yet' : 'choose …'),
      items.map((item) =>
        h(
          'option',
          { key: itemKey(item), value: itemKey(item) },
          `${item.id.slice(0, 8)}  ${item.title}`.slice(0, 90),
        ),
      ),
    ),
  );
}

/** What is pasted does not say whose it is, and routes may ask. */
function domainPicker(bridge: Bridge, state: State, { set }: Actions): VNode | null {
  const { domains } = bridge.about;
  if (domains.length < 2) return null;
  const onChange = ({ target }: { target: HTMLSelectElement }) => set({ tryDomain: target.value });
  return h(
    'label',
    { class: 'field' },
    h('span', {}, 'It is of'),
    h(
      'select',
      { id: 'try-domain', value: domainOf(bridge, state) ?? '', on: { change: onChange } },
      domains.map((domain) => h('option', { key: domain, value: domain }, domain)),
    ),
  );
}

/** Which routes an item takes, and why. */
export function tryPanel(bridge: Bridge, state: State, actions: Actions): VNode {
  const { tried, tryText } = state;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    tryPasted(bridge, state, actions);
  };
  return h(
    'section',
    { class: 'panel try', 'aria-label': 'Try an item' },
    h('h3', {}, 'Try an item', h('small', {}, 'Nothing is sent.')),
    recentPicker(bridge, actions),
    h(
      'form',
      { on: { submit: onSubmit } },
      h(
        'label',
        { class: 'field' },
        h('span', {}, 'Or paste one'),
        h('textarea', {
          rows: 7,
          class: 'mono',
          spellcheck: 'false',
          placeholder: '{ "case_id": "…", "threat_type": "…", "events": [] }',
          value: tryText,
          on: {
            input: ({ target }: { target: HTMLTextAreaElement }) => actions.set({ tryText: target.value }),
          },
        }),
      ),
      domainPicker(bridge, state, actions),
      h('button', { type: 'submit', class: 'primary' }, 'Try it'),
    ),
    tried.is === 'loading' && loading('Trying …'),
    tried.is === 'failed' && h('p', { class: 'error', role: 'alert' }, tried.why),
    tried.is === 'there' && result(tried.value),
  );
}
