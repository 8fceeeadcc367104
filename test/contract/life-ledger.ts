import { beforeEach, describe, expect, it } from 'vitest';
import { type CaseLife, newLife } from '../../lib/verdict/case-life.ts';
import type { LifeLedger } from '../../lib/verdict/life-ledger.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
let counter = 0;

/** What every keeper of the lives of cases must do. */
export function describeLifeLedger(name: string, create: () => LifeLedger) {
  describe(`${name} as the ledger of lives`, () => {
    let ledger: LifeLedger;
    let domain: string;
    beforeEach(() => {
      ledger = create();
      domain = `lives-${++counter}#%`;
    });
    const aLife = (caseId: string, more: Partial<CaseLife> = {}): CaseLife => ({
      ...newLife({ domain, caseId, createdAtMs: NOON, updatedAtMs: NOON + 7 }, null),
      ...more,
    });
    const closed = { state: 'closed', endedAtMs: NOON + 9 } as const;
    const followed = async (limit = 100) =>
      (await ledger.followed(domain, limit)).map(({ todo: _, name, ...one }) => ({
        caseId: ['c1', 'old', 'open', 'gone'].find((id) => ledger.nameOf(domain, id) === name),
        ...one,
      }));

    it('lists open cases created since a time, the newest first', async () => {
      for (const [at, caseId] of ['old', 'c1', 'open'].entries())
        await ledger.save(aLife(caseId, { createdAtMs: NOON + at }));
      await ledger.save(aLife('gone', { ...closed, createdAtMs: NOON + 2 }));
      const names = async (sinceMs: number, limit = 10) =>
        (await ledger.fresh(domain, sinceMs, limit)).map(({ name }) => name);
      const nameOf = (caseId: string) => ledger.nameOf(domain, caseId);
      expect(await names(NOON + 1)).toEqual([nameOf('open'), nameOf('c1')]);
      expect(await names(NOON, 2)).toEqual([nameOf('open'), nameOf('c1')]);
      expect(await names(NOON + 3)).toEqual([]);
    });

    it('keeps what was saved, once for each version', async () => {
      expect(await ledger.load(domain, 'c1')).toBeNull();
      expect(await ledger.save(aLife('c1'))).toBe('saved');
      expect(await ledger.save(aLife('c1', { state: 'enforced' }))).toBe('moved on');
      expect(await ledger.load(domain, 'c1')).toEqual(aLife('c1'));
      const last = { n: 1, from: 'discover', to: 'closed', atMs: NOON + 9 } as const;
      const next = aLife('c1', { ...closed, version: 2, last, owed: true });
      expect(await ledger.save(next)).toBe('saved');
      expect(await ledger.save(aLife('c1', { version: 2 }))).toBe('moved on');
      const [listed] = await ledger.followed(domain, 1);
      if (!listed) throw new Error('nothing is followed');
      expect(await ledger.read(listed)).toEqual(next);
    });

    it('lists all that is to be compared, open ones first and the oldest of them first, of one domain', async () => {
      const missing = { looks: 1, sinceMs: NOON, lastMs: NOON };
      await ledger.save(aLife('gone', { ...closed, createdAtMs: NOON - 99, updatedAtMs: 5 }));
      await ledger.save(aLife('open', { state: 'investigating', missing }));
      await ledger.save(aLife('old', { createdAtMs: NOON - 50, updatedAtMs: 0, shownMs: 0 }));
      await ledger.save({ ...aLife('other'), domain: `${domain}x` });
      expect(await followed()).toEqual([
        {
          caseId: 'old',
          createdAtMs: NOON - 50,
          updatedAtMs: 0,
          state: 'discover',
          endedAtMs: null,
          isSettled: true,
        },
        {
          caseId: 'open',
          createdAtMs: NOON,
          updatedAtMs: NOON + 7,
          state: 'investigating',
          endedAtMs: null,
          isSettled: false,
        },
        {
          caseId: 'gone',
          createdAtMs: NOON - 99,
          updatedAtMs: 5,
          state: 'closed',
          endedAtMs: NOON + 9,
          isSettled: true,
        },
      ]);
      expect(await followed(1)).toHaveLength(1);
    });

    it('lists no case that was dropped, until it is saved', async () => {
      await ledger.save(aLife('gone', closed));
      const [listed] = await ledger.followed(domain, 1);
      if (!listed) throw new Error('nothing is followed');
      await ledger.drop(domain, listed);
      expect(await followed()).toEqual([]);
      expect(await ledger.load(domain, 'gone')).toEqual(aLife('gone', closed));
      await ledger.save(aLife('gone', { version: 2 }));
      // It was written meanwhile: it stays.
      await ledger.drop(domain, listed);
      expect(await followed()).toHaveLength(1);
    });
  });
}
