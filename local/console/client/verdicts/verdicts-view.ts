import { summarize } from '../../verdicts/summarize.ts';
import type { Summary, VerdictRow, Verdicts } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { empty, failed, loading } from '../shell/placeholders.ts';
import { lastKnown, NO_FILTER, type State, type VerdictFilter } from '../state/state.ts';
import { amount, counted, readable } from '../words/amount.ts';
import { saySpan } from '../words/moment.ts';
import { choicesOf, filterVerdicts } from './filter.ts';
import { outcomesPlot, timesPlot } from './plots.ts';
import { verdictTable } from './table.ts';

const HOURS = [
  [0, 'any time'],
  [1, 'the last hour'],
  [24, 'the last day'],
  [168, 'the last week'],
] as const;

type Choice = readonly [value: string, words: string];

function chooser(
  label: string,
  value: string,
  choices: readonly Choice[],
  choose: (value: string) => void,
): VNode {
  return h(
    'label',
    { class: 'field', key: label },
    h('span', {}, label),
    h(
      'select',
      { value, on: { change: ({ target }: { target: HTMLSelectElement }) => choose(target.value) } },
      choices.map(([each, words]) => h('option', { key: each, value: each }, words)),
    ),
  );
}

function filters(
  rows: readonly VerdictRow[],
  filter: VerdictFilter,
  { filterVerdicts: set }: Actions,
): VNode {
  const some = (key: 'outcome' | 'what' | 'by' | 'place', words: (code: string) => string): Choice[] => [
    ['', 'any'],
    ...choicesOf(rows, key).map((code): Choice => [code, words(code)]),
  ];
  const asIs = (code: string) => code;
  const hours = HOURS.map(([each, words]): Choice => [String(each), words]);
  return h(
    'form',
    {
      class: 'filters',
      role: 'search',
      'aria-label': 'Filter the audit trail',
      on: { submit: (event: Event) => event.preventDefault() },
    },
    chooser('Outcome', filter.outcome, some('outcome', readable), (outcome) => set({ outcome })),
    chooser('What', filter.what, some('what', readable), (what) => set({ what })),
    chooser('Person', filter.person, some('by', asIs), (person) => set({ person })),
    chooser('Channel', filter.place, some('place', asIs), (place) => set({ place })),
    chooser('Time', String(filter.hours), hours, (value) => set({ hours: Number(value) })),
    h(
      'label',
      { class: 'field grow' },
      h('span', {}, 'Text'),
      h('input', {
        type: 'search',
        value: filter.text,
        placeholder: 'Case, comment, answer …',
        on: { input: ({ target }: { target: HTMLInputElement }) => set({ text: target.value }) },
      }),
    ),
  );
}

const figure = (label: string, words: string): VNode =>
  h('div', { key: label, class: 'figure' }, h('dt', {}, label), h('dd', {}, words));

const spanOr = (ms: number | null): string => (ms === null ? '–' : saySpan(ms));

const figures = ({ recorded, p50Ms, p95Ms }: Summary): VNode =>
  h(
    'dl',
    { class: 'figures' },
    figure('Recorded', amount(recorded)),
    figure('Half within (p50)', spanOr(p50Ms)),
    figure('Nearly all within (p95)', spanOr(p95Ms)),
  );

function known({ rows, more }: Verdicts, state: State, actions: Actions): VNode[] {
  const { verdictFilter, nowMs } = state;
  const found = filterVerdicts(rows, verdictFilter, nowMs);
  const summary = summarize(found);
  const count =
    found.length === rows.length
      ? counted(rows.length, 'entry', 'entries')
      : `${amount(found.length)} of ${counted(rows.length, 'entry', 'entries')}`;
  return [
    filters(rows, verdictFilter, actions),
    h(
      'div',
      { class: 'verdict-figures' },
      figures(summary),
      h(
        'section',
        { class: 'panel', 'aria-label': 'Time to verdict' },
        h('h3', {}, 'Time to verdict', h('small', {}, 'since the case was created')),
        timesPlot(found),
      ),
      h(
        'section',
        { class: 'panel', 'aria-label': 'Outcomes by threat type' },
        h('h3', {}, 'Outcomes by threat type'),
        outcomesPlot(summary),
      ),
    ),
    h('p', { class: 'soft', role: 'status' }, more ? `${count}; older ones are left out` : count),
    found.length > 0
      ? verdictTable(found, nowMs, actions)
      : h(
          'div',
          { class: 'placeholder empty' },
          h('p', { class: 'title' }, 'Nothing fits these filters.'),
          h('button', { type: 'button', on: { click: () => actions.filterVerdicts(NO_FILTER) } }, 'Show all'),
        ),
  ];
}

const reachWords = ({ days, rows }: Verdicts['within']): string =>
  `The last ${days} days, and of them the latest ${amount(rows)} entries.`;

export function verdictsView(state: State, actions: Actions): VNode {
  const verdicts = lastKnown(state.verdicts);
  const none = verdicts !== null && verdicts.rows.length === 0;
  return h(
    'div',
    { class: 'page verdicts' },
    h(
      'div',
      { class: 'page-top' },
      h(
        'h2',
        {},
        'Verdicts',
        h('small', {}, 'The audit trail: who decided what, when, and what the platform said.'),
      ),
      h(
        'p',
        { class: 'exports' },
        h('a', { class: 'button', href: '/api/verdicts.csv', download: 'verdicts.csv' }, 'Export CSV'),
        h('a', { class: 'button', href: '/api/verdicts.json', download: 'verdicts.json' }, 'Export JSON'),
        verdicts && h('small', { class: 'soft' }, reachWords(verdicts.within)),
      ),
    ),
    state.verdicts.is === 'failed' && failed(state.verdicts.why, () => void actions.loadVerdicts()),
    verdicts === null && state.verdicts.is !== 'failed' && loading('Reading the audit trail …'),
    none &&
      empty(
        'Nobody has decided anything yet.',
        state.bridge?.about.decidable === false
          ? 'Nobody can here: no place of the configuration has buttons.'
          : 'Press a button on a case in the chat, and it is recorded here.',
      ),
    ...(verdicts !== null && !none ? known(verdicts, state, actions) : []),
  );
}
