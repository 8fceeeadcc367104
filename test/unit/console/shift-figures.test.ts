import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../../console/cases/shift-figures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 18, 9, 30);
const open = (id: string, waitedMs: number, severity: string | null = 'high') => ({
  domain: 'acme',
  id,
  severity,
  createdAtMs: NOW - waitedMs,
  waitsSinceMs: NOW - waitedMs,
});
const recorded = (caseId: string, agoMs: number, toVerdictMs: number | null) =>
  ({ domain: 'acme', caseId, what: 'recorded', atMs: NOW - agoMs, toVerdictMs }) as const;

describe('the figures of a shift', () => {
  it('counts open cases by how long they wait, and by severity', () => {
    const { byAge } = figuresOf([open('a', MINUTE), open('b', 2 * HOUR), open('c', 2 * HOUR, null)], [], NOW);
    expect(byAge.filter(({ severities }) => Object.keys(severities).length > 0)).toEqual([
      { label: '15 min', severities: { high: 1 } },
      { label: '4 h', severities: { high: 1, unrated: 1 } },
    ]);
  });

  it('sets arrivals against decisions, and counts a case that was decided twice once', () => {
    const trail = [recorded('d', MINUTE, 2 * HOUR), recorded('d', 2 * MINUTE, 2 * HOUR - MINUTE)];
    const { hours, medianMs } = figuresOf([open('a', MINUTE)], trail, NOW);
    expect(hours.map(({ arrived }) => arrived).reduce((a, b) => a + b)).toBe(2);
    expect(hours.at(-1)).toEqual({ atMs: NOW - 30 * MINUTE, arrived: 1, decided: 2 });
    expect(medianMs).toBe(2 * HOUR - MINUTE);
  });

  it('counts every open case in one age, whenever it came', () => {
    const waited = fc.array(fc.integer({ min: -HOUR, max: 90 * 24 * HOUR }));
    fc.assert(
      fc.property(waited, (all) => {
        const { byAge } = figuresOf(
          all.map((ms, at) => open(`${at}`, ms)),
          [],
          NOW,
        );
        const counted = byAge.flatMap(({ severities }) => Object.values(severities));
        expect(counted.reduce((a, b) => a + b, 0)).toBe(all.length);
      }),
    );
  });
});
