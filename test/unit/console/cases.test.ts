import { describe, expect, it } from 'vitest';
import { createCaseBook } from '../../../console/cases/case-book.ts';
import { ANY_CASE, type CaseFilter } from '../../../console/cases/filter-cases.ts';
import { orderCases, pageOfCases } from '../../../console/cases/page-of-cases.ts';
import type { CaseVerdict, DecisionState } from '../../../lib/case/answer.ts';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { caseRecord } from '../../support/case-records.ts';
import { ADA, createHarness, delivery, KEY, type Loose, NOW, trailEntry, verdict } from './harness.ts';

const record = (caseId: string, more: Partial<CaseRecord> = {}): CaseRecord =>
  caseRecord({ caseId, createdAtMs: NOW - 60_000, sinceMs: NOW - 60_000, ...more });

const decidedAs = (caseId: string, state: DecisionState): CaseVerdict => {
  const made = verdict([trailEntry()], { caseId });
  return { ...made, decision: { ...made.decision, state } };
};

const LOOKING = { nowMs: NOW, isMe: ({ id }: { id: string }) => id === ADA.id, linkOf: () => null };

async function pageOf(harness: ReturnType<typeof createHarness>, filter: Partial<CaseFilter> = {}) {
  const book = createCaseBook(harness.source);
  await book.refresh();
  const page = pageOfCases(orderCases(book.cases()), { ...ANY_CASE, ...filter }, { ...LOOKING, pageSize: 2 });
  return { ...page, ids: page.cases.map(({ id }) => id), counts: book.counts() };
}

describe('the open cases', () => {
  it('come with what waits longest at the highest severity first, in one answer', async () => {
    const harness = createHarness();
    await harness.deliveries.save(delivery(), 0, null, NOW);
    await harness.cases.save(record(KEY.id, { severity: 'high', places: { soc: 'handed' } }));
    await harness.cases.save(record('older', { severity: 'high', sinceMs: NOW - 90_000 }));
    await harness.cases.save(record('worse', { severity: 'critical', sinceMs: NOW - 1_000 }));
    await harness.cases.save(record('ended', { status: 'closed', endedAtMs: NOW }));
    const { cases, total, figures } = (await (await harness.get('/api/cases')).json()) as Loose;
    expect(cases.map(({ id }: Loose) => id)).toEqual(['worse', 'older', KEY.id]);
    expect(cases[2]).toMatchObject({
      ...{ domain: 'acme', feed: 'cases', type: 'data_exfiltration', person: 'Ida Berg' },
      ...{ claimedBy: null, isMine: false, places: ['soc'], presses: ['decide', 'claim'] },
    });
    expect(total).toBe(3);
    expect(figures.hours.at(-2)).toMatchObject({ arrived: 3, decided: 0 });
  });

  it('are filtered by standing: to do is what a person has to decide, approve or clear up, or can undo', async () => {
    const harness = createHarness();
    const states: Record<string, DecisionState> = {
      'to approve': { is: 'awaiting-approval' },
      unclear: { is: 'failed', because: 'gave-up', message: '', mayBeRecorded: true, atMs: NOW },
      refused: { is: 'failed', because: 'rejected', message: '', mayBeRecorded: false, atMs: NOW },
      fresh: { is: 'undoable', sinceMs: NOW, untilMs: NOW + 1 },
      sent: { is: 'posting', sinceMs: NOW },
      recorded: { is: 'recorded', atMs: NOW, resolved: false },
    };
    for (const [id, state] of Object.entries(states)) {
      await harness.cases.save(record(id));
      await harness.answers.save(decidedAs(id, state));
    }
    const found = async (standing: CaseFilter['standing']) => {
      const [first, second, third] = await Promise.all(
        [0, 1, 2].map((page) => pageOf(harness, { standing, page })),
      );
      return [...new Set([...(first?.ids ?? []), ...(second?.ids ?? []), ...(third?.ids ?? [])])];
    };
    expect(await found('todo')).toEqual(['fresh', 'refused', 'to approve', 'unclear']);
    expect(await found('undecided')).toEqual(['refused']);
    expect(await found('awaiting-approval')).toEqual(['to approve']);
    expect(await found('unclear')).toEqual(['unclear']);
    expect(await found('on-its-way')).toEqual(['fresh', 'sent']);
    expect(await found('all')).toHaveLength(5);
  });

  it('are filtered by who has claimed them, and a claim ends by itself', async () => {
    const harness = createHarness();
    for (const id of ['nobody', 'mine', 'other']) await harness.cases.save(record(id, { severity: 'high' }));
    const claim = { id: 'k', place: 'soc', atMs: NOW - 1_000, episode: 0 };
    const bo = { surface: 'slack', id: 'U0BOLARSEN', name: 'bo.larsen' };
    for (const [id, by] of [
      ['mine', ADA],
      ['other', bo],
    ] as const)
      await harness.answers.save({
        ...verdict([], { caseId: id }),
        decision: null,
        claim: { ...claim, by },
      } as Loose);
    expect((await pageOf(harness, { claim: 'free' })).ids).toEqual(['mine', 'nobody']);
    expect((await pageOf(harness, { claim: 'mine' })).cases).toMatchObject([
      { id: 'mine', claimedBy: ADA.name, presses: ['decide', 'take-over', 'hand-back'] },
    ]);
    const book = createCaseBook(harness.source);
    await book.refresh();
    const later = pageOfCases(orderCases(book.cases()), ANY_CASE, {
      ...LOOKING,
      nowMs: NOW + 1_000 * 3_600_000,
    });
    expect(later.cases.map(({ claimedBy }) => claimedBy)).toEqual([null, null, null]);
  });

  it('are found by words, type and person', async () => {
    const harness = createHarness();
    await harness.deliveries.save(delivery(), 0, null, NOW);
    for (const id of [KEY.id, 'case-2']) await harness.cases.save(record(id));
    for (const filter of [{ text: 'berg EXFIL' }, { type: 'data_exfiltration' }, { person: 'ida' }])
      expect((await pageOf(harness, filter)).ids).toEqual([KEY.id]);
    expect((await pageOf(harness, { text: 'berg nothing' })).ids).toEqual([]);
    expect((await pageOf(harness)).types).toEqual(['data_exfiltration']);
  });

  it('say where a case was muted or deduped instead of shown', async () => {
    const harness = createHarness();
    const withheld = { by: 'dedupe', id: 'w', severity: null, episode: 0 } as const;
    await harness.cases.save(record('case-1', { places: { soc: withheld, ops: 'handed' } }));
    expect((await pageOf(harness)).cases).toMatchObject([{ places: ['ops'], withheld: ['deduped in soc'] }]);
  });

  it('list one that was decided and then reopened', async () => {
    const harness = createHarness();
    for (const episode of [0, 1]) {
      await harness.cases.save(record(`case-${episode}`, { episode }));
      await harness.answers.save(verdict([trailEntry()], { caseId: `case-${episode}` }));
    }
    expect((await pageOf(harness)).ids).toEqual(['case-1']);
  });

  it('come page by page, and a page that has become empty is the last one', async () => {
    const harness = createHarness();
    for (const at of [1, 2, 3]) await harness.cases.save(record(`case-${at}`, { sinceMs: NOW - 1_000 + at }));
    expect(await pageOf(harness, { page: 0 })).toMatchObject({
      ids: ['case-1', 'case-2'],
      total: 3,
      page: 0,
    });
    expect(await pageOf(harness, { page: 1 })).toMatchObject({ ids: ['case-3'], page: 1 });
    expect(await pageOf(harness, { page: 9 })).toMatchObject({ ids: ['case-3'], page: 1 });
  });

  it('count what another version wrote, and list the others', async () => {
    const harness = createHarness();
    await harness.cases.save(record('case-1'));
    await harness.cases.save(record('odd', { status: 'a status of tomorrow' as CaseRecord['status'] }));
    expect(await pageOf(harness)).toMatchObject({ ids: ['case-1'], counts: { unreadable: 1, reading: 0 } });
  });

  it('are read again when they moved, and not otherwise', async () => {
    const harness = createHarness();
    await harness.cases.save(record('case-1'));
    const book = createCaseBook(harness.source);
    await book.refresh();
    await harness.answers.save(decidedAs('case-1', { is: 'awaiting-approval' }));
    await book.refresh();
    expect(book.get('acme', 'case-1')?.standing).toBe('undecided');
    book.touch({ domain: 'acme', feed: 'cases', id: 'case-1' });
    await book.refresh();
    expect(book.get('acme', 'case-1')?.standing).toBe('awaiting-approval');
  });

  it('cannot be pressed where the console is nobody', async () => {
    const { post } = createHarness();
    const press = { person: 'ada', domain: 'acme', id: 'case-1', press: 'claim' };
    const refused = await post('/api/cases/press', press);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: expect.stringMatching(/Decide in the chat/) },
    ]);
  });
});
