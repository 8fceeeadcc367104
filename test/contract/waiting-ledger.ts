import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseWaiting } from '../../lib/verdict/case-waiting.ts';
import type { WaitingLedger } from '../../lib/verdict/waiting-ledger.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
let counter = 0;

/** What every keeper of cases that wait for an answer must do. */
export function describeWaitingLedger(name: string, create: () => WaitingLedger) {
  describe(`${name} as the ledger of cases that wait`, () => {
    let ledger: WaitingLedger;
    let domain: string;
    beforeEach(() => {
      ledger = create();
      domain = `waits-${++counter}#%`;
    });
    const aCase = (caseId: string, dueMs: number | null, more: Partial<CaseWaiting> = {}): CaseWaiting => ({
      domain,
      caseId,
      version: 1,
      routes: ['severe'],
      severity: 'critical',
      sinceMs: NOON,
      taken: [],
      count: 0,
      owed: null,
      dueMs,
      ...more,
    });
    const due = async (untilMs: number, limit = 10) =>
      (await ledger.due(domain, untilMs, limit)).map(({ waiting }) => waiting?.caseId);

    it('keeps what was saved, once for each version', async () => {
      expect(await ledger.load(domain, 'c1')).toBeNull();
      expect(await ledger.save(aCase('c1', NOON + 1))).toBe('saved');
      expect(await ledger.save(aCase('c1', NOON + 2))).toBe('moved on');
      expect(await ledger.load(domain, 'c1')).toEqual({
        waiting: aCase('c1', NOON + 1),
        listedMs: NOON + 1,
      });
      const owed = { n: 1, route: 'severe', step: 1, afterMs: 60_000, atMs: NOON, to: ['lead'] };
      const next = aCase('c1', null, { version: 2, taken: ['severe/1'], count: 1, owed });
      expect(await ledger.save(next)).toBe('saved');
      expect(await ledger.load(domain, 'c1')).toEqual({ waiting: next, listedMs: null });
      expect(await ledger.save(aCase('c1', null, { version: 2 }))).toBe('moved on');
    });

    it('lists those that are due, the longest due first, of one domain', async () => {
      await ledger.save(aCase('later', NOON + 60_001));
      await ledger.save(aCase('second', NOON + 60_000));
      await ledger.save(aCase('first', NOON - 1));
      await ledger.save(aCase('never', null));
      await ledger.save({ ...aCase('other', NOON), domain: `${domain}x` });
      expect(await due(NOON + 60_000)).toEqual(['first', 'second']);
      expect(await due(NOON + 60_000, 1)).toEqual(['first']);
      expect(await due(NOON - 2)).toEqual([]);
    });

    it('lists a case later that was postponed, until it is saved', async () => {
      await ledger.save(aCase('c1', NOON));
      const [found] = await ledger.due(domain, NOON, 1);
      if (!found) throw new Error('nothing is due');
      await ledger.postpone(domain, found, NOON + 120_000);
      expect(await due(NOON + 60_000)).toEqual([]);
      expect(await ledger.load(domain, 'c1')).toEqual({
        waiting: aCase('c1', NOON),
        listedMs: NOON + 120_000,
      });
      // It moved meanwhile: nothing is postponed.
      await ledger.save(aCase('c1', NOON + 30_000, { version: 2 }));
      await ledger.postpone(domain, found, NOON + 300_000);
      expect(await due(NOON + 60_000)).toEqual(['c1']);
    });
  });
}
