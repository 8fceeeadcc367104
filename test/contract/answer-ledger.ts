import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseVerdict, DecisionState, Person, TrailEntry } from '../../lib/case/answer.ts';
import type { AnswerLedger, AuditEntry } from '../../lib/verdict/answer-ledger.ts';

const NOW = Date.parse('2026-11-15T09:00:00Z');
const ANN: Person = { surface: 'slack', id: 'U0ANN', name: 'Ann' };

let counter = 0;
const newDomain = () => `acme-${++counter}`;

/** What every ledger must do for verdicts. */
export function describeVerdictLedger(name: string, create: () => AnswerLedger) {
  describe(`${name} as the ledger of verdicts`, () => {
    let ledger: AnswerLedger;
    let domain: string;
    beforeEach(() => {
      ledger = create();
      domain = newDomain();
    });

    const verdict = (version: number, more: Partial<CaseVerdict> = {}): CaseVerdict => ({
      domain,
      caseId: 'c1',
      version,
      decision: {
        id: `d${version}`,
        outcome: 'TRUE_POSITIVE',
        comment: 'Zürich 東京 🛡️ \u0000 \ud800 "quoted" \\',
        eventIds: ['e1', 'e2'],
        by: ANN,
        place: 'soc',
        clickedAtMs: NOW,
        overrides: null,
        approvedBy: null,
        episode: 0,
        state: { is: 'recorded', atMs: NOW, resolved: true },
      },
      trail: [],
      ...more,
    });

    const step = (comment: string | null = null): TrailEntry => ({
      atMs: NOW,
      what: 'requested',
      id: 'd1',
      outcome: 'SAFE',
      by: ANN,
      place: 'soc',
      comment,
      answer: null,
    });

    const inState = (caseId: string, state: DecisionState, version = 1): CaseVerdict => {
      const one = verdict(version, { caseId });
      return { ...one, decision: { ...one.decision, state } };
    };

    const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
      domain,
      caseId: 'c1',
      n: 1,
      atMs: NOW,
      what: 'requested',
      id: 'd1',
      outcome: 'SAFE',
      by: ANN,
      place: 'soc',
      comment: 'why \ud800',
      answer: null,
      ...more,
    });

    async function read(day = new Date(NOW)): Promise<AuditEntry[]> {
      const entries: AuditEntry[] = [];
      for await (const page of ledger.readTrail(domain, day)) entries.push(...page);
      return entries;
    }

    describe('the row of a case', () => {
      it('is null before the first decision', async () => {
        expect(await ledger.load(domain, 'c1')).toBeNull();
      });

      it('comes back exactly as it was saved', async () => {
        const first = verdict(1, { trail: [step()], createdAtMs: NOW - 1 });
        expect(await ledger.save(first)).toBe('saved');
        expect(await ledger.load(domain, 'c1')).toEqual(first);
      });

      it('is written once for each version, whoever comes second', async () => {
        expect(await ledger.save(verdict(1))).toBe('saved');
        expect(await ledger.save(verdict(1, { caseId: 'c1', trail: [] }))).toBe('moved on');
        expect(await ledger.save(verdict(3))).toBe('moved on');
        expect(await ledger.save(verdict(2))).toBe('saved');
        expect(await ledger.save(verdict(2))).toBe('moved on');
        expect(await ledger.save(verdict(1))).toBe('moved on');
        expect((await ledger.load(domain, 'c1'))?.version).toBe(2);
      });

      it('cannot begin anywhere but at version 1', async () => {
        expect(await ledger.save(verdict(2))).toBe('moved on');
        expect(await ledger.load(domain, 'c1')).toBeNull();
      });

      it('lets one of several writes win that arrive at once, round after round', async () => {
        for (let version = 1; version <= 15; version++) {
          const saves = ['a', 'b', 'c', 'd'].map((id) => {
            const one = verdict(version);
            return ledger.save({ ...one, decision: { ...one.decision, id } });
          });
          expect((await Promise.all(saves)).filter((saved) => saved === 'saved')).toHaveLength(1);
        }
      });

      it('belongs to one case of one domain, also when their names look alike', async () => {
        const alike = [
          [domain, 'c'],
          [domain, 'c#verdict'],
          [domain, 'C'],
          [`${domain}#cases`, 'c'],
          [domain, 'x'.repeat(3_000)],
          [domain, '\ud800'],
        ] as const;
        for (const [index, [of, caseId]] of alike.entries()) {
          const saved = ledger.save(verdict(1, { domain: of, caseId, createdAtMs: index }));
          expect(await saved).toBe('saved');
        }
        for (const [index, [of, caseId]] of alike.entries()) {
          expect((await ledger.load(of, caseId))?.createdAtMs).toBe(index);
        }
      });

      it('may have a long trail', async () => {
        const long = verdict(1, { trail: Array.from({ length: 110 }, () => step('é'.repeat(1_000))) });
        expect(await ledger.save(long)).toBe('saved');
        expect((await ledger.load(domain, 'c1'))?.trail).toHaveLength(110);
      });
    });

    describe('overdue answers', () => {
      const undoable = (untilMs: number): DecisionState => ({ is: 'undoable', sinceMs: 0, untilMs });
      const [MINUTE, DAY] = [60_000, 86_400_000];
      /** The message that moves one on has so long to come. */
      const PATIENCE = 2 * MINUTE;
      const cases = async (untilMs: number, limit = 10) => {
        const range = { untilMs: untilMs + PATIENCE, limit };
        return (await ledger.overdue(domain, range)).map(({ answer }) => answer?.caseId);
      };

      it('are those of which not everything is done, longest due first', async () => {
        const until = { untilMs: NOW + 2 * MINUTE, sinceMs: NOW - 50 };
        const waiting: DecisionState = { is: 'waiting', because: 'not-ready', ...until };
        const doubt = { looks: 1, nextLookMs: NOW + 4 * MINUTE };
        const rows = [
          inState('undoable', undoable(NOW + 3 * MINUTE)),
          inState('waiting', waiting),
          inState('posting', { is: 'posting', sinceMs: NOW + MINUTE }),
          inState('doubtful', { is: 'posting', sinceMs: NOW, doubt }),
          inState('undone', { is: 'undone', by: ANN, atMs: NOW + 5 * MINUTE }),
        ];
        for (const row of rows) await ledger.save(row);
        expect(await cases(NOW + 4 * MINUTE)).toEqual(['posting', 'waiting', 'undoable', 'doubtful']);
        expect(await cases(NOW + 2 * MINUTE)).toEqual(['posting', 'waiting']);
        expect(await cases(NOW + 4 * MINUTE, 1)).toEqual(['posting']);
        const range = { untilMs: NOW + 4 * MINUTE + PATIENCE, limit: 10 };
        expect((await ledger.overdue(domain, range))[2]?.answer).toEqual(rows[0]);
        expect(await ledger.overdue(newDomain(), range)).toEqual([]);
      });

      it('include what waits for a second person until all are told, and a day after it was asked for', async () => {
        const asking = {
          ...inState('asking', { is: 'awaiting-approval' }),
          trail: [{ ...step(), atMs: NOW }],
        };
        await ledger.save(asking);
        expect(await cases(NOW)).toEqual(['asking']);
        await ledger.markPublished(asking);
        expect(await cases(NOW + DAY - 1)).toEqual([]);
        expect(await cases(NOW + DAY)).toEqual(['asking']);
      });

      it('are gone once they ended and all are told, and back when they begin again', async () => {
        await ledger.save(inState('c1', undoable(NOW)));
        const undone = inState('c1', { is: 'undone', by: ANN, atMs: NOW }, 2);
        await ledger.save(undone);
        expect(await cases(NOW + DAY)).toEqual(['c1']);
        await ledger.markPublished(undone);
        expect(await cases(NOW + DAY)).toEqual([]);
        await ledger.save(inState('c1', undoable(NOW + 5), 3));
        expect(await cases(NOW + DAY)).toEqual(['c1']);
      });

      it.each([
        { is: 'recorded', atMs: NOW, resolved: true },
        { is: 'undone', atMs: NOW, by: ANN },
        { is: 'declined', atMs: NOW, by: ANN },
      ] as const)('include what came to its end ($is), until everybody was told how', async (state) => {
        const ended = inState('ended', state);
        await ledger.save(ended);
        expect(await cases(NOW - 1)).toEqual([]);
        expect(await cases(NOW)).toEqual(['ended']);
        await ledger.markPublished(ended);
        expect(await cases(NOW + DAY)).toEqual([]);
        expect(await ledger.load(domain, 'ended')).toEqual({ ...ended, isPublished: true });
        // A look writes it again, and nobody has to be told once more; a press is news.
        await ledger.save({ ...ended, version: 2, isPublished: true, lookMs: NOW + DAY });
        expect(await cases(NOW + DAY - PATIENCE - 1)).toEqual([]);
        expect(await cases(NOW + DAY)).toEqual(['ended']);
        await ledger.save({ ...ended, version: 3, isPublished: false });
        expect(await cases(NOW)).toEqual(['ended']);
      });

      it('that were written again stay, whoever was told of the version before', async () => {
        const recorded = inState('c1', { is: 'recorded', atMs: NOW, resolved: true });
        await ledger.save(recorded);
        await ledger.save(inState('c1', undoable(NOW + 5), 2));
        await ledger.markPublished(recorded);
        expect(await cases(NOW + 5)).toEqual(['c1']);
        await ledger.markPublished(inState('nobody', undoable(NOW)));
        expect(await ledger.load(domain, 'nobody')).toBeNull();
      });

      it('that rest hide none behind them', async () => {
        for (const id of ['c1', 'c2', 'c3']) await ledger.save(inState(id, undoable(NOW)));
        const range = { untilMs: NOW + PATIENCE, limit: 2 };
        const first = await ledger.overdue(domain, range);
        expect(first).toHaveLength(2);
        const isPostponed = (name: string) => first.some((one) => one.name === name);
        const then = await ledger.overdue(domain, { ...range, isPostponed });
        expect(then).toHaveLength(1);
        expect([...first, ...then].map(({ answer }) => answer?.caseId).toSorted()).toEqual([
          'c1',
          'c2',
          'c3',
        ]);
      });
    });

    describe('the audit trail', () => {
      it('is empty on a day without decisions', async () => {
        await ledger.copyTrail([]);
        expect(await read()).toEqual([]);
      });

      it('is read in the order of time, over all cases, one day at a time', async () => {
        const [a, b, c] = [
          entry({ atMs: NOW + 2, caseId: 'a' }),
          entry({ atMs: NOW, caseId: 'b' }),
          entry({ atMs: NOW + 1, caseId: 'c', what: 'denied', n: 0, outcome: null }),
        ];
        const nextDay = entry({ atMs: NOW + 86_400_000 });
        await ledger.copyTrail([a, nextDay]);
        await ledger.copyTrail([b, c]);
        expect(await read()).toEqual([b, c, a]);
        expect(await read(new Date('2026-11-16T23:59:59Z'))).toEqual([nextDay]);
      });

      it('keeps what happened to a case in one millisecond in its order, ten and more steps long', async () => {
        const steps = Array.from({ length: 12 }, (_, n) => entry({ n: n + 1, id: `d${99 - n}` }));
        await ledger.copyTrail(steps.toReversed());
        expect(await read()).toEqual(steps);
      });

      it('may be told the same twice, also within one call', async () => {
        await ledger.copyTrail([entry(), entry()]);
        await ledger.copyTrail([entry()]);
        expect(await read()).toEqual([entry()]);
      });

      it('keeps odd and long ids apart', async () => {
        const ids = ['a#b', 'a', '#', '%23', '🛡️', '\ud800', '\ud801', 'x'.repeat(500), `${'x'.repeat(500)}y`];
        await ledger.copyTrail(ids.map((caseId) => entry({ caseId })));
        await ledger.copyTrail(ids.map((id) => entry({ id })));
        expect(await read()).toHaveLength(2 * ids.length);
      });

      it('keeps domains apart', async () => {
        await ledger.copyTrail([entry({ domain: `${domain}#x` })]);
        expect(await read()).toEqual([]);
      });

      it('gives back a day that is larger than a page', async () => {
        const many = Array.from({ length: 150 }, (_, n) =>
          entry({ atMs: NOW + n, comment: 'x'.repeat(12_000) }),
        );
        await ledger.copyTrail(many);
        expect((await read()).map(({ atMs }) => atMs - NOW)).toEqual(many.map((_, n) => n));
      });
    });
  });
}
