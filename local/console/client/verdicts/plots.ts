import type { Summary, VerdictRow } from '../../wire.ts';
import { h, s, type VNode } from '../dom/node.ts';
import { counted, readable } from '../words/amount.ts';
import { barsIn, histogram } from './histogram.ts';
import { type Stack, stacks } from './stacks.ts';

const BOX = { width: 360, height: 110 };
/** Above the bars for their numbers, below for their labels. */
const HEAD = 16;
const FOOT = 20;

export function timesPlot(rows: readonly VerdictRow[]): VNode {
  const bins = histogram(rows.flatMap(({ toVerdictMs }) => toVerdictMs ?? []));
  if (bins.length === 0) return h('p', { class: 'soft' }, 'Nothing was recorded yet.');
  const words = bins.map(({ label, count }) => `${count} up to ${label}`).join(', ');
  return s(
    'svg',
    {
      class: 'plot',
      viewBox: `0 0 ${BOX.width} ${BOX.height + HEAD + FOOT}`,
      role: 'img',
      'aria-label': `Time to verdict: ${words}`,
    },
    s('line', { class: 'axis', x1: 0, x2: BOX.width, y1: BOX.height + HEAD, y2: BOX.height + HEAD }),
    barsIn(bins, BOX).map(({ label, count, x, y, width, height }) =>
      s(
        'g',
        { key: label },
        s('rect', { class: 'bar', x, y: y + HEAD, width, height, rx: 3 }),
        count > 0 && s('text', { x: x + width / 2, y: y + HEAD - 4 }, String(count)),
        s(
          'text',
          { class: 'soft', x: x + width / 2, y: BOX.height + HEAD + 15 },
          `≤ ${label}`.replace('≤ more', 'more'),
        ),
      ),
    ),
  );
}

export const outcomeClass = (outcome: string): string =>
  `outcome-${outcome.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;

const stackRow = ({ threatType, total, parts }: Stack): VNode =>
  h(
    'li',
    { key: threatType },
    h('span', { class: 'stack-name' }, readable(threatType)),
    s(
      'svg',
      {
        class: 'stack-bar',
        viewBox: '0 0 100 10',
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': `${readable(threatType)}: ${parts.map(({ outcome, count }) => `${count} ${readable(outcome).toLowerCase()}`).join(', ')}`,
      },
      parts.map(({ outcome, x, width }) =>
        s('rect', { key: outcome, class: outcomeClass(outcome), x, y: 0, width, height: 10 }),
      ),
    ),
    h('span', { class: 'soft' }, String(total)),
  );

export function outcomesPlot({ byThreatType }: Summary): VNode {
  const rows = stacks(byThreatType);
  if (rows.length === 0) return h('p', { class: 'soft' }, 'Nothing was recorded yet.');
  const outcomes = [...new Set(rows.flatMap(({ parts }) => parts.map(({ outcome }) => outcome)))].sort();
  const left = byThreatType.length - rows.length;
  return h(
    'div',
    {},
    h('ul', { class: 'stacks' }, rows.map(stackRow)),
    h(
      'p',
      { class: 'legend' },
      outcomes.map((outcome) =>
        h(
          'span',
          { key: outcome },
          h('i', { class: outcomeClass(outcome), 'aria-hidden': 'true' }),
          readable(outcome),
        ),
      ),
    ),
    left > 0 && h('p', { class: 'soft' }, `and ${counted(left, 'more type')}`),
  );
}
