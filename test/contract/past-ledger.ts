import { beforeAll, describe, expect, it } from 'vitest';
import { type PastCase, pastCaseOf, placeHash } from '../../lib/case/past-entry.ts';
import type { OutcomeNotes, PastLedger } from '../../lib/features/history/past-ledger.ts';

const NOW = Date.parse('2026-11-16T09:41:00Z');
const HOUR_MS = 3_600_000;
const PLACES = ['slack C0SOC00001', 'teams 19:soc'].map(placeHash);
const ALL = { fromMs: 0, mostRows: 1_000 };

let counter = 0;
const newDomain = (): string => `acme#${++counter}`;
const aCase = (n: number): PastCase =>
  pastCaseOf(
    { case_id: `case-${n}`, user_email: `p${n % 3}@acme.example`, threat_type: 'sabotage' },
    NOW + n * 1_000,
    PLACES.slice(0, n % 3),
  );
const ids = (entries: readonly { readonly id: string }[]): string[] =>
  [...new Set(entries.map(({ id }) => id))].toSorted();

/** What every ledger must do for what is remembered of cases. */
export function describePastLedger(name: string, create: () => PastLedger & OutcomeNotes) {
  describe(`${name} as what is remembered of cases`, () => {
    let ledger: PastLedger & OutcomeNotes;
    beforeAll(() => {
      ledger = create();
    });

    it('has nothing of a domain that is new, and nothing of another one', async () => {
      const [one, other] = [newDomain(), newDomain()];
      await ledger.addCases(one, [aCase(1)], NOW);
      await ledger.note(one, { id: aCase(1).id, outcome: 'SAFE', atSeconds: 7 }, NOW);
      expect(await ledger.cases(other, ALL)).toEqual({ entries: [], cutAtMs: null });
      expect(await ledger.outcomes(other, ALL)).toEqual({ entries: [], cutAtMs: null });
    });

    it('gives cases back as they were, also those that are added twice or together with others', async () => {
      const domain = newDomain();
      await ledger.addCases(domain, [], NOW);
      await ledger.addCases(domain, [aCase(1), aCase(2)], NOW);
      await ledger.addCases(domain, [aCase(1), aCase(2)], NOW);
      await ledger.addCases(domain, [aCase(2), aCase(3)], NOW);
      const { entries, cutAtMs } = await ledger.cases(domain, ALL);
      expect(ids(entries)).toEqual(ids([1, 2, 3].map(aCase)));
      expect(entries).toContainEqual(aCase(3));
      expect(cutAtMs).toBeNull();
    });

    it('leaves out what was written before the hour that is asked for', async () => {
      const domain = newDomain();
      for (const n of [0, 1, 2]) await ledger.addCases(domain, [aCase(n)], NOW + n * HOUR_MS);
      const { entries } = await ledger.cases(domain, { ...ALL, fromMs: NOW + HOUR_MS });
      expect(ids(entries)).toEqual(ids([aCase(1), aCase(2)]));
    });

    it('gives the newest of more rows than are asked for, and says from when on it has them', async () => {
      const domain = newDomain();
      for (const n of [0, 1, 2, 3]) await ledger.addCases(domain, [aCase(n)], NOW + n * HOUR_MS);
      const { entries, cutAtMs } = await ledger.cases(domain, { fromMs: 0, mostRows: 2 });
      expect(ids(entries)).toEqual(ids([aCase(2), aCase(3)]));
      expect(cutAtMs).toBe(Date.parse('2026-11-16T11:00:00Z'));
    });

    it('keeps what was decided last about a case, however often and in whatever order it is noted', async () => {
      const domain = newDomain();
      const { id } = aCase(1);
      const first = { id, outcome: 'SAFE', atSeconds: 100 } as const;
      const last = { id, outcome: 'ESCALATED', atSeconds: 200 } as const;
      for (const one of [first, last, first, last]) await ledger.note(domain, one, NOW);
      await ledger.note(domain, { id: aCase(2).id, outcome: 'DUPLICATE', atSeconds: 150 }, NOW);
      const { entries } = await ledger.outcomes(domain, ALL);
      const latest = entries.filter((one) => one.id === id).toSorted((a, b) => b.atSeconds - a.atSeconds)[0];
      expect(latest).toEqual(last);
      expect(ids(entries)).toEqual(ids([aCase(1), aCase(2)]));
    });

    it('loses no decision of those that are noted at the same moment', async () => {
      const domain = newDomain();
      const all = Array.from({ length: 5 }, (_, n) => aCase(n));
      await Promise.all(
        all.map(({ id }) => ledger.note(domain, { id, outcome: 'SAFE', atSeconds: 100 }, NOW)),
      );
      expect(ids((await ledger.outcomes(domain, ALL)).entries)).toEqual(ids(all));
    });
  });
}
