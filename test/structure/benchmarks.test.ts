import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type BenchRecord, benchmarksPage, benchmarksPlot } from '../bench/benchmarks-page.ts';
import { ratiosOf } from '../bench/report-figure.ts';
import { readBenchRecords } from '../bench/run-all.ts';

const RECORD: BenchRecord = {
  figures: [{ what: 'client, time', to: 'bare fetch', ratios: [1.4, 1.2, 2], aim: 1.3 }],
  ...{ machine: '2 cores arm64', node: '20.20.2', day: '2026-11-18', commit: '0a1b2c3d', isQuiet: false },
};

describe('the benchmarks', () => {
  it('are what the benches measured', () => {
    const records = readBenchRecords();
    expect(existsSync('docs/benchmarks.md')).toBe(records.size > 0);
    if (records.size === 0) return;
    expect(readFileSync('docs/benchmarks.md', 'utf8')).toBe(benchmarksPage(records));
    expect(readFileSync('docs/images/benchmarks.svg', 'utf8')).toBe(benchmarksPlot(records));
  });

  it('have the median, the spread, the aim, and whether the machine was quiet', () => {
    const page = benchmarksPage(new Map([['posture', RECORD]]));
    expect(page).toContain(
      '| posture | client, time | bare fetch | 1.40 | 1.20–2.00 | 1.30 | 2026-11-18, 0a1b2c3d, busy |',
    );
    expect(page).toContain('2 cores arm64, Node 20.20.2');
    const plot = benchmarksPlot(new Map([['posture', RECORD]]));
    expect(plot).toContain('posture: client, time, 1.40 of bare fetch');
    // Worse than the aim.
    expect(plot).toContain('#f6dc9a');
  });

  it('compare two that were measured in turn, turn by turn', () => {
    expect(ratiosOf([1, 2, 3], [2, 2, 2])).toEqual([0.5, 1, 1.5]);
    expect(ratiosOf([1, 1, 9, 2, 2, 2], [2, 2, 2, 4, 4, 4], 3)).toEqual([0.5, 0.5]);
  });
});
