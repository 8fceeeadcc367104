import { describe, expect, it } from 'vitest';
import { percentile, summarize } from '../../../console/verdicts/summarize.ts';

const row = (more: object = {}) => ({
  what: 'recorded' as const,
  outcome: 'SAFE' as const,
  threatType: 'sabotage',
  toVerdictMs: 1_000,
  ...more,
});

describe('the figures of the audit trail', () => {
  it('counts only what was recorded', () => {
    const rows = [
      row(),
      row({ what: 'requested', toVerdictMs: null }),
      row({ what: 'denied', outcome: null }),
    ];
    expect(summarize(rows)).toEqual({
      recorded: 1,
      p50Ms: 1_000,
      p95Ms: 1_000,
      byThreatType: [{ threatType: 'sabotage', outcomes: { SAFE: 1 } }],
    });
  });

  it('has no times when there are none', () => {
    expect(summarize([])).toEqual({ recorded: 0, p50Ms: null, p95Ms: null, byThreatType: [] });
    expect(summarize([row({ toVerdictMs: null })])).toMatchObject({ recorded: 1, p50Ms: null });
  });

  it('counts outcomes by type, the most frequent type first and equals by name', () => {
    const rows = [
      row({ threatType: 'b' }),
      row({ threatType: 'a', outcome: 'ESCALATED' }),
      row({ threatType: null }),
      row({ threatType: null, outcome: 'DUPLICATE' }),
    ];
    expect(summarize(rows).byThreatType).toEqual([
      { threatType: 'unknown', outcomes: { SAFE: 1, DUPLICATE: 1 } },
      { threatType: 'a', outcomes: { ESCALATED: 1 } },
      { threatType: 'b', outcomes: { SAFE: 1 } },
    ]);
  });

  it('takes percentiles by nearest rank, so always one that was measured', () => {
    const times = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(percentile(times, 50)).toBe(10);
    expect(percentile(times, 95)).toBe(19);
    expect(percentile([7], 95)).toBe(7);
    expect(percentile([], 50)).toBeNull();
  });

  it('does not mind in which order the rows come', () => {
    const rows = [30, 10, 20].map((toVerdictMs) => row({ toVerdictMs }));
    expect(summarize(rows)).toMatchObject({ p50Ms: 20, p95Ms: 30 });
  });
});
