import { describe, expect, it } from 'vitest';
import { readOpenCases } from '../../../console/cases/read-cases.ts';
import type { CaseLife } from '../../../lib/verdict/case-life.ts';
import { createHarness, delivery, KEY, type Loose, NOW, trailEntry, verdict } from './harness.ts';

const life = (caseId: string, more: Partial<CaseLife> = {}): CaseLife => ({
  domain: 'acme',
  caseId,
  version: 1,
  createdAtMs: NOW - 60_000,
  state: 'discover',
  endedAtMs: null,
  updatedAtMs: 0,
  shownMs: 0,
  missing: null,
  last: null,
  owed: false,
  ...more,
});

describe('undecided cases', () => {
  it('lists those that are open and that nobody has decided, newest first', async () => {
    const harness = createHarness();
    await harness.deliveries.save(delivery(), 0, null, NOW);
    await harness.lives.save(life(KEY.id));
    await harness.lives.save(life('case-2', { createdAtMs: NOW - 30_000 }));
    await harness.lives.save(life('decided'));
    await harness.lives.save(life('ended', { state: 'closed', endedAtMs: NOW }));
    await harness.verdicts.save(verdict([trailEntry()], { caseId: 'decided' }));
    const { cases, more } = (await (await harness.get('/api/cases')).json()) as Loose;
    expect(cases.map(({ id }: Loose) => id)).toEqual(['case-2', KEY.id]);
    expect(cases[1]).toMatchObject({ domain: 'acme', feed: 'cases', claimedBy: null, places: ['soc'] });
    expect(more).toBe(false);
  });

  it('says when there are more than it lists', async () => {
    const { lives, source } = createHarness();
    for (const at of [1, 2, 3]) await lives.save(life(`case-${at}`, { createdAtMs: NOW - at }));
    const { cases, more } = await readOpenCases(source, 2);
    expect([cases.map(({ id }) => id), more]).toEqual([['case-1', 'case-2'], true]);
  });

  it('counts what another version wrote, and lists the others', async () => {
    const { lives, source } = createHarness();
    await lives.save(life('case-1'));
    await lives.save(life('odd', { state: 'a state of tomorrow' as CaseLife['state'] }));
    const { cases, unreadable } = await readOpenCases(source);
    expect([cases.map(({ id }) => id), unreadable]).toEqual([['case-1'], 1]);
  });
});
