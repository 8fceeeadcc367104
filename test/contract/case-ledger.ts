import { beforeEach, describe, expect, it } from 'vitest';
import { UnreadableError } from '../../lib/base/read-versioned.ts';
import type { VersionedRows } from '../../lib/base/versioned-rows.ts';
import type { CaseLedger } from '../../lib/case/case-ledger.ts';
import type { CaseRecord } from '../../lib/case/case-record.ts';
import { firstEventId } from '../../lib/case/delivery-id.ts';
import { createCaseLedger } from '../../lib/dynamo/dynamo-case-ledger.ts';
import { newDelivery } from '../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { caseRecord } from '../support/case-records.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
let counter = 0;

/** What every keeper of the records of cases must do. */
export function describeCaseLedger(name: string, createRows: () => VersionedRows) {
  describe(`${name} as the ledger of cases`, () => {
    let rows: VersionedRows;
    let ledger: CaseLedger;
    let domain: string;
    beforeEach(() => {
      rows = createRows();
      ledger = createCaseLedger(rows);
      domain = `cases-${++counter}#%`;
    });
    const aCase = (caseId: string, more: Partial<CaseRecord> = {}): CaseRecord =>
      caseRecord({ domain, caseId, createdAtMs: NOON, updatedAtMs: NOON + 7, ...more });
    const closed = { status: 'closed', endedAtMs: NOON + 9 } as const;
    const followed = async (limit = 100) =>
      (await ledger.followed(domain, limit)).map(({ todo: _, name, ...one }) => ({
        caseId: ['c1', 'old', 'open', 'gone'].find((id) => ledger.nameOf(domain, id) === name),
        ...one,
      }));

    it('finds the places that have a case, whatever its record says', async () => {
      const key = { domain, feed: 'cases', id: 'c1', destination: 'soc' } as const;
      expect(await ledger.deliveredTo(domain, 'c1')).toEqual([]);
      const item = { case_id: 'c1', created_at: new Date(NOON).toISOString() };
      const delivery = newDelivery(key, { kind: 'case', item, trimmed: [] }, NOON);
      await createDeliveryLedger(rows).keep(delivery, { priority: { at: '20#1' }, only: 'new' }, NOON);
      const tell = (destination: string, eventId: string) =>
        rows.write(
          { pk: ledger.nameOf(domain, 'c1'), sk: `event#${destination}#${eventId}` },
          { v: 1 },
          { version: 0, expiresAtMs: null },
        );
      await tell('siem', firstEventId({ ...key, destination: 'siem' }));
      await tell('siem', 'its verdict');
      // It was told of a verdict alone: the poller died before it had the case.
      await tell('soar', 'its verdict');
      expect((await ledger.deliveredTo(domain, 'c1')).toSorted()).toEqual(['siem', 'soc']);
      expect(await ledger.deliveredTo(domain, 'c2')).toEqual([]);
    });

    it('lists open cases created since a time, the newest first', async () => {
      for (const [at, caseId] of ['old', 'c1', 'open'].entries())
        await ledger.save(aCase(caseId, { createdAtMs: NOON + at }));
      await ledger.save(aCase('gone', { ...closed, createdAtMs: NOON + 2 }));
      const names = async (sinceMs: number, limit = 10) =>
        (await ledger.fresh(domain, sinceMs, limit)).map(({ name }) => name);
      const nameOf = (caseId: string) => ledger.nameOf(domain, caseId);
      expect(await names(NOON + 1)).toEqual([nameOf('open'), nameOf('c1')]);
      expect(await names(NOON, 2)).toEqual([nameOf('open'), nameOf('c1')]);
      expect(await names(NOON + 3)).toEqual([]);
    });

    it('keeps what was saved, once for each version', async () => {
      expect(await ledger.load(domain, 'c1')).toBeNull();
      expect(await ledger.save(aCase('c1'))).toBe('saved');
      expect(await ledger.save(aCase('c1', { status: 'enforced' }))).toBe('moved on');
      expect(await ledger.load(domain, 'c1')).toEqual(aCase('c1', { version: 1 }));
      const changes = [{ n: 1, from: 'discover', to: 'closed', atMs: NOON + 9 }] as const;
      const places = {
        soc: 'handed',
        lake: 'unsent',
        lead: { by: 'mute', id: 'm1', severity: 'high', episode: 0 },
      } as const;
      const next = aCase('c1', { ...closed, version: 1, changes, owed: true, places, severity: 'high' });
      expect(await ledger.save(next)).toBe('saved');
      expect(await ledger.save(aCase('c1', { version: 1 }))).toBe('moved on');
      const [listed] = await ledger.followed(domain, 1);
      if (!listed) throw new Error('nothing is followed');
      expect(await ledger.read(listed)).toEqual({ ...next, version: 2 });
    });

    it('loads those of many that there are, each as it stands, however odd their ids', async () => {
      const odd = ['a#b', 'é', '\ud800', 'x'.repeat(3_000), 'none'];
      for (const id of odd.slice(0, 4)) await ledger.save(aCase(id));
      await ledger.save(aCase('é', { version: 1, status: 'enforced' }));
      const loaded = await ledger.loadAll(domain, [...odd, 'é']);
      expect([...loaded.keys()].toSorted()).toEqual(odd.slice(0, 4).toSorted());
      expect(loaded.get('é')).toMatchObject({ version: 2, status: 'enforced' });
      expect((await ledger.loadAll(`${domain}x`, odd)).size).toBe(0);
      expect((await ledger.loadAll(domain, [])).size).toBe(0);
    });

    it('leaves to a newer version what it does not understand', async () => {
      await ledger.save(aCase('odd', { status: 'a status of tomorrow' as CaseRecord['status'] }));
      await expect(ledger.load(domain, 'odd')).rejects.toThrow(UnreadableError);
      expect(await ledger.loadAll(domain, ['odd'])).toEqual(new Map([['odd', 'unreadable']]));
    });

    it('changes a record as it stands, whoever writes it meanwhile', async () => {
      expect(await ledger.change(domain, 'c1', (record) => record)).toBeNull();
      await ledger.save(aCase('c1'));
      const grow = (record: CaseRecord) => ({ ...record, episode: record.episode + 1 });
      await Promise.all([1, 2, 3].map(() => ledger.change(domain, 'c1', grow)));
      expect(await ledger.load(domain, 'c1')).toMatchObject({ version: 4, episode: 3 });
      await ledger.change(domain, 'c1', (record) => record);
      expect(await ledger.load(domain, 'c1')).toMatchObject({ version: 4 });
    });

    it('keeps history, which nobody follows, not even when it changes', async () => {
      const history = ['h1', 'h2', 'h1'].map((id) => aCase(id, { quiet: true }));
      await ledger.putHistory(history);
      await ledger.putHistory(history);
      expect(await ledger.load(domain, 'h2')).toEqual(aCase('h2', { version: 1, quiet: true }));
      await ledger.change(domain, 'h1', (record) => ({ ...record, revision: 'r2' }));
      expect(await ledger.followed(domain, 10)).toEqual([]);
      // An operator has it announced.
      await ledger.change(domain, 'h1', ({ quiet: _, ...record }) => record);
      expect(await ledger.followed(domain, 10)).toHaveLength(1);
    });

    it('lists all that is to be compared, open ones first and the oldest of them first, of one domain', async () => {
      const missed = { looks: 1, sinceMs: NOON, lastMs: NOON };
      await ledger.save(aCase('gone', { ...closed, createdAtMs: NOON - 99, statusAtMs: 5 }));
      await ledger.save(aCase('open', { status: 'investigating', missed }));
      await ledger.save(aCase('old', { createdAtMs: NOON - 50, updatedAtMs: 0 }));
      await ledger.save({ ...aCase('other'), domain: `${domain}x` });
      expect(await followed()).toEqual([
        {
          caseId: 'old',
          createdAtMs: NOON - 50,
          statusAtMs: 0,
          status: 'discover',
          endedAtMs: null,
          isSettled: true,
        },
        {
          caseId: 'open',
          createdAtMs: NOON,
          statusAtMs: NOON + 7,
          status: 'investigating',
          endedAtMs: null,
          isSettled: false,
        },
        {
          caseId: 'gone',
          createdAtMs: NOON - 99,
          statusAtMs: 5,
          status: 'closed',
          endedAtMs: NOON + 9,
          isSettled: true,
        },
      ]);
      expect(await followed(1)).toHaveLength(1);
    });

    it('lists no case that was dropped, until it is saved', async () => {
      await ledger.save(aCase('gone', closed));
      const [listed] = await ledger.followed(domain, 1);
      if (!listed) throw new Error('nothing is followed');
      await ledger.drop(domain, listed);
      expect(await followed()).toEqual([]);
      expect(await ledger.load(domain, 'gone')).toEqual(aCase('gone', { ...closed, version: 1 }));
      await ledger.save(aCase('gone', { version: 1 }));
      // It was written meanwhile: it stays.
      await ledger.drop(domain, listed);
      expect(await followed()).toHaveLength(1);
    });
  });
}
