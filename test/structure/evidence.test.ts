import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Evidence, evidencePage } from '../evidence/page.ts';
import { readRecords } from '../evidence/record.ts';

describe('the evidence', () => {
  it('is what the commands recorded', () => {
    expect(readFileSync('docs/evidence.md', 'utf8')).toBe(evidencePage(readRecords()));
  });

  it('names what is wrong, how much ran, and how to repeat it', () => {
    const run: Evidence = {
      figures: { histories: 10_000 },
      wrong: { wrong: 1 },
      command: 'npm run simulate -- --runs 10000 --seed 1',
      commit: '0a1b2c3d',
      day: '2026-11-18',
      failing: ['npm run simulate -- --seed 1 --path 7:2'],
    };
    const page = evidencePage(new Map([['world', run]]));
    for (const text of ['10,000 histories', '1 wrong', '2026-11-18, 0a1b2c3d', ...(run.failing ?? [])])
      expect(page).toContain(text);
    expect(page).toContain(`\`${run.command}\``);
    expect(page.match(/not yet/g)).toHaveLength(6);
  });

  it('has nothing left that is wrong', () => {
    const wrong = [...readRecords()].filter(
      ([, one]) => Object.values(one.wrong).some((count) => count > 0) || (one.failing ?? []).length > 0,
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });
});
