import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldRows } from '../../../console/client/verdicts/fold-rows.ts';
import { barsIn, histogram, stacks } from '../../../console/client/verdicts/plot-shapes.ts';
import { choicesOf, filterVerdicts, NO_FILTER } from '../../../console/verdicts/filter-verdicts.ts';
import type { VerdictRow } from '../../../console/wire.ts';

const HOUR = 3_600_000;
const NOW = 100 * HOUR;
const row = (more: Partial<VerdictRow>): VerdictRow => ({
  atMs: NOW,
  domain: 'acme',
  caseId: 'c1',
  n: 1,
  what: 'recorded',
  outcome: 'TRUE_POSITIVE',
  by: 'Ada Winter',
  byId: 'U0ADA',
  person: 'slack/u0ada',
  decidedBy: null,
  surface: 'slack',
  place: 'soc',
  comment: null,
  answer: null,
  decisionId: 'd1',
  threatType: 'sabotage',
  toVerdictMs: 1_000,
  ...more,
});

describe('filterVerdicts', () => {
  const rows = [
    row({ caseId: 'a', comment: 'Known Backup job' }),
    row({ caseId: 'b', outcome: 'SAFE', by: 'Bo Larsen', atMs: NOW - 2 * HOUR }),
    row({ caseId: 'c', what: 'denied', outcome: null, place: 'soc-teams', answer: 'not allowed' }),
    row({ caseId: 'd', by: null, decidedBy: 'Cleo Marsh', place: null }),
  ];
  const found = (filter: Partial<typeof NO_FILTER>) =>
    filterVerdicts(rows, { ...NO_FILTER, ...filter }, NOW).map(({ caseId }) => caseId);

  it.each([
    [{}, ['a', 'b', 'c', 'd']],
    [{ person: 'Cleo Marsh' }, ['d']],
    [{ text: 'cleo' }, ['d']],
    [{ outcome: 'SAFE' }, ['b']],
    [{ what: 'denied' }, ['c']],
    [{ person: 'Ada Winter' }, ['a', 'c']],
    [{ place: 'soc-teams' }, ['c']],
    [{ hours: 1 }, ['a', 'c', 'd']],
    [{ text: ' backup ' }, ['a']],
    [{ text: 'NOT ALLOWED' }, ['c']],
    [{ person: 'Bo Larsen', outcome: 'TRUE_POSITIVE' }, []],
  ])('finds with %j', (filter, ids) => {
    expect(found(filter)).toEqual(ids);
  });

  it('offers what there is, each once', () => {
    expect(choicesOf(rows, 'person')).toEqual(['Ada Winter', 'Bo Larsen', 'Cleo Marsh']);
    expect(choicesOf(rows, 'outcome')).toEqual(['SAFE', 'TRUE_POSITIVE']);
  });
});

describe('histogram', () => {
  it('counts every time once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 200 * HOUR })), (times) => {
        const counted = histogram(times).reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe(times.length);
      }),
    );
  });

  it('leaves empty steps out at the ends, and not in between', () => {
    expect(histogram([10_000, 61_000])).toEqual([
      { label: '10 s', count: 1 },
      { label: '30 s', count: 0 },
      { label: '1 min', count: 0 },
      { label: '5 min', count: 1 },
    ]);
  });

  it('draws bars within their box, the highest as high as it', () => {
    const box = { width: 360, height: 110 };
    const bars = barsIn(histogram([5_000, 5_000, 20_000]), box);
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [0, 110],
      [55, 55],
    ]);
    for (const { x, width } of bars) expect(x >= 0 && x + width <= box.width).toBe(true);
  });
});

describe('stacks', () => {
  it('puts outcomes side by side, on one scale for all types', () => {
    const [first, second] = stacks([
      { threatType: 'sabotage', outcomes: { TRUE_POSITIVE: 3, SAFE: 1 } },
      { threatType: 'fraud', outcomes: { SAFE: 2 } },
    ]);
    expect(first?.parts.map(({ outcome, x, width }) => [outcome, x, width])).toEqual([
      ['SAFE', 0, 25],
      ['TRUE_POSITIVE', 25, 75],
    ]);
    expect(second?.parts).toEqual([{ outcome: 'SAFE', count: 2, x: 0, width: 50 }]);
  });
});

describe('foldRows', () => {
  const steps = [
    row({ what: 'recorded', by: null, decidedBy: 'Ada Winter', place: null, n: 3, toVerdictMs: 9_000 }),
    row({ what: 'denied', caseId: 'c2', decisionId: 'click', outcome: null, by: 'Cleo Marsh', n: 0 }),
    row({ what: 'requested', decidedBy: 'Ada Winter', comment: 'Known backup', n: 1, toVerdictMs: null }),
  ];

  it('makes one row of a decision, with where it stands, who made it and how long the case took', () => {
    const [first, second, ...others] = foldRows(steps);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ who: 'Ada Winter', place: 'soc', tookMs: 9_000, outcome: 'TRUE_POSITIVE' });
    expect(first?.last.what).toBe('recorded');
    expect(first?.steps.map(({ what }) => what)).toEqual(['requested', 'recorded']);
    expect(second).toMatchObject({ who: 'Cleo Marsh', outcome: null });
  });

  it('has all steps of a decision that fits, whichever of them fits which filter', () => {
    const found = filterVerdicts(steps, { ...NO_FILTER, text: 'backup', what: 'recorded' }, NOW);
    expect(foldRows(found).map(({ steps: all }) => all.length)).toEqual([2]);
    expect(filterVerdicts(steps, { ...NO_FILTER, text: 'backup', what: 'denied' }, NOW)).toEqual([]);
  });
});
