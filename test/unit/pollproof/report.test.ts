import { describe, expect, it } from 'vitest';
import { plotOf } from '../../pollproof/plot.ts';
import { detailsOf, markdownTable, summaryOf, withPart } from '../../pollproof/report.ts';
import type { Result } from '../../pollproof/results.ts';
import { SCENARIOS } from '../../pollproof/scenarios.ts';

const [quiet, restart] = SCENARIOS;
if (!quiet || !restart) throw new Error('there are no scenarios');
const CLEAN = { items: 100, lost: 0, doubled: 0, late: 0, slowest: 0.4, requests: 50 };
const RESULTS: readonly Result[] = [
  {
    ...{ poller: 'a < b', says: '', repeats: true, isLive: false },
    grades: new Map([
      [quiet.name, CLEAN],
      [restart.name, { ...CLEAN, lost: 75, doubled: 3 }],
    ]),
  },
  { poller: 'c', says: '', repeats: false, isLive: true, grades: new Map([[quiet.name, null]]) },
];

describe('the report', () => {
  it('sums up what each poller lost, with what it did not play left out', () => {
    expect(summaryOf(RESULTS)[1]).toEqual([
      'a < b',
      '200',
      '75 (38 %)',
      '3 (2 %) *',
      '0',
      '1 min',
      '100',
      '1 of 2',
    ]);
    expect(summaryOf(RESULTS)[2]?.at(-1)).toBe('0 of 0');
  });

  it('takes repeats for no fault where somebody else drops them', () => {
    const doubled = new Map([[quiet.name, { ...CLEAN, doubled: 3 }]]);
    const [, mine, others] = summaryOf(RESULTS.map((one) => ({ ...one, grades: doubled })));
    expect([mine?.at(-1), others?.at(-1)]).toEqual(['1 of 1', '0 of 1']);
  });

  it('says of each scenario what was wrong', () => {
    expect(detailsOf(RESULTS, [quiet, restart])).toEqual([
      ['scenario', 'a < b', 'c'],
      [quiet.name, '✓', 'not played'],
      [restart.name, '75 % lost, 3 % doubled', 'not played'],
    ]);
  });

  it('replaces only one part of a page', () => {
    const begin = '<!-- results: written by npm run pollproof -->';
    const page = `before\n${begin}\nold\n<!-- end of results -->\nafter`;
    expect(withPart(page, 'results', 'new')).toMatch(/^before\n.*\n\nnew\n\n.*\nafter$/);
    expect(() => withPart(page, 'other', 'new')).toThrow('no place for other');
  });

  it('draws a field for each scenario and poller, and no name as markup', () => {
    const svg = plotOf(RESULTS, [quiet, restart]);
    expect(svg.match(/<title>/g)).toHaveLength(4);
    expect(svg).toContain('>75 %</text>');
    expect(svg).toContain('a &lt; b');
  });

  it('writes a table that Markdown reads', () => {
    expect(
      markdownTable([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
  });
});
