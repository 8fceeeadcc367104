import { describe, expect, it } from 'vitest';
import { readOpenCases } from '../../../console/cases/read-cases.ts';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { caseRecord } from '../../support/case-records.ts';
import { createHarness, delivery, KEY, type Loose, NOW, trailEntry, verdict } from './harness.ts';

const record = (caseId: string, more: Partial<CaseRecord> = {}): CaseRecord =>
  caseRecord({ caseId, createdAtMs: NOW - 60_000, ...more });

describe('undecided cases', () => {
  it('lists those that are open and that nobody has decided, newest first', async () => {
    const harness = createHarness();
    await harness.deliveries.save(delivery(), 0, null, NOW);
    await harness.cases.save(record(KEY.id));
    await harness.cases.save(record('case-2', { createdAtMs: NOW - 30_000 }));
    await harness.cases.save(record('decided'));
    await harness.cases.save(record('ended', { status: 'closed', endedAtMs: NOW }));
    await harness.answers.save(verdict([trailEntry()], { caseId: 'decided' }));
    const { cases, more } = (await (await harness.get('/api/cases')).json()) as Loose;
    expect(cases.map(({ id }: Loose) => id)).toEqual(['case-2', KEY.id]);
    expect(cases[1]).toMatchObject({ domain: 'acme', feed: 'cases', claimedBy: null, places: ['soc'] });
    expect(more).toBe(false);
  });

  it('lists one that was decided and then reopened', async () => {
    const { cases: records, answers, source } = createHarness();
    for (const episode of [0, 1]) {
      await records.save(record(`case-${episode}`, { episode }));
      await answers.save(verdict([trailEntry()], { caseId: `case-${episode}` }));
    }
    expect((await readOpenCases(source)).cases.map(({ id }) => id)).toEqual(['case-1']);
  });

  it('says when there are more than it lists', async () => {
    const { cases: records, source } = createHarness();
    for (const at of [1, 2, 3]) await records.save(record(`case-${at}`, { createdAtMs: NOW - at }));
    const { cases, more } = await readOpenCases(source, 2);
    expect([cases.map(({ id }) => id), more]).toEqual([['case-1', 'case-2'], true]);
  });

  it('counts what another version wrote, and lists the others', async () => {
    const { cases: records, source } = createHarness();
    await records.save(record('case-1'));
    await records.save(record('odd', { status: 'a status of tomorrow' as CaseRecord['status'] }));
    const { cases, unreadable } = await readOpenCases(source);
    expect([cases.map(({ id }) => id), unreadable]).toEqual([['case-1'], 1]);
  });
});
