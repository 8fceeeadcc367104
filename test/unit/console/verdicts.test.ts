import { describe, expect, it } from 'vitest';
import { createVerdictsReader } from '../../../console/verdicts/read-verdicts.ts';
import { auditOf } from '../../../lib/verdict/audit.ts';
import { configOf, createHarness, delivery, type Loose, NOW, trailEntry, verdict } from './harness.ts';

const DAY_MS = 86_400_000;

async function createRecorded() {
  const harness = createHarness();
  const decided = verdict([
    trailEntry({ comment: '=1+1' }),
    trailEntry({ atMs: NOW - 20_000, what: 'recorded', by: null, place: null }),
  ]);
  await harness.deliveries.save(delivery(), 0, null, NOW);
  await harness.answers.save(decided);
  await harness.answers.copyTrail(auditOf(decided));
  return harness;
}

describe('verdicts on the page', () => {
  it('shows the audit trail, newest first, with how long it took', async () => {
    const { get } = await createRecorded();
    const { rows, more } = (await (await get('/api/verdicts')).json()) as Loose;
    expect(rows).toMatchObject([
      { what: 'recorded', outcome: 'TRUE_POSITIVE', threatType: 'data_exfiltration', toVerdictMs: 40_000 },
      {
        what: 'requested',
        by: 'ada.winter',
        surface: 'slack',
        place: 'soc',
        comment: '=1+1',
        toVerdictMs: null,
      },
    ]);
    expect(more).toBe(false);
  });

  it('can be kept as CSV and as JSON', async () => {
    const { get } = await createRecorded();
    const csv = await get('/api/verdicts.csv');
    expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="verdicts.csv"');
    expect((await csv.text()).split('\r\n')[1]).toContain(',"\'=1+1",');
    const json = await get('/api/verdicts.json');
    expect(json.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(await json.json()).toMatchObject([{ is: 'recorded', by: { chat: 'slack', name: 'ada.winter' } }]);
  });

  it('names who decided in every step of a decision, and a person of two chats once', async () => {
    const people = {
      ada: { name: 'Ada Winter', slack: 'U0ADAWINTER', teams: 'aad0ada0-0000-4000-8000-0000000000a1' },
    };
    const harness = createHarness({ config: configOf({ people }) });
    const inTeams = { surface: 'teams', id: 'AAD0ADA0-0000-4000-8000-0000000000A1', name: 'Winter, Ada' };
    const first = verdict([trailEntry(), trailEntry({ what: 'recorded', by: null, place: null })]);
    const second = verdict(
      [trailEntry({ by: inTeams }), trailEntry({ what: 'recorded', by: null, place: null })],
      { caseId: 'case-2' },
    );
    await harness.answers.copyTrail([...auditOf(first), ...auditOf(second)]);
    const { rows } = (await (await harness.get('/api/verdicts')).json()) as Loose;
    expect(rows.map(({ what, by, decidedBy }: Loose) => [what, by, decidedBy])).toEqual([
      ['recorded', null, 'Ada Winter'],
      ['requested', 'Ada Winter', 'Ada Winter'],
      ['recorded', null, 'Ada Winter'],
      ['requested', 'Ada Winter', 'Ada Winter'],
    ]);
  });

  it('exports what the filters of the page leave', async () => {
    const { get } = await createRecorded();
    const json = async (query: string) =>
      (await (await get(`/api/verdicts.json?${query}`)).json()) as Loose[];
    expect(await json('what=recorded&person=ada.winter')).toMatchObject([{ is: 'recorded' }]);
    expect(await json('person=nobody')).toEqual([]);
    const csv = await (await get('/api/verdicts.csv?what=recorded')).text();
    expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
  });

  it('reads some weeks back, and says when there is more than it shows', async () => {
    const { source, answers } = await createRecorded();
    const older = verdict([trailEntry({ atMs: NOW - 20 * DAY_MS, what: 'failed' })], { caseId: 'case-2' });
    const old = verdict([trailEntry({ atMs: NOW - 90 * DAY_MS })], { caseId: 'case-3' });
    await answers.copyTrail([...auditOf(older), ...auditOf(old)]);
    const all = await createVerdictsReader(source)();
    expect(all.rows.map(({ caseId }) => caseId)).toEqual(['case-1', 'case-1', 'case-2']);
    const some = await createVerdictsReader(source, { mostRows: 2 })();
    expect(some.rows).toHaveLength(2);
    expect(some.more).toBe(true);
    expect(some.within).toEqual({ days: 30, rows: 2 });
  });
});
