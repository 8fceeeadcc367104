import type { VerdictRow } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { h, type VNode } from '../dom/node.ts';
import { amount, readable } from '../words/amount.ts';
import { fullMoment, sayMoment, saySpan } from '../words/moment.ts';

/** More than anybody reads; the rest is found by filtering, or exported. */
const MOST_ROWS = 200;

const MOODS: Readonly<Record<string, string>> = {
  recorded: 'well',
  approved: 'well',
  requested: 'calm',
  denied: 'bad',
  refused: 'bad',
  failed: 'bad',
  declined: 'waits',
  undone: 'waits',
};

const row = (entry: VerdictRow, nowMs: number, { openStory }: Actions): VNode =>
  h(
    'tr',
    { key: `${entry.decisionId}/${entry.caseId}/${entry.n}/${entry.what}/${entry.atMs}` },
    h(
      'td',
      { 'data-label': 'When' },
      h('time', { datetime: new Date(entry.atMs).toISOString() }, fullMoment(entry.atMs)),
      h('span', { class: 'soft' }, sayMoment(entry.atMs, nowMs)),
    ),
    h(
      'td',
      { 'data-label': 'Case' },
      h(
        'button',
        {
          type: 'button',
          class: 'link',
          'aria-label': `Story of case ${entry.caseId}`,
          on: { click: () => openStory({ domain: entry.domain, feed: 'cases', id: entry.caseId }) },
        },
        entry.caseId.slice(0, 8),
      ),
      h('span', { class: 'soft' }, entry.threatType ? readable(entry.threatType) : entry.domain),
    ),
    h(
      'td',
      { 'data-label': 'What' },
      h('span', { class: `pill ${MOODS[entry.what] ?? 'calm'}` }, readable(entry.what)),
    ),
    h('td', { 'data-label': 'Outcome' }, entry.outcome ? readable(entry.outcome) : '–'),
    h(
      'td',
      { 'data-label': 'Who' },
      entry.by ?? '–',
      entry.place && h('span', { class: 'soft' }, `in ${entry.place}`),
    ),
    h(
      'td',
      { 'data-label': 'Words' },
      entry.comment,
      entry.answer && h('span', { class: 'soft' }, entry.answer),
      !entry.comment && !entry.answer && '–',
    ),
    h('td', { 'data-label': 'Took' }, entry.toVerdictMs === null ? '–' : saySpan(entry.toVerdictMs)),
  );

export function verdictTable(rows: readonly VerdictRow[], nowMs: number, actions: Actions): VNode {
  const left = rows.length - MOST_ROWS;
  return h(
    'div',
    { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': 'Audit trail' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['When', 'Case', 'What', 'Outcome', 'Who', 'Words', 'Took'].map((label) =>
            h('th', { key: label, scope: 'col' }, label),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        rows.slice(0, MOST_ROWS).map((entry) => row(entry, nowMs, actions)),
      ),
    ),
    left > 0 && h('p', { class: 'soft' }, `${amount(left)} more. Filter to find them, or export all.`),
  );
}
