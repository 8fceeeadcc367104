import type { Effect, Story } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { createRoot } from '../dom/create-root.ts';
import { h, type VNode } from '../dom/node.ts';
import { createDialog } from '../shell/dialogs.ts';
import { ICONS } from '../shell/icons.ts';
import { failed, loading } from '../shell/placeholders.ts';
import { lastKnown, type State } from '../state/state.ts';
import { clock, fullMoment, sayMoment, saySpan } from '../words/moment.ts';
import { stageChip } from './items.ts';

function effect({ atMs, kind, text, detail }: Effect, at: number, effects: readonly Effect[]): VNode {
  const before = effects[at - 1]?.atMs ?? null;
  const since = atMs !== null && before !== null ? `${saySpan(atMs - before)} later` : null;
  return h(
    'li',
    { class: `effect ${kind}` },
    atMs === null
      ? h('span', { class: 'soft' }, kind === 'awaited' ? 'not yet' : 'time not kept')
      : h('time', { datetime: new Date(atMs).toISOString(), title: fullMoment(atMs) }, clock(atMs)),
    h(
      'div',
      {},
      h('p', {}, text),
      detail && h('p', { class: 'soft' }, detail),
      since && h('p', { class: 'soft' }, since),
    ),
  );
}

const told = ({ title, stage, facts, effects }: Story, nowMs: number): VNode[] => [
  h('div', { class: 'story-top' }, h('h2', { id: 'story-title' }, title), stageChip(stage)),
  h(
    'dl',
    { class: 'facts' },
    facts.map(({ label, text }) => h('div', { key: label }, h('dt', {}, label), h('dd', {}, text))),
  ),
  h('h3', {}, 'What happened', h('small', {}, 'Read from the ledger')),
  h('ol', { class: 'effects' }, effects.map(effect)),
  h('p', { class: 'soft' }, effects[0]?.atMs ? `It began ${sayMoment(effects[0].atMs, nowMs)}.` : ''),
];

/** The story of one item, beside everything else. */
export function createStoryPanel(actions: Actions): (state: State) => void {
  const dialog = createDialog('dialog drawer', actions.closeStory);
  const draw = createRoot(dialog.element);
  return (state) => {
    const { item } = state.place;
    if (item === null) {
      dialog.hide();
      draw([]);
      return;
    }
    const { story, nowMs } = state;
    const known = lastKnown(story);
    dialog.element.setAttribute('aria-label', known ? `Story of ${known.title}` : 'Story of an item');
    draw([
      h(
        'div',
        { class: 'dialog-body story' },
        h(
          'button',
          {
            type: 'button',
            class: 'quiet square close',
            'aria-label': 'Close the story',
            on: { click: actions.closeStory },
          },
          ICONS.close,
        ),
        known
          ? h('div', { key: known.id }, ...told(known, nowMs))
          : story.is === 'failed'
            ? failed(story.why, () => void actions.loadStory(item))
            : loading('Reading the ledger …'),
      ),
    ]);
    dialog.show();
  };
}
