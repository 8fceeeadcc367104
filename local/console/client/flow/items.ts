import type { Item, Stage } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { empty } from '../shell/placeholders.ts';
import { itemKey } from '../state/address.ts';
import type { Bridge, State } from '../state/state.ts';
import { fullMoment, sayMoment } from '../words/moment.ts';

export const STAGES: Readonly<Record<Stage, { readonly words: string; readonly mood: string }>> = {
  queued: { words: 'On its way', mood: 'waits' },
  shown: { words: 'In the chat', mood: 'calm' },
  parked: { words: 'Could not be shown', mood: 'bad' },
  waiting: { words: 'Decided, waits', mood: 'waits' },
  posting: { words: 'Being recorded', mood: 'waits' },
  recorded: { words: 'Recorded', mood: 'well' },
  failed: { words: 'Not recorded', mood: 'bad' },
};

export const stageChip = (stage: Stage): VNode =>
  h('span', { class: `pill ${STAGES[stage].mood}` }, STAGES[stage].words);

const row = (item: Item, { nowMs }: State, { openStory }: Actions): VNode =>
  h(
    'li',
    { key: itemKey(item) },
    h(
      'button',
      { type: 'button', class: 'item', title: fullMoment(item.atMs), on: { click: () => openStory(item) } },
      h('span', { class: 'item-title' }, item.title),
      stageChip(item.stage),
      h(
        'span',
        { class: 'soft' },
        `${item.feed === 'cases' ? 'case' : 'threat'} ${item.id.slice(0, 8)} · ${sayMoment(item.atMs, nowMs)}`,
      ),
    ),
  );

export const itemsPanel = ({ items, world }: Bridge, state: State, actions: Actions): VNode =>
  h(
    'section',
    { class: 'panel items', 'aria-label': 'Items' },
    h('h3', {}, 'Items', h('small', {}, 'The latest hundred. Press one for its story.')),
    items.length === 0
      ? empty(
          'Nothing has passed yet.',
          world.api.played
            ? 'Make a case under World and watch it come.'
            : 'The next case that the API lists appears here by itself.',
        )
      : h(
          'ol',
          { class: 'item-list' },
          items.map((item) => row(item, state, actions)),
        ),
  );
