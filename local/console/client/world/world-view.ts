import type { Item } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { empty } from '../shell/placeholders.ts';
import { itemKey } from '../state/address.ts';
import type { Bridge, State } from '../state/state.ts';
import { readable } from '../words/amount.ts';
import { type Deed, type DeedGroup, deedGroups, playableCases, troubles } from './deeds.ts';

const deedCard = (deed: Deed, { busy }: State, { changeWorld }: Actions): VNode =>
  h(
    'li',
    { key: deed.id, class: `deed${deed.on ? ' on' : ''}` },
    h(
      'button',
      {
        type: 'button',
        'data-deed': deed.id,
        'aria-describedby': `says-${deed.id}`,
        ...(deed.on === undefined ? {} : { 'aria-pressed': deed.on ? 'true' : 'false' }),
        'aria-busy': busy.has(`world/${deed.id}`) ? 'true' : 'false',
        on: { click: () => void changeWorld(deed.id, deed.act) },
      },
      deed.label,
    ),
    h('p', { id: `says-${deed.id}` }, deed.says),
  );

function casePicker(cases: readonly Item[], chosen: Item | null, actions: Actions): VNode {
  const onChange = ({ target }: { target: HTMLSelectElement }) => actions.chooseCase(target.value);
  return h(
    'label',
    { class: 'field' },
    h('span', {}, 'Which case'),
    h(
      'select',
      { value: chosen ? itemKey(chosen) : '', on: { change: onChange } },
      cases.map((item) =>
        h(
          'option',
          { key: itemKey(item), value: itemKey(item) },
          `${item.id.slice(0, 8)}  ${item.title}`.slice(0, 90),
        ),
      ),
    ),
  );
}

function orderPicker({ world }: Bridge, actions: Actions): VNode {
  const onChange = ({ target }: { target: HTMLSelectElement }) =>
    void actions.changeWorld('order', { do: 'set-order', order: target.value });
  return h(
    'label',
    { class: 'field' },
    h('span', {}, 'It lists'),
    h(
      'select',
      { value: world.api.order ?? '', on: { change: onChange } },
      world.api.orders.map((order) =>
        h('option', { key: order, value: order }, readable(order).toLowerCase()),
      ),
    ),
    h('span', { class: 'soft' }, 'Nothing tells the bridge. Watch it learn the order under Flow.'),
  );
}

function troubleBar(bridge: Bridge, { changeWorld }: Actions): VNode {
  const found = troubles(bridge.world);
  if (found.length === 0)
    return h(
      'p',
      { class: 'trouble none', role: 'status' },
      'All is well. Break something: nothing will be lost.',
    );
  return h(
    'div',
    { class: 'trouble', role: 'status' },
    found.map(({ words, back }) =>
      h(
        'p',
        { key: words },
        h('strong', {}, words),
        h('button', { type: 'button', on: { click: () => void changeWorld(back.id, back.act) } }, back.label),
      ),
    ),
  );
}

export function worldView(bridge: Bridge, state: State, actions: Actions): VNode {
  const cases = playableCases(bridge);
  const chosen = cases.find((item) => itemKey(item) === state.chosenCase) ?? cases[0] ?? null;
  const group = ({ title, deeds }: DeedGroup): VNode =>
    h(
      'section',
      { key: title, class: 'panel', 'aria-label': title },
      h('h3', {}, title),
      title === 'A case that is there' && cases.length > 0 && casePicker(cases, chosen, actions),
      deeds.length === 0
        ? empty('There is no case yet.', 'Make one first.')
        : h(
            'ul',
            { class: 'deeds' },
            deeds.map((deed) => deedCard(deed, state, actions)),
          ),
      title === 'The API' && orderPicker(bridge, actions),
    );
  return h(
    'div',
    { class: 'page world' },
    h(
      'h2',
      {},
      'The world around the bridge',
      h('small', {}, 'Make something happen, and see what the bridge does about it.'),
    ),
    troubleBar(bridge, actions),
    bridge.about.notes.map((note) => h('p', { class: 'note', key: note }, note)),
    h('div', { class: 'groups' }, deedGroups(bridge.world, chosen).map(group)),
  );
}
